import type { OnStage } from '#contract/reports/analysis.ts'
import type { RenderMode } from '#contract/reports/rendering.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { readPageUrl } from '#service/fetcher/page-url.ts'
import { maxAnalysesOf } from '#service/fetcher/requests/host-limit.ts'
import { analyse, type AnalyseDeps, type BeforeStoring, type FinishedReport, type OnPreview } from './analyse.ts'
import { type AnalysesOfJobs, analysesOfJobs } from './analyses-of-jobs.ts'
import { BoundedQueue, QueueClosed } from './bounded-queue.ts'
import { createSampleTurns } from './sample-turns.ts'

/** One key gets at most half of them. */
export const maxRunningAnalyses = 16
export const maxWaitingAnalyses = 100
/**
 * Analyses of jobs, less those that people wait for. One key gets at most half of them. Most of their time, they wait
 * for websites.
 */
const maxAnalysesOfJobs = 24

export type AnalysisOptions = {
  /** The ID of the request's API key. Keys take turns when analyses have to wait, and so do visitors together. */
  requester: string
  signal: AbortSignal
  onStage?: OnStage | undefined
  onPreview?: OnPreview | undefined
  /** A person gave the URL. */
  isAsked?: boolean
  render?: RenderMode | undefined
  beforeStoring?: BeforeStoring
}

export type AnalysisQueue = {
  /**
   * @throws PageRefused, QueueFull, SlowHost or QueueClosed; the signal's reason when it is aborted
   */
  analyseNow(urlText: string, options: AnalysisOptions): Promise<FinishedReport>
  /** The queue of the job runner. */
  forJobs: AnalysesOfJobs
  /** The numbers of running and waiting analyses. */
  figures: BoundedQueue['figures']
  /** Rejects everything that waits and everything new. Running analyses continue. */
  stopAccepting(): void
  /** Aborts everything, running analyses included. */
  close(): Promise<void>
}

export type QueueOptions = AnalyseDeps & {
  /** Called after each analysis with `report` or the code of its failure, and its time in seconds. */
  onAnalysed?: (outcome: string, seconds: number) => void
  /** Longest wait for other pages of a host, in milliseconds. */
  maxHostWaitMs?: number
}

/** Every analysis goes through this queue, which limits the running and waiting ones. */
export function createAnalysisQueue({
  onAnalysed = () => {},
  maxHostWaitMs = 60_000,
  ...given
}: QueueOptions): AnalysisQueue {
  const deps = { takeSampleTurn: createSampleTurns(), ...given }
  const limits = { maxBackground: maxAnalysesOfJobs, maxHostWaitMs }
  const queue = new BoundedQueue(maxRunningAnalyses, maxWaitingAnalyses, limits)
  const stop = new AbortController()
  const analysePage = measured(onAnalysed)
  const slotOf = (url: URL) => ({ host: url.host, maxOfHost: maxAnalysesOf(url, deps.hostPaces) })
  return {
    async analyseNow(urlText, { requester, signal, isAsked = false, beforeStoring, ...options }) {
      const url = readPageUrl(urlText)
      const either = AbortSignal.any([signal, stop.signal])
      const asked = isAsked ? url : undefined
      const analysis = () => analysePage(url, { ...deps, ...options, requester, asked }, either, beforeStoring)
      return queue.run(analysis, { key: requester, ...slotOf(url), signal: either })
    },
    forJobs: analysesOfJobs({ queue, slotOf, analyse: analysePage }, deps),
    figures: () => queue.figures(),
    stopAccepting: () => queue.close(),
    async close() {
      queue.close()
      stop.abort(new QueueClosed())
      await Promise.all([deps.pool.close(), deps.renderer?.close()])
    },
  }
}

/** Returns {@link analyse} with a report of its outcome and time. */
const measured =
  (onAnalysed: Required<QueueOptions>['onAnalysed']): typeof analyse =>
  async (...analysis) => {
    const start = performance.now()
    let outcome = 'error'
    try {
      const report = await analyse(...analysis)
      outcome = 'report'
      return report
    } catch (error) {
      if (error instanceof PageRefused) outcome = error.code
      throw error
    } finally {
      onAnalysed(outcome, (performance.now() - start) / 1000)
    }
  }
