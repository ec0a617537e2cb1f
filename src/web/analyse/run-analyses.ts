import type { NavigateFunction } from 'react-router-dom'
import * as z from 'zod'
import { hasSeveralUrls, isSitemapUrl, withScheme } from '#contract/jobs/url-list.ts'
import type { AnalysisStage } from '#contract/reports/analysis.ts'
import { paths } from '#web/app/paths.ts'
import { editUrl, getDraft, openAddDialog, setDraft } from '#web/data/analyse-request.ts'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import { storedEntries } from '#web/data/browser-storage.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { server } from '#web/data/server.ts'
import { watchKey } from '#web/data/session.ts'
import { canTryHttp } from '#web/jobs/http-fallback.ts'
import { analyseUrl } from '#web/reports/create-report.ts'
import { announce } from '#web/ui/live-region.tsx'
import { createStore } from '#web/ui/store.ts'
import { showToast } from '#web/ui/toast.tsx'
import { runningWords as words } from './words.ts'

/** The URLs that wait survive a reload of this tab. */
const stored = storedEntries('tab', `seo-reports:analyse-queue:${server}`, z.string())

/** Module state: the running analysis. */
let stop: AbortController | undefined

watchKey((key) => {
  if (!key) setQueue([])
})

function setQueue(queue: readonly string[]) {
  setAnalyses({ queue })
  stored.set([...queue])
}

/** Goes on with the URLs that waited when this tab left its last page. */
export function resume(navigate: NavigateFunction) {
  setQueue(stored.get())
  void runNext(navigate)
}

/** Analyses a URL now, or after those that wait. Several URLs and sitemaps open the dialog for many pages. */
export function submit(typed: string, navigate: NavigateFunction) {
  const { running, queue } = analyses.get()
  const text = typed.trim()
  if (!text) return setAnalyses({ problem: 'empty' })
  if (hasSeveralUrls(text) || isSitemapUrl(text)) {
    setDraft('')
    return openAddDialog(text)
  }
  if (running?.typed === typed || queue.includes(typed)) return
  setAnalyses({ problem: null })
  if (!running && navigator.onLine) return void run(typed, navigate, false)
  setQueue([...queue, typed])
  if (getDraft() === typed) setDraft('')
  announce(navigator.onLine ? words.queued(typed) : words.waits(typed))
  if (!navigator.onLine) addEventListener('online', () => void runNext(navigate), { once: true })
}

/** Analyses URLs one after the other, after those that wait. */
export function submitAll(typed: readonly string[], navigate: NavigateFunction) {
  setQueue([...new Set([...analyses.get().queue, ...typed])])
  announce(words.queuedAll(typed.length))
  void runNext(navigate)
}

export const cancel = () => stop?.abort()

/** Takes a URL out of those that wait. */
export const drop = (typed: string) => setQueue(analyses.get().queue.filter((one) => one !== typed))

async function runNext(navigate: NavigateFunction) {
  const { running, queue } = analyses.get()
  const [typed, ...others] = queue
  if (running || typed === undefined) return
  if (!navigator.onLine) return addEventListener('online', () => void runNext(navigate), { once: true })
  setQueue(others)
  await run(typed, navigate, true)
}

/**
 * Analyses a URL and opens its report. If the person has gone to another page, or goes on with other URLs, a toast
 * links to it instead.
 */
async function run(typed: string, navigate: NavigateFunction, hasWaited: boolean) {
  stop = new AbortController()
  const from = location.pathname
  const url = withScheme(typed)
  setAnalyses({ running: { typed, startedAt: Date.now(), stage: null }, problem: null })
  announce(words.starting(url))
  try {
    const { report, isHttp } = await analyse(typed, stop.signal)
    const isUntouched = getDraft() === typed || getDraft() === ''
    if (getDraft() === typed) setDraft('')
    const open = () => void navigate(paths.report(report.id))
    const opensReport = !hasWaited && isUntouched && analyses.get().queue.length === 0 && location.pathname === from
    if (opensReport) open()
    const text = [isHttp && words.http(url), !opensReport && words.ready(typed, report.score)].filter(Boolean).join(' ')
    if (text) showToast({ text, tone: 'good', ...(!opensReport && { action: { label: words.open, onSelect: open } }) })
  } catch (thrown) {
    fail(typed, asApiError(thrown))
  }
  setAnalyses({ running: null })
  void runNext(navigate)
}

/** Throws the error of https if http fails too, unless that was cancelled or may have succeeded. */
async function analyse(typed: string, signal: AbortSignal) {
  const onStage = (stage: NonNullable<ReturnType<typeof analyses.get>['running']>['stage']) => {
    const { running } = analyses.get()
    if (running) setAnalyses({ running: { ...running, stage } })
  }
  const url = withScheme(typed)
  try {
    return { report: await analyseUrl(url, signal, onStage), isHttp: false }
  } catch (thrown) {
    const error = asApiError(thrown)
    if (url === typed.trim() || error.unsure || !canTryHttp(error)) throw error
    announce(words.triesHttp(url))
    try {
      return { report: await analyseUrl(url.replace(/^https:/, 'http:'), signal, onStage), isHttp: true }
    } catch (again) {
      const { kind, unsure } = asApiError(again)
      throw kind === 'aborted' || unsure ? again : error
    }
  }
}

function fail(typed: string, error: ApiError) {
  if (error.kind === 'aborted') return announce(words.cancelled)
  if (error.kind === 'offline') {
    setQueue([typed, ...analyses.get().queue])
    if (getDraft() === typed) setDraft('')
    return announce(words.waits(typed))
  }
  // If the analysis may have succeeded, the notice of pending analyses reports it instead.
  if (error.unsure) return
  if (getDraft() === typed) return setAnalyses({ problem: error })
  const sentence = error.fields['url']?.join(' ') ?? errorSentence(error)
  const edit = { label: words.edit, onSelect: () => editUrl(typed) }
  showToast({ text: `${typed}: ${sentence}`, tone: 'bad', action: edit })
}

/** The reason for a missing report: no input, or a failed analysis. */
export type AnalyseProblem = 'empty' | ApiError

/** A URL as it was typed. It waits until the one before it is done, and while the browser is offline. */
export type Analysis = { typed: string; startedAt: number; stage: AnalysisStage | null }

/**
 * Module state: one analysis runs at a time, also while pages change. The text stays in the field until there is a
 * report, or until something else is typed.
 */
export const analyses = createStore<{
  running: Analysis | null
  queue: readonly string[]
  problem: AnalyseProblem | null
}>({ running: null, queue: [], problem: null })

export const setAnalyses = (next: Partial<ReturnType<typeof analyses.get>>) =>
  analyses.set({ ...analyses.get(), ...next })
