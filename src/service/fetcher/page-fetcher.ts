import type { FetchedPage } from '#analyser/fetched-page.ts'
import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import { type SessionOptions, startSession } from './fetch-session.ts'
import { fetchPage } from './page.ts'
import type { ProbedPage, ReadRobots } from './probes/progress.ts'
import { createResponseCache, type ResponseCache } from './probes/response-cache.ts'
import { type OnProgress, runProbes } from './probes/run-probes.ts'

export type PageFetcherOptions = SessionOptions & {
  readRobots: ReadRobots
  cache?: ResponseCache
}

/** Fetches everything for one report: first the page, then the probes of what it names. */
export type PageFetcher = {
  /** Throws PageRefused if it is not an HTML page, or the signal's reason. */
  page(url: URL): Promise<FetchedPage>
  /**
   * Returns one probe per request, in order. The sitemaps of a sitemap index follow it as probes of their own. Page and
   * probes together may use 30 probe requests and 30 seconds. Throws only the signal's reason.
   */
  probe(page: ProbedPage, requests: ProbeRequest[], onProgress?: OnProgress): Promise<Probe[]>
  /** Closes its connections. Must be called when the report is made, or failed. */
  close(): void
}

/** Shared by all page fetchers of the process, so that reports of one website reuse responses. */
const sharedCache = createResponseCache()

/** @param options.readRobots decides by robots.txt whether our own crawler can request a URL */
export function createPageFetcher({ readRobots, cache = sharedCache, ...options }: PageFetcherOptions): PageFetcher {
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
