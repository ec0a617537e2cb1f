import * as z from 'zod'
import { hasSeveralUrls, isSitemapUrl, withScheme } from '#contract/jobs/url-list.ts'
import type { AnalysisStage } from '#contract/reports/analysis.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { paths } from '#web/app/paths.ts'
import type { AnalyseSource } from '#web/data/analyse-request.ts'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import { storedEntries, storedText, storeText } from '#web/data/browser-storage.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { server } from '#web/data/server.ts'
import { canTryHttp } from '#web/jobs/http-fallback.ts'
import { analyseUrl, shownPreview } from '#web/reports/create-report.ts'
import { announce } from '#web/ui/live-region.tsx'
import { createStore, type Store } from '#web/ui/store.ts'
import { showToast } from '#web/ui/toast.tsx'
import { runningWords as words } from './words.ts'

/** The reason for a missing report: no input, or a failed analysis. */
export type AnalyseProblem = 'empty' | ApiError

/**
 * A URL as it was typed, and the client that the website of a new domain is given to. It waits until the one before it
 * is done, and while the browser is offline.
 */
const Wanted = z.object({ typed: z.string(), clientId: z.number().nullable() })
export type Wanted = z.infer<typeof Wanted>

export type Analysis = Wanted & { startedAt: number; stage: AnalysisStage | null }

type State = {
  /** The text in the field. It stays there until there is a report, the dialog is closed or something else is typed. */
  draft: string
  running: Analysis | null
  queue: readonly Wanted[]
  problem: AnalyseProblem | null
  /** The number of forms on screen that show the problem and what runs. */
  fields: number
  dialog: AnalyseDialog | null
}

/** The open dialog: what it asks for, and the text or URL with which it was opened. */
export type AnalyseDialog = { source: AnalyseSource; text: string }

/** The analyses of this tab. One runs at a time, also while pages change. */
export type Analyses = {
  state: Store<State>
  open: (path: string, options?: { replace: boolean }) => void
  stop?: AbortController
}

// The text in the field and the URLs that wait survive a reload of this tab.
const storedDraft = `seo-reports:analyse-draft:${server}`
const storedQueue = storedEntries('tab', `seo-reports:analyse-queue:${server}`, Wanted)

/** Returns the analyses as this tab left its last page. `open` leads to a report. */
export const restoreAnalyses = (open: Analyses['open']): Analyses => ({
  state: createStore<State>({
    draft: '',
    running: null,
    queue: storedQueue.get(),
    problem: null,
    fields: 0,
    dialog: null,
  }),
  open,
})

export function change({ state }: Analyses, next: Partial<State>) {
  state.set({ ...state.get(), ...next })
  if (next.queue) storedQueue.set([...next.queue])
  if (next.draft !== undefined) storeText('tab', storedDraft, next.draft || null)
}

/** Changes the text in the field, as if it was typed. */
export const changeDraft = (analyses: Analyses, draft: string) => change(analyses, { draft, problem: null })

/** Clears the field if its text is `typed`. */
function clearDraft(analyses: Analyses, typed: string) {
  if (analyses.state.get().draft === typed) change(analyses, { draft: '' })
}

/** Clears the field if its text is `url`, with or without its scheme: a report of it exists. */
export function discardDraft(analyses: Analyses, url: string) {
  const typed = analyses.state.get().draft.trim()
  if (url === typed || url === `https://${typed}`) change(analyses, { draft: '' })
}

/** Counts a form while it is on screen. */
export function countField(analyses: Analyses) {
  const count = (by: number) => change(analyses, { fields: analyses.state.get().fields + by })
  count(1)
  return () => count(-1)
}

/** Opens the dialog, that of a page with the text that was in its field before a reload. */
export function openDialog(analyses: Analyses, source: AnalyseSource, text = '') {
  const draft = source === 'page' && analyses.state.get().draft === '' && storedText('tab', storedDraft)
  change(analyses, { dialog: { source, text }, ...(draft && { draft }) })
}

/** Opens the dialog with a URL, for the person to go on. */
export function editUrl(analyses: Analyses, url: string, problem: AnalyseProblem | null = null) {
  change(analyses, { draft: url, problem })
  openDialog(analyses, 'page')
}

/** Shows another form of the dialog. */
export function showSource(analyses: Analyses, source: AnalyseSource) {
  const { dialog } = analyses.state.get()
  if (dialog) change(analyses, { dialog: { ...dialog, source } })
}

/** Closes the dialog. What runs goes on. */
export const closeDialog = (analyses: Analyses) => change(analyses, { dialog: null, draft: '', problem: null })

/** Analyses a URL now, or after those that wait. Several URLs and sitemaps open the dialog for many pages. */
export function submit(analyses: Analyses, typed: string, clientId: number | null = null) {
  const { running, queue, fields } = analyses.state.get()
  const text = typed.trim()
  if (!text) return fields > 0 ? change(analyses, { problem: 'empty' }) : editUrl(analyses, '', 'empty')
  if (hasSeveralUrls(text) || isSitemapUrl(text)) {
    const dialog = { source: isSitemapUrl(text) ? 'sitemap' : 'list', text } as const
    return change(analyses, { draft: '', dialog })
  }
  if (running?.typed === typed || queue.some((wanted) => wanted.typed === typed)) return
  const wanted = { typed, clientId }
  change(analyses, { problem: null })
  if (!running && navigator.onLine) return void run(analyses, wanted, false)
  change(analyses, { queue: [...queue, wanted] })
  clearDraft(analyses, typed)
  announce(navigator.onLine ? words.queued(typed) : words.waits(typed))
  if (!navigator.onLine) runNextOnline(analyses)
}

