import { isSuccess } from '#analyser/fetched-page.ts'
import type { ProbeRequest, SitemapReading } from '#analyser/probe.ts'
import { offerOldTls } from '../connection/tls.ts'
import type { FetchLimits } from '../limits.ts'
import { noBody } from '../requests/body.ts'
import { contentLengthOf } from '../requests/headers.ts'
import { withoutRedirectBodies } from '../requests/redirects.ts'
import { type FetchContext, type FetchOptions, type FetchResponse, fetchUrl, withHost } from '../requests/request.ts'
import { robotsOptions } from '../robots.ts'
import type { SitemapContents } from '../sitemaps/contents.ts'
import { createSitemapReader, maxChildren, type SitemapAllowance } from '../sitemaps/reader.ts'

/** The part of a response to read, and its purpose. A ProbeRequest has these properties too. */
export type ReadOptions = Pick<ProbeRequest, 'purpose' | 'lookFor'> & { read: ProbeRequest['read'] | 'robots' }

/** One HTTP request or handshake. */
export type ProbeJob = ReadOptions & { url: URL }

/**
 * For which others of a crawl a job is run.
 * @property contents filled with those of a sitemap
 * @property isPage the report of the URL can need its response
 */
export type RunFor = { contents?: SitemapContents; isPage?: boolean }

/** The response to one job. */
export type ProbeResponse = {
  /** The part of the response that was read: at least this `depthOf`. */
  depth: number
  /** Null for a handshake. */
  status: number | null
  headers: FetchResponse['headers']
  response: FetchResponse | null
  isBodyRead: boolean
  wireBytes: number | null
  tlsVersion: string | null
  sitemap: SitemapReading | null
  /** The sitemaps that an index lists. */
  childUrls: string[]
}

const depths: ReadOptions['read'][] = ['nothing', 'start', 'all', 'sitemap', 'robots', 'handshake']

/** Returns a job's reading depth. A response of greater depth serves jobs of lesser depth for the same key. */
export const depthOf = ({ read }: ReadOptions) => depths.indexOf(read)

/** Returns a key for the response of a URL. Handshakes and robots.txt files are kept apart from other responses. */
export const probeResponseKey = (url: URL, { read }: ReadOptions) =>
  read === 'handshake' || read === 'robots' ? `${read} ${url.href}` : url.href

/** A response without its body. Only a successful response has a body worth reading. */
export const headResponse = (status: number, headers: FetchResponse['headers']): ProbeResponse => ({
  depth: isSuccess(status) ? 0 : Infinity,
  status,
  headers,
  response: null,
  isBodyRead: false,
  wireBytes: contentLengthOf(headers),
  tlsVersion: null,
  sitemap: null,
  childUrls: [],
})

/** @throws PageRefused, or the context's signal's reason */
export async function runJob(
  job: ProbeJob,
  context: FetchContext,
  allowance: SitemapAllowance,
  { contents, isPage = false }: RunFor = {},
): Promise<ProbeResponse> {
  const limits = limitsFor(job, context.limits)
  const jobContext = { ...context, limits }
  if (job.read === 'handshake') {
    return { ...headResponse(0, []), status: null, tlsVersion: await oldTlsVersionOf(job.url, jobContext) }
  }
  const sitemap = job.read === 'sitemap' ? readerFor(job, limits, allowance, contents) : null
  const options = sitemap?.options ?? (isPage ? pageOptions(limits) : optionsFor(job, limits))
  let isBodyRead = false as boolean
  const readsBody: FetchOptions['readsBody'] = (head) => {
    isBodyRead = options.readsBody(head)
    return isBodyRead
  }
  const response = await fetchUrl(job.url, withoutRedirectBodies({ ...options, readsBody }), jobContext)
  const result = sitemap?.result() ?? null
  return {
    ...headResponse(response.status, response.headers),
    ...(isSuccess(response.status) && { depth: depthOf(job) }),
    ...(isBodyRead && !response.truncated && { wireBytes: response.wireBytes }),
    response,
    isBodyRead,
    sitemap: result?.reading ?? null,
    childUrls: result?.childUrls ?? [],
  }
}

/** Reads a sitemap for a job, or for all pages of a crawl. */
function readerFor(job: ProbeJob, limits: FetchLimits, allowance: SitemapAllowance, contents?: SitemapContents) {
  if (!contents) return createSitemapReader(job.lookFor ?? [], limits, allowance)
  const all = { ...limits, sitemapChildren: maxChildren + 1 }
  return createSitemapReader(contents, all, allowance, async (urls) => contents.addBatch(urls))
}

/**
 * Reads as much of a URL as the report of a page needs, over a connection of its own, so that its report can be made of
 * the same response.
 */
const pageOptions = (limits: FetchLimits): FetchOptions => ({
  accept: pageTypes,
  bodyBytes: limits.bodyBytes,
  needsNewConnection: true,
  readsBody: () => true,
})

/** Returns the part of a page's response that a job needs, as if it had run alone. */
export function partOf(page: FetchResponse, job: ReadOptions, limits: FetchLimits): ProbeResponse {
  const head = headResponse(page.status, page.headers)
  if (!isSuccess(page.status)) return { ...head, response: { ...page, ...noBody } }
  const depth = depthOf(job)
  if (job.read === 'nothing') return { ...head, depth, response: { ...page, ...noBody } }
  const { bodyBytes } = optionsFor(job, limits)
  const truncated = page.truncated || page.body.length > bodyBytes
  const response = { ...page, body: page.body.subarray(0, bodyBytes), truncated }
  return { ...head, depth, response, isBodyRead: true, ...(!truncated && { wireBytes: page.wireBytes }) }
}

const oldTlsVersionOf = (url: URL, context: FetchContext) =>
  withHost(url, context, async (target, options) => {
    const socket = await context.connections.open(target, options)
    try {
      return await offerOldTls(socket, target, options.signal)
    } finally {
      socket.destroy()
    }
  })

function limitsFor({ read }: ReadOptions, limits: FetchLimits): FetchLimits {
  const requestMs = Math.min(limits.requestMs, read === 'sitemap' ? limits.sitemapMs : limits.probeMs)
  // The start of a harmless file can compress extremely well, so only a whole file counts as a bomb.
  return read === 'start' ? { ...limits, requestMs, inflation: Infinity } : { ...limits, requestMs }
}

const pageTypes = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
const imageTypes = 'image/avif,image/webp,image/svg+xml,image/*;q=0.8,*/*;q=0.5'

function optionsFor({ purpose, read }: ReadOptions, limits: FetchLimits): FetchOptions {
  if (read === 'robots') return robotsOptions(limits)
  const isImage = purpose === 'favicon' || purpose === 'og-image' || (purpose === 'resource' && read === 'start')
  return {
    accept: isImage ? imageTypes : purpose === 'resource' ? '*/*' : pageTypes,
    bodyBytes: read === 'start' ? limits.startBytes : limits.resourceBytes,
    readsBody: ({ status }) => read !== 'nothing' && isSuccess(status),
  }
}
