import type { FetchedPage, Header } from '#analyser/fetched-page.ts'
import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import type { CrawlShare } from './crawl-requests.ts'
import { failures, PageRefused } from './failures.ts'
import { contextFor, type FetchSession, type SessionOptions, spendRequest, startSession } from './fetch-session.ts'
import { hasPasswordFor } from './identity.ts'
import type { FetchLimits } from './limits.ts'
import { withoutFragment } from './page-url.ts'
import type { ProbedPage, ReadRobots } from './probes/progress.ts'
import { createResponseCache, type ResponseCache } from './probes/response-cache.ts'
import { type OnProgress, runProbes } from './probes/run-probes.ts'
import { blockedResponseOf, failureOfBlocked } from './requests/blocked-response.ts'
import { valuesOf } from './requests/headers.ts'
import { chainTime, followRedirects } from './requests/redirects.ts'
import type { FetchContext, FetchOptions, FetchResponse } from './requests/request.ts'
import { fetchRobots } from './robots.ts'

export type PageFetcherOptions = SessionOptions & {
  readRobots: ReadRobots
  cache?: ResponseCache
  /** For a page of a crawl, what its pages share. */
  crawl?: CrawlShare
}

/** Fetches everything for one report: first the page, then its probe requests. */
export type PageFetcher = {
  /** Throws PageRefused if it is not an HTML page, or the signal's reason. */
  page(url: URL): Promise<FetchedPage>
  /**
   * Returns the response to a page as it is without the identity; null if there is none. It counts as a probe request.
   * @throws the signal's reason
   */
  withoutIdentity(url: URL): Promise<Pick<FetchedPage, 'headers' | 'body'> | null>
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
export function createPageFetcher({
  readRobots,
  cache = sharedCache,
  crawl,
  ...options
}: PageFetcherOptions): PageFetcher {
  const session = startSession(options)
  return {
    page: (url) => fetchPage(url, session, crawl),
    async withoutIdentity(url) {
      const { identity: _, ...context } = contextFor(url, session)
      const chain = chainTime(context.limits.requestMs)
      const fetchOptions: FetchOptions = { ...htmlOptions(context.limits), readsBody: () => true }
      try {
        spendRequest(session.budget)
        const { redirects } = context.limits
        const { response } = await followRedirects(url, fetchOptions, redirects, { ...context, chain })
        return { headers: response.headers, body: response.body }
      } catch (error) {
        options.signal?.throwIfAborted()
        if (error instanceof PageRefused) return null
        throw error
      }
    },
    async probe(page, requests, onProgress) {
      const runCached = crawl?.runCached ?? cache.forPage(page.redirects[0]?.url ?? page.finalUrl)
      const probes = await runProbes(page, requests, session, readRobots, runCached, onProgress)
      options.signal?.throwIfAborted()
      return probes
    },
    close: session.context.connections.close,
  }
}

/**
 * Fetches a page and the robots.txt of its origin.
 * @throws PageRefused if it is not an HTML page, or the signal's reason
 */
export async function fetchPage(requested: URL, session: FetchSession, crawl?: CrawlShare): Promise<FetchedPage> {
  const url = withoutFragment(requested)
  const context = contextFor(url, session)
  const { limits } = context
  const chain = chainTime(limits.requestMs)
  const { response, redirects } = await followRedirects(
    url,
    htmlOptions(limits),
    limits.redirects,
    { ...context, chain },
    undefined,
    crawl?.fetchPage,
  )
  assertSeen(response, context, redirects[0]?.status ?? response.status)
  assertHtml(typeOfBody(declaredType(response.headers), response.body))
  // At least the time of a probe request, because a file cut off sooner would be reported as unreachable.
  const ofRobots = chainTime(Math.max(chain.leftMs, limits.probeMs))
  const robots = crawl
    ? await crawl.robotsFiles(response.url, context.signal)
    : await fetchRobots(response.url, { ...context, chain: ofRobots }, session.budget)
  // A shared file counts too, so that a report of a crawl covers the same URLs.
  if (crawl) spendRequest(session.budget)
  return {
    askedUrl: url.href,
    finalUrl: response.url.href,
    status: response.status,
    httpVersion: response.httpVersion,
    faults: response.faults,
    headers: response.headers,
    contentEncodings: response.contentEncodings,
    redirects,
    wireBytes: response.wireBytes,
    body: response.body,
    truncated: response.truncated,
    timings: response.timings,
    tls: response.tls,
    robots,
  }
}

const htmlOptions = (limits: FetchLimits): FetchOptions => ({
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  bodyBytes: limits.bodyBytes,
  // The times and the certificate must be those of a first visit.
  needsNewConnection: true,
  readsBody: ({ status, headers }) => {
    // A body of any type can name the vendor.
    if (blockedResponseOf(status, headers, undefined)) return true
    const type = declaredType(headers)
    if (type !== 'undeclared') assertHtml(type)
    return true
  },
})

/** Throws if a bot wall sent a refusal or a challenge instead of the page. */
function assertSeen(
  { url, status, headers, body }: FetchResponse,
  { userAgent, identity }: FetchContext,
  answered: number,
): void {
  const blocked = blockedResponseOf(status, headers, body)
  if (!blocked) return
  const failure = failureOfBlocked(blocked, userAgent, hasPasswordFor(url, identity))
  const refused = new PageRefused(failure, { host: url.host, ...blocked })
  refused.answered = answered
  throw refused
}

function assertHtml(type: PageType): void {
  if (type === 'pdf') throw new PageRefused(failures.pdf)
  if (type !== 'html') throw new PageRefused(failures.not_html)
}

export type PageType = 'html' | 'pdf' | 'other' | 'undeclared'

const htmlTypes = new Set(['text/html', 'application/xhtml+xml'])
const placeholderTypes = new Set(['unknown/unknown', 'application/unknown', '*/*'])

/** Returns the type that the last valid Content-Type header declares. */
export function declaredType(headers: readonly Header[]): PageType {
  const essences = valuesOf(headers, 'content-type').map((value) => value.split(';')[0]?.trim().toLowerCase() ?? '')
  const essence = essences.findLast((text) => /^[^\s/]+\/[^\s/]+$/.test(text))
  if (essence === undefined || placeholderTypes.has(essence)) return 'undeclared'
  if (htmlTypes.has(essence)) return 'html'
  return essence === 'application/pdf' || essence === 'application/x-pdf' ? 'pdf' : 'other'
}

/** The tags by which https://mimesniff.spec.whatwg.org recognises HTML, followed by a space or `>`. */
const htmlBeginnings =
  /^(?:<!--|<(?:!doctype html|html|head|body|title|script|style|iframe|h1|div|p|a|b|br|font|table)[\s>])/i

/** Returns the type of a received body. A PDF is recognised in spite of its header. An empty body is HTML. */
export function typeOfBody(declared: PageType, body: Uint8Array): PageType {
  const beginning = Buffer.from(body.subarray(0, 1_024)).toString('latin1')
  const text = beginning
    .replace(/^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '')
    .replaceAll('\0', '')
    .trimStart()
  if (text.startsWith('%PDF-')) return 'pdf'
  if (declared !== 'undeclared') return declared
  return text === '' || htmlBeginnings.test(text) ? 'html' : 'other'
}
