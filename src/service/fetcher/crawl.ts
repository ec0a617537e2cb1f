import type { Crawl, Probe, ProbeRequest } from '#analyser/crawl.ts'
import { type CrawlOptions, startSession } from './crawl-session.ts'
import { fetchPage } from './page.ts'
import type { CrawledPage, ReadRobots } from './probe-progress.ts'
import { type OnProgress, runProbes } from './probe.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

export type CrawlerOptions = CrawlOptions & {
  readRobots: ReadRobots
  cache?: ResponseCache
}

/** Fetches everything for one report: first the page, then its linked resources. */
export type Crawler = {
  /** Throws PageRefused if it is not an HTML page, or the signal's reason. */
  page(url: URL): Promise<Crawl>
  /**
   * Returns one probe per request, in order. The sitemaps of a sitemap index follow it as probes of their own. Page and
   * probes together may use 30 extra requests and 30 seconds. Throws only the signal's reason.
   */
  probe(page: CrawledPage, requests: ProbeRequest[], onProgress?: OnProgress): Promise<Probe[]>
  /** Closes its connections. Must be called when the report is made, or failed. */
  close(): void
}

/** Shared by all crawls of the process, so that reports of one website reuse responses. */
const sharedCache = createResponseCache()

/** @param options.readRobots decides by robots.txt whether our own crawler can request a URL */
export function createCrawler({ readRobots, cache = sharedCache, ...options }: CrawlerOptions): Crawler {
  const session = startSession(options)
  return {
    page: (url) => fetchPage(url, session),
    async probe(page, requests, onProgress) {
      const runCached = cache.forPage(page.redirects[0]?.url ?? page.finalUrl)
      const probes = await runProbes(page, requests, session, readRobots, runCached, onProgress)
      options.signal?.throwIfAborted()
      return probes
    },
    close: session.context.connections.close,
  }
}
