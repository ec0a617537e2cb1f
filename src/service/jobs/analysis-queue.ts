import { LRUCache } from 'lru-cache'
import { createRobotsReader, withoutSiteBlocks } from '#analyser/facts/robots-txt.ts'
import type { OnStage } from '#contract/reports/analysis.ts'
import type { RenderMode } from '#contract/reports/rendering.ts'
import { domainOf } from '#contract/websites/website.ts'
import { createCrawlRequests, type CrawlShare } from '#service/fetcher/crawl-requests.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { identityFor, maskFor, type SentIdentity } from '#service/fetcher/identity.ts'
import { readPageUrl } from '#service/fetcher/page-url.ts'
import { maxAnalysesOf } from '#service/fetcher/requests/host-limit.ts'
import type { RobotsFiles } from '#service/fetcher/robots.ts'
import { readSitemapUrls, type SitemapOptions, type TakeUrls } from '#service/fetcher/sitemaps/urls.ts'
import { crawlOf } from '#service/store/jobs/frontier.ts'
import { analyse, type AnalyseDeps, type BeforeStoring, type FinishedReport } from './analyse.ts'
import type { AnalyserPool } from './analyser-pool.ts'
import { BoundedQueue, QueueClosed } from './bounded-queue.ts'

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

export type AnalysesOfJobs = {
  /**
   * Analyses a page for a key at once, or returns null if there is no room.
   * @param job of the page: its choice of rendered pages, the URL that a person gave, and the ID of a crawl, whose
   *   pages share requests
   * @throws PageRefused; the signal's reason when it is aborted
   */
  analyse(
    url: URL,
    key: string,
    signal: AbortSignal,
    beforeStoring: BeforeStoring,
    job: { render: RenderMode | null; asked: string | null; crawl?: number },
  ): Promise<FinishedReport> | null
  /**
   * Asks for the target of a link of a crawl, once.
   * @throws the signal's reason when it is aborted
   */
  askLink(crawl: number, ...link: Parameters<CrawlShare['askLink']>): ReturnType<CrawlShare['askLink']>
  /** Adds what an ended crawl knows to a report's facts, and evaluates them. */
  completePage: AnalyserPool['completePage']
  /** Forgets what a crawl's pages shared, when it ends. */
  forgetCrawl(crawl: number): void
  /** Like {@link readSitemapUrls}. */
  readSitemap(
    url: URL,
    take: TakeUrls,
    options: Pick<SitemapOptions, 'signal' | 'allowance' | 'namedBy' | 'requester'> & { crawl?: number },
  ): Promise<string | null>
  /**
   * The robots.txt files that the pages of a crawl share.
   * @param isWhole with the rules that it doesn't obey, because its website is judged as production
   */
  robotsFilesOf(crawl: number, isWhole?: boolean): RobotsFiles
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
  const queue = new BoundedQueue(maxRunningAnalyses, maxWaitingAnalyses, limits)
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
  const crawlRequests = createCrawlRequests(sessionOptions, createRobotsReader)
  /** Where crawls started, which never changes. */
  const starts = new LRUCache<number, Promise<URL>>({ max: 1_000 })
  const startOf = (crawl: number): Promise<URL> => {
    const known = starts.get(crawl) ?? crawlOf(deps.db, crawl).then(({ start }) => new URL(start))
    starts.set(crawl, known)
    known.catch(() => starts.delete(crawl))
    return known
  }
  /** Returns the settings of a URL's website, and the identity for requests that were asked for by it. */
  const siteOf = async (asked: URL) => {
    const site = await deps.findSite(domainOf(asked))
    return { ...site, sent: site.identity ? identityFor(asked, site.identity, site.signer) : undefined }
  }
  const ofCrawl = async (crawl: number) => {
    const start = await startOf(crawl)
    const { sent, judgeAsProduction } = await siteOf(start)
    return { share: crawlRequests.of(crawl, sent), ignoredOn: judgeAsProduction ? domainOf(start) : null }
  }
  const robotsFilesOf = (crawl: number, isWhole = false): RobotsFiles => {
    let known: ReturnType<typeof ofCrawl> | undefined
    return async (url, signal) => {
      const { share, ignoredOn } = await (known ??= ofCrawl(crawl))
      const file = await share.robotsFiles(url, signal)
      return !isWhole && domainOf(url) === ignoredOn ? withoutSiteBlocks(file) : file
    }
  }
  const hostSlot = (url: URL) => ({ host: url.host, maxOfHost: maxAnalysesOf(url, deps.hostPaces) })
  return {
    async analyseNow(urlText, { requester, signal, onStage, isAsked = false, render, beforeStoring }) {
      const url = readPageUrl(urlText)
      const either = AbortSignal.any([signal, stop.signal])
      const analysis = () =>
        analyseCounted(
          url,
          { ...deps, requester, asked: isAsked ? url : undefined, render, ...(onStage && { onStage }) },
          either,
          beforeStoring,
        )
      return queue.run(analysis, { key: requester, ...hostSlot(url), signal: either })
    },
    forJobs: {
      analyse(url, key, signal, beforeStoring, { render, asked, crawl }) {
        const analysis = async () => {
          const crawled = crawl !== undefined && {
            asked: await startOf(crawl),
            crawl: { id: crawl, shareFor: (sent?: SentIdentity) => crawlRequests.of(crawl, sent) },
          }
          const ofJob = {
            asked: asked === null ? undefined : new URL(asked),
            ...crawled,
            render: render ?? undefined,
            requester: key,
          }
          return analyseCounted(url, { ...deps, ...ofJob }, signal, beforeStoring)
        }
        return queue.runInBackground(analysis, { key, ...hostSlot(url) })
      },
      async askLink(crawl, url, options) {
        const { share, ignoredOn } = await ofCrawl(crawl)
        return share.askLink(url, { ...options, readRobots: createRobotsReader(ignoredOn) })
      },
      completePage: deps.pool.completePage,
      forgetCrawl: crawlRequests.forget,
      async readSitemap(url, take, { crawl, ...options }) {
        const { sent: identity } = await siteOf(crawl === undefined ? url : await startOf(crawl))
        const shared = crawl === undefined ? {} : { crawl: crawlRequests.of(crawl, identity) }
        const problem = await readSitemapUrls(url, take, { ...sessionOptions, identity, ...shared, ...options })
        return problem && maskFor(identity).hideIn(problem)
      },
      robotsFilesOf,
      room: () => queue.backgroundRoom(),
      shareRoom: (elsewhere) => queue.shareBackgroundRoom(elsewhere),
      roomOfHost: (url) => queue.backgroundRoomOf(hostSlot(new URL(url))),
    },
    figures: () => queue.figures(),
    stopAccepting: () => queue.close(),
    async close() {
      queue.close()
      stop.abort(new QueueClosed())
      await Promise.all([deps.pool.close(), deps.renderer?.close()])
    },
  }
}
