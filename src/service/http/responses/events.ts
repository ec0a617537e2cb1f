import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { isFinished } from '#contract/jobs/job.ts'
import type { AnalysisStage, FailedAnalysis, OnStage } from '#contract/reports/analysis.ts'
import type { ReportPreview } from '#contract/reports/report.ts'
import { type HtmlReport, presentPreview } from '#service/present/report.ts'
import { presentJob } from '#service/present/rows.ts'
import type { Store } from '#service/store/database.ts'
import { findJob, type JobRecord } from '#service/store/jobs/jobs.ts'
import type { Problem } from '../problem.ts'

/** A stream sends {@link heartbeat} after this silence, in milliseconds. */
export const heartbeatMs = 15_000

/** A comment, which keeps the connection open. */
export const heartbeat = ': still here\n\n'

export const eventText = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Sends events, which proxies must not hold back. */
export const sendEvents = (reply: FastifyReply, events: AsyncIterable<string>) =>
  reply.type('text/event-stream; charset=utf-8').header('X-Accel-Buffering', 'no').send(Readable.from(events))

export type AnalysisListeners = { onStage: OnStage; onPreview: (preview: HtmlReport) => void }

/**
 * Yields the server-sent events of an analysis: `stage` when one begins and for each probe request, `preview` before
 * the page is rendered, then `report` with the usual response, or `error`. Of stages that follow each other at once
 * only the last is sent.
 */
export async function* analysisEvents(
  analyse: (listeners: AnalysisListeners) => Promise<unknown>,
  failureOf: (error: Error) => FailedAnalysis,
): AsyncGenerator<string> {
  let stage: AnalysisStage | null = { name: 'waiting', done: null, total: null }
  let preview: ReportPreview | null = null
  let last: string | null = null
  let wake = () => {}
  const onStage: OnStage = (next) => {
    stage = next
    wake()
  }
  const end = analyse({ onStage, onPreview: (given) => (preview = presentPreview(given)) })
    .then(
      (report) => (last = eventText('report', report)),
      (error: Error) => (last = eventText('error', failureOf(error))),
    )
    .then(() => wake())
  void end
  for (;;) {
    const woken = new Promise<void>((resolve) => (wake = resolve))
    if (preview) yield eventText('preview', preview)
    preview = null
    if (stage) yield eventText('stage', stage)
    stage = null
    if (last !== null) return yield last
    const timer = new AbortController()
    const isSilent = await Promise.race([
      woken.then(() => false),
      pause(heartbeatMs, true, { signal: timer.signal, ref: false }).catch(() => false),
    ])
    timer.abort()
    if (isSilent) yield heartbeat
  }
}

/** Returns the data of the event `error`. */
export function failureOf(problem: Problem, requestId: string): FailedAnalysis {
  const { 'Retry-After': retryAfter = null } = problem.headers
  return {
    status: problem.status,
    retry_after: retryAfter === null ? null : Number(retryAfter),
    body: problem.body(requestId),
  }
}

/** In milliseconds. A job can be worked on by other processes, so its row is read. */
const pollMs = 250
/** A stream ends after this time, so that none stays open for nothing. */
const maxStreamMs = 10 * 60_000

/**
 * Yields the server-sent events of a job: `progress` with the job now and after each change, at most four a second,
 * until it is finished or deleted. Comments between them keep the connection open.
 * @param shown what the reader sees of the job
 * @param signal ends the stream
 */
export async function* jobEvents(
  { db, isDraining }: { db: Store['db']; isDraining: () => boolean },
  id: number,
  shown: (job: JobRecord) => JobRecord,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const start = performance.now()
  let sent = ''
  let sentAt = start
  while (!isDraining() && !signal.aborted && performance.now() - start < maxStreamMs) {
    const job = await findJob(db, id)
    if (!job) return
    const progress = eventText('progress', presentJob(shown(job)))
    const isChanged = progress !== sent
    if (isChanged || performance.now() - sentAt > heartbeatMs) {
      yield isChanged ? progress : heartbeat
      sent = progress
      sentAt = performance.now()
    }
    if (isFinished(job)) return
    await pause(pollMs)
  }
}
