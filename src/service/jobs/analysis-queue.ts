import type { OnStage } from '#contract/reports/analysis.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { readPageUrl } from '#service/fetcher/page-url.ts'
import { maxAnalysesOf } from '#service/fetcher/requests/host-limit.ts'
import { createRobotsFiles, type RobotsFiles } from '#service/fetcher/robots.ts'
import { readSitemapUrls, type SitemapOptions, type TakeUrls } from '#service/fetcher/sitemaps/urls.ts'
import { analyse, type AnalyseDeps, type BeforeStoring, type FinishedReport } from './analyse.ts'
import { type BoundedQueue, createBoundedQueue, QueueClosed } from './bounded-queue.ts'

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

export type AnalysesOfJobs = {
  /**
   * Analyses a page for a key at once, or returns null if there is no room.
   * @throws PageRefused; the signal's reason when it is aborted
   */
  analyse(url: URL, key: string, signal: AbortSignal, beforeStoring: BeforeStoring): Promise<FinishedReport> | null
  /** Like {@link readSitemapUrls}. */
  readSitemap(
    url: URL,
    take: TakeUrls,
    options: Pick<SitemapOptions, 'signal' | 'allowance' | 'namedBy' | 'requester'>,
  ): Promise<string | null>
  robotsFiles: RobotsFiles
  /** The number of analyses that could start now. */
  room(): number
  /**
   * Returns a function that shares the room: true if a key can have one more analysis.
   * @param elsewhere the amount of other work of a key, which counts in its share
   */
  shareRoom(elsewhere: (key: string) => number): (key: string) => boolean
  /** The number of analyses on a URL's host that jobs can run, over all processes. */
  roomOfHost(url: string): number
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
  ...deps
}: QueueOptions): AnalysisQueue {
  const limits = { maxBackground: maxAnalysesOfJobs, maxHostWaitMs }
  const queue = createBoundedQueue(maxRunningAnalyses, maxWaitingAnalyses, limits)
  const stop = new AbortController()
  const analyseCounted: typeof analyse = async (...given) => {
    const start = performance.now()
    let outcome = 'error'
    try {
      const report = await analyse(...given)
      outcome = 'report'
      return report
    } catch (error) {
      if (error instanceof PageRefused) outcome = error.code
      throw error
    } finally {
      onAnalysed(outcome, (performance.now() - start) / 1000)
    }
  }
  const sessionOptions = { allowHosts: deps.allowHosts, ...(deps.hostPaces && { hostPaces: deps.hostPaces }) }
  const hostSlot = (url: URL) => ({ host: url.host, maxOfHost: maxAnalysesOf(url, deps.hostPaces) })
  return {
    async analyseNow(urlText, { requester, signal, onStage, beforeStoring }) {
      const url = readPageUrl(urlText)
      const either = AbortSignal.any([signal, stop.signal])
      const analysis = () =>
        analyseCounted(url, { ...deps, requester, ...(onStage && { onStage }) }, either, beforeStoring)
      return queue.run(analysis, { key: requester, ...hostSlot(url), signal: either })
    },
    forJobs: {
      analyse: (url, key, signal, beforeStoring) =>
        queue.runInBackground(() => analyseCounted(url, { ...deps, requester: key }, signal, beforeStoring), {
          key,
          ...hostSlot(url),
        }),
      readSitemap: (url, take, options) => readSitemapUrls(url, take, { ...sessionOptions, ...options }),
      robotsFiles: createRobotsFiles(sessionOptions),
      room: queue.backgroundRoom,
      shareRoom: queue.shareBackgroundRoom,
      roomOfHost: (url) => queue.backgroundRoomOf(hostSlot(new URL(url))),
    },
    figures: queue.figures,
    stopAccepting: queue.close,
    async close() {
      queue.close()
      stop.abort(new QueueClosed())
      await deps.pool.close()
    },
  }
}
