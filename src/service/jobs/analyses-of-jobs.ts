import { LRUCache } from 'lru-cache'
import { createRobotsReader, withoutSiteBlocks } from '#analyser/facts/robots-txt.ts'
import { asOwnUrls } from '#analyser/production-host.ts'
import type { RenderMode } from '#contract/reports/rendering.ts'
import { domainOf } from '#contract/websites/website.ts'
import { type CrawlRequests, createCrawlRequests, type CrawlShare } from '#service/fetcher/crawl-requests.ts'
import { identityFor, maskFor, type SentIdentity } from '#service/fetcher/identity.ts'
import type { Mask } from '#service/fetcher/mask.ts'
import { createRedirectRequests } from '#service/fetcher/redirect-requests.ts'
import type { RobotsFiles } from '#service/fetcher/robots.ts'
import {
  readSitemapUrls,
  type SitemapOptions,
  type SitemapProblem,
  type TakeUrls,
} from '#service/fetcher/sitemaps/urls.ts'
import { crawlOf } from '#service/store/jobs/frontier.ts'
import type { analyse, AnalyseDeps, BeforeStoring, FinishedReport } from './analyse.ts'
import type { AnalyserPool } from './analyser-pool.ts'
import type { BoundedQueue } from './bounded-queue.ts'

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
  /**
   * Asks for the URL of a redirect map for a key at once, as crawls ask for links, or returns null if there is no room.
   * @throws the signal's reason when it is aborted
   */
  askRedirect(url: URL, key: string, signal: AbortSignal): ReturnType<CrawlShare['askLink']> | null
  /** Adds what an ended crawl knows to a report's facts, and evaluates them. */
  completePage: AnalyserPool['completePage']
  /** Evaluates a report's facts with what a crawl found later. */
  restatePage: AnalyserPool['restatePage']
  /** Forgets what a crawl's pages shared, when it ends. */
  forgetCrawl(crawl: number): void
  /** Like {@link readSitemapUrls}. */
  readSitemap(
    url: URL,
    take: TakeUrls,
    options: Pick<SitemapOptions, 'signal' | 'allowance' | 'namedBy' | 'requester'> & { crawl?: number },
  ): Promise<SitemapProblem | null>
  /**
   * The robots.txt files that the pages of a crawl share.
   * @param isWhole with the rules that it doesn't obey, because its website is judged as production
   */
  robotsFilesOf(crawl: number, isWhole?: boolean): RobotsFiles
  /** Returns what masks the identity of a crawled website in texts that are kept. */
  maskOf(crawl: number): Promise<Mask>
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

type Analyses = {
  queue: BoundedQueue
  /** Returns the host of a URL, and how many analyses can run for it at once. */
  slotOf: (url: URL) => { host: string; maxOfHost: number }
  analyse: typeof analyse
}

