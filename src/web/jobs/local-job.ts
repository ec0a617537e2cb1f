import * as z from 'zod'
import { type Job, type JobCounts, type JobUrlState, jobUrlStates } from '#contract/jobs/job.ts'
import type { UrlLine } from '#contract/jobs/url-list.ts'
import { orNull } from '#contract/responses/lenient.ts'
import { asApiError } from '#web/data/api-error.ts'
import { pause, sharedLimit } from '#web/data/concurrency.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { ownChanges } from '#web/data/own-changes.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { storedList } from '#web/data/stored-list.ts'
import { newestKnownId, postReport } from '#web/reports/create-report.ts'
import { findPendingQuery } from '#web/reports/find-pending.ts'
import { outdateReports } from '#web/resources/report-queries.ts'
import { announce } from '#web/ui/live-region.tsx'
import { useStore } from '#web/ui/store.ts'
import { canTryHttp } from './http-fallback.ts'
import { trayWords as words } from './tray-words.ts'

/** Safety limit: browsers keep about 5 MB for a website. */
export const maxLocalUrls = 5000
const maxAtOnce = 2

/** A URL that the dashboard analyses by itself. */
const LocalLine = z.object({
  line: z.number(),
  url: z.string(),
  state: z.enum(jobUrlStates),
  report_id: orNull(z.number()),
  score: orNull(z.number()),
  isGuess: z.boolean(),
  why: orNull(z.string()),
  /** When the server was asked, and the newest report known then. A page that was left finds the report by these. */
  asked: orNull(z.object({ at: z.number(), newest: orNull(z.number()) })),
})
export type LocalLine = z.infer<typeof LocalLine>

const Mode = z.enum(['running', 'paused', 'cancelled'])
type Mode = z.infer<typeof Mode>

/** Module state: the lines of the one job, and how it stands. Other tabs see the same. */
const lines = storedList('local-job', LocalLine)
const modes = storedList('local-job-mode', Mode)

const modeNow = (): Mode => modes.get()[0] ?? 'running'

export type LocalJob = Pick<Job, 'kind' | 'state' | 'counts' | 'finished_at'> & { lines: readonly LocalLine[] }

/** The job that the dashboard does by itself; null if there is none. */
export function useLocalJob(): LocalJob | null {
  const all = useStore(lines)
  const [mode = 'running'] = useStore(modes)
  return all.length === 0 ? null : { kind: 'urls', lines: all, finished_at: null, ...stateOf(all, mode) }
}

function stateOf(all: readonly LocalLine[], mode: Mode): Pick<Job, 'state' | 'counts'> {
  const counts: JobCounts = { total: all.length, queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 }
  for (const { state } of all) counts[state] += 1
  const isLeft = counts.queued + counts.running > 0
  if (mode === 'cancelled' && !isLeft) return { state: 'cancelled', counts }
  if (isLeft) return { state: mode === 'paused' ? 'paused' : 'running', counts }
  return { state: counts.done > 0 ? 'done' : 'failed', counts }
}

const change = (line: number, next: Partial<LocalLine>) =>
  lines.set(lines.get().map((one) => (one.line === line ? { ...one, ...next } : one)))
const changeAll = (from: JobUrlState, to: JobUrlState) =>
  lines.set(lines.get().map((one) => (one.state === from ? { ...one, state: to, why: null } : one)))

/** Adds URLs, after those of the job that is there. */
export function addLocally(found: readonly UrlLine[]) {
  const { state } = stateOf(lines.get(), modeNow())
  const before = state === 'running' || state === 'paused' ? lines.get() : []
  const last = before.at(-1)?.line ?? 0
  const added = found.map(({ line, url, isGuess }): LocalLine => {
    return {
      line: last + line,
      url: url ?? '',
      isGuess,
      state: 'queued',
      report_id: null,
      score: null,
      why: null,
      asked: null,
    }
  })
  lines.set([...before, ...added])
  modes.set(['running'])
  announce(words.started(added.length))
  continueLocally()
}