/** Analyses URLs one after the other, after those that wait. */
export function analyseInTurn(analyses: Analyses, typed: readonly string[]) {
  const { queue } = analyses.state.get()
  const waiting = new Set(queue.map((wanted) => wanted.typed))
  const others = [...new Set(typed)].filter((url) => !waiting.has(url))
  change(analyses, { queue: [...queue, ...others.map((url) => ({ typed: url, clientId: null }))] })
  announce(words.queuedAll(typed.length))
  void runNext(analyses)
}

export const cancel = ({ stop }: Analyses) => stop?.abort()

/** Takes a URL out of those that wait. */
export const drop = (analyses: Analyses, typed: string) =>
  change(analyses, { queue: analyses.state.get().queue.filter((wanted) => wanted.typed !== typed) })

const runNextOnline = (analyses: Analyses) => addEventListener('online', () => void runNext(analyses), { once: true })

/** Goes on with the URLs that wait, if none runs. */
export async function runNext(analyses: Analyses) {
  const { running, queue } = analyses.state.get()
  const [wanted, ...others] = queue
  if (running || wanted === undefined) return
  if (!navigator.onLine) return runNextOnline(analyses)
  change(analyses, { queue: others })
  await run(analyses, wanted, true)
}

/**
 * Analyses a URL and opens its report, and its preview while the page is rendered. If the person has gone to another
 * page, or goes on with other URLs, a toast links to the report instead.
 */
async function run(analyses: Analyses, wanted: Wanted, hasWaited: boolean) {
  const { typed } = wanted
  const stop = new AbortController()
  analyses.stop = stop
  const from = location.pathname
  const url = withScheme(typed)
  change(analyses, { running: { ...wanted, startedAt: Date.now(), stage: null }, problem: null })
  announce(words.starting(url))
  const isOnPreview = () => location.pathname === paths.reportPreview()
  const canOpen = () => {
    const { draft, queue, dialog } = analyses.state.get()
    const isUntouched = dialog ? dialog.source === 'page' && draft === typed : draft === typed || draft === ''
    return !hasWaited && isUntouched && queue.length === 0 && (location.pathname === from || isOnPreview())
  }
  const onPreview = (preview: AnyReport) => {
    if (!canOpen()) return
    shownPreview.set({ report: preview, id: null })
    change(analyses, { dialog: null })
    analyses.open(paths.reportPreview(), { replace: isOnPreview() })
  }
  try {
    const { report, isHttp } = await createReport(analyses, wanted, stop.signal, onPreview)
    const open = () => analyses.open(paths.report(report.id), { replace: isOnPreview() })
    const opensReport = canOpen()
    clearDraft(analyses, typed)
    if (opensReport) change(analyses, { dialog: null })
    const preview = shownPreview.get()
    if (preview) shownPreview.set({ ...preview, id: report.id })
    if (opensReport) open()
    const text = [isHttp && words.http(url), !opensReport && words.ready(typed, report.score)].filter(Boolean).join(' ')
    if (text) showToast({ text, tone: 'good', ...(!opensReport && { action: { label: words.open, onSelect: open } }) })
  } catch (thrown) {
    fail(analyses, wanted, asApiError(thrown))
    if (isOnPreview()) analyses.open(from, { replace: true })
    shownPreview.set(null)
  }
  change(analyses, { running: null })
  void runNext(analyses)
}

/** Throws the error of https if http fails too, unless that was cancelled or may have succeeded. */
async function createReport(
  analyses: Analyses,
  { typed, clientId }: Wanted,
  signal: AbortSignal,
  onPreview: (preview: AnyReport) => void,
) {
  const onStage = (stage: AnalysisStage) => {
    const { running } = analyses.state.get()
    if (running) change(analyses, { running: { ...running, stage } })
  }
  const options = { clientId, listeners: { onStage, onPreview } }
  const url = withScheme(typed)
  try {
    return { report: await analyseUrl(url, signal, options), isHttp: false }
  } catch (thrown) {
    const error = asApiError(thrown)
    if (url === typed.trim() || error.unsure || !canTryHttp(error)) throw error
    announce(words.triesHttp(url))
    try {
      return { report: await analyseUrl(url.replace(/^https:/, 'http:'), signal, options), isHttp: true }
    } catch (again) {
      const { kind, unsure } = asApiError(again)
      throw kind === 'aborted' || unsure ? again : error
    }
  }
}

function fail(analyses: Analyses, wanted: Wanted, error: ApiError) {
  const { typed } = wanted
  if (error.kind === 'aborted') return announce(words.cancelled)
  const { draft, queue, fields, dialog } = analyses.state.get()
  if (error.kind === 'offline') {
    change(analyses, { queue: [wanted, ...queue] })
    clearDraft(analyses, typed)
    return announce(words.waits(typed))
  }
  // If the analysis may have succeeded, the notice of pending analyses reports it instead.
  if (error.unsure) return dialog?.source === 'page' ? closeDialog(analyses) : undefined
  if (draft === typed && fields > 0) return change(analyses, { problem: error })
  const sentence = error.fields['url']?.join(' ') ?? errorSentence(error)
  const edit = { label: words.edit, onSelect: () => editUrl(analyses, typed, error) }
  showToast({ text: `${typed}: ${sentence}`, tone: 'bad', action: edit })
}