/** Returns the analyses that jobs run in the background of a queue. */
export function analysesOfJobs({ queue, slotOf, analyse }: Analyses, deps: AnalyseDeps): AnalysesOfJobs {
  const session = { allowHosts: deps.allowHosts, ...(deps.hostPaces && { hostPaces: deps.hostPaces }) }
  const requests = createCrawlRequests(session, createRobotsReader)
  const sites = new CrawledSites(deps, requests)
  const redirects = createRedirectRequests()
  return {
    analyse(url, key, signal, beforeStoring, { render, asked, crawl }) {
      const analysis = async () => {
        const ofJob = {
          asked: asked === null ? undefined : new URL(asked),
          ...(crawl !== undefined && (await sites.optionsOf(crawl))),
          render: render ?? undefined,
          requester: key,
        }
        return analyse(url, { ...deps, ...ofJob }, signal, beforeStoring)
      }
      return queue.runInBackground(analysis, { key, ...slotOf(url) })
    },
    async askLink(crawl, url, options) {
      const { share, ignoredOn } = await sites.shareOf(crawl)
      return share.askLink(url, { ...options, readRobots: createRobotsReader(ignoredOn) })
    },
    askRedirect: (url, key, signal) =>
      queue.runInBackground(
        async () => {
          const { sent: identity, judgeAsProduction } = await sites.siteOf(url)
          const readRobots = createRobotsReader(judgeAsProduction ? domainOf(url) : null)
          const options = { ...session, start: url, identity, requester: key, signal, readRobots }
          return maskFor(identity).hide(await redirects.ask(url, options))
        },
        { key, ...slotOf(url) },
      ),
    completePage: deps.pool.completePage,
    restatePage: deps.pool.restatePage,
    forgetCrawl: requests.forget,
    async readSitemap(url, take, { crawl, ...options }) {
      const start = crawl === undefined ? url : await sites.startOf(crawl)
      const { sent: identity, productionHost } = await sites.siteOf(start)
      const shared = crawl === undefined ? {} : { crawl: requests.of(crawl, identity) }
      const own = productionHost === null ? (listed: string) => listed : asOwnUrls(productionHost, start.href)
      const all = { ...session, identity, own, ...shared, ...options }
      const problem = await readSitemapUrls(new URL(own(url.href)), take, all)
      return problem && { ...problem, text: maskFor(identity).hideIn(problem.text) }
    },
    robotsFilesOf: (crawl, isWhole) => sites.robotsFilesOf(crawl, isWhole),
    maskOf: async (crawl) => maskFor((await sites.siteOf(await sites.startOf(crawl))).sent),
    room: () => queue.backgroundRoom(),
    shareRoom: (elsewhere) => queue.shareBackgroundRoom(elsewhere),
    roomOfHost: (url) => queue.backgroundRoomOf(slotOf(new URL(url))),
  }
}

/** Knows where crawls started, how those websites are requested, and what the requests of each crawl share. */
class CrawledSites {
  readonly #deps: Pick<AnalyseDeps, 'db' | 'findSite'>
  readonly #requests: CrawlRequests
  /** Where crawls started, which never changes. */
  readonly #starts = new LRUCache<number, Promise<URL>>({ max: 1_000 })

  constructor(deps: Pick<AnalyseDeps, 'db' | 'findSite'>, requests: CrawlRequests) {
    this.#deps = deps
    this.#requests = requests
  }

  startOf(crawl: number): Promise<URL> {
    const known = this.#starts.get(crawl) ?? crawlOf(this.#deps.db, crawl).then(({ start }) => new URL(start))
    this.#starts.set(crawl, known)
    known.catch(() => this.#starts.delete(crawl))
    return known
  }

  /** Returns the settings of a URL's website, and the identity for requests that were asked for by it. */
  async siteOf(asked: URL) {
    const site = await this.#deps.findSite(domainOf(asked))
    return { ...site, sent: site.identity ? identityFor(asked, site.identity, site.signer) : undefined }
  }

  /** Returns the options for analysing a page of a crawl. */
  async optionsOf(crawl: number): Promise<Pick<AnalyseDeps, 'asked' | 'crawl'>> {
    const shareFor = (identity?: SentIdentity) => this.#requests.of(crawl, identity)
    return { asked: await this.startOf(crawl), crawl: { id: crawl, shareFor } }
  }

  /** @returns also the domain whose robots.txt it doesn't obey, or null */
  async shareOf(crawl: number): Promise<{ share: CrawlShare; ignoredOn: string | null }> {
    const start = await this.startOf(crawl)
    const { sent, judgeAsProduction } = await this.siteOf(start)
    return { share: this.#requests.of(crawl, sent), ignoredOn: judgeAsProduction ? domainOf(start) : null }
  }

  robotsFilesOf(crawl: number, isWhole = false): RobotsFiles {
    let known: ReturnType<typeof this.shareOf> | undefined
    return async (url, signal) => {
      const { share, ignoredOn } = await (known ??= this.shareOf(crawl))
      const file = await share.robotsFiles(url, signal)
      return !isWhole && domainOf(url) === ignoredOn ? withoutSiteBlocks(file) : file
    }
  }
}