export const localCommands = {
  pause: async () => modes.set(['paused']),
  resume: async () => {
    modes.set(['running'])
    continueLocally()
  },
  cancel: async () => {
    modes.set(['cancelled'])
    changeAll('queued', 'cancelled')
    stop.abort()
  },
  retry: async () => {
    changeAll('failed', 'queued')
    modes.set(['running'])
    continueLocally()
  },
  dismiss: () => lines.set([]),
}

/** Module state: the requests of this tab, which go on while pages change. */
let stop = new AbortController()

/** Works on what is left. Of several tabs one does; when it is closed, the next one goes on. */
export function continueLocally() {
  if (lines.get().length === 0) return
  // Locks need a secure connection.
  if (!navigator.locks) void work()
  else void navigator.locks.request(`seo-reports:local-job:${server}`, work).catch(() => {})
}

/** Module state: without locks, two calls in this tab must not work on the same lines. */
let isWorking = false

async function work() {
  if (isWorking) return
  isWorking = true
  stop = new AbortController()
  // Only one tab works, so a page that was left asked for these.
  await Promise.all(
    lines
      .get()
      .filter(({ state }) => state === 'running')
      .map(recover),
  )
  const limit = sharedLimit(stop.signal)
  await Promise.all(Array.from({ length: maxAtOnce }, () => workOn(limit)))
  isWorking = false
  const { state, counts } = stateOf(lines.get(), modeNow())
  if (counts.done > 0) outdateReports()
  if (state === 'done' || state === 'failed') announce(words.finished(counts.done, counts.failed))
  // Something was added or resumed while the last requests ran.
  if (state === 'running') continueLocally()
}

async function workOn(limit: ReturnType<typeof sharedLimit>) {
  while (modeNow() === 'running') {
    const next = lines.get().find(({ state }) => state === 'queued')
    if (!next) return
    if (navigator.onLine) await analyse(next, limit)
    else await untilOnline()
  }
}

const untilOnline = () =>
  new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true })
    void pause(60_000, stop.signal)?.then(resolve)
  })

async function analyse({ line, url, isGuess }: LocalLine, limit: ReturnType<typeof sharedLimit>) {
  const ownIds = lines.get().map(({ report_id }) => report_id ?? 0)
  change(line, { state: 'running', asked: { at: Date.now(), newest: newestKnownId(ownIds) } })
  try {
    const report = await limit.withRetries(() => postReport(url, stop.signal))
    ownChanges.add('reports', report.id)
    change(line, { state: 'done', report_id: report.id, score: report.score, asked: null })
  } catch (thrown) {
    const error = asApiError(thrown)
    if (error.kind === 'aborted') return change(line, { state: 'cancelled', asked: null })
    if (!navigator.onLine || error.kind === 'offline') return change(line, { state: 'queued' })
    if (error.unsure && (await recover({ line, url, asked: lineOf(line)?.asked ?? null }))) return
    if (isGuess && canTryHttp(error))
      return change(line, { state: 'queued', url: url.replace(/^https:/, 'http:'), isGuess: false, asked: null })
    const why = error.fields['url']?.join(' ') ?? errorSentence(error)
    change(line, { state: 'failed', why, asked: null })
  }
}

const lineOf = (line: number) => lines.get().find((one) => one.line === line)

/** Looks for the report of a URL whose response was lost. Without one, the URL is analysed again. */
async function recover({ line, url, asked }: Pick<LocalLine, 'line' | 'url' | 'asked'>): Promise<boolean> {
  const pending = {
    id: `${line} ${url}`,
    url,
    at: asked?.at ?? 0,
    newest: asked?.newest ?? null,
    why: null,
    detail: null,
  }
  const found = asked && (await queryClient.fetchQuery(findPendingQuery(pending)).catch(() => null))
  if (found) change(line, { state: 'done', report_id: found.id, asked: null })
  else change(line, { state: 'queued', asked: null })
  return found !== null
}
