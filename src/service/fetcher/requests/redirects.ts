import { isUtf8 } from 'node:buffer'
import type { Hop } from '#analyser/fetched-page.ts'
import { noHosts, readTarget } from '../connection/target.ts'
import { failures, PageRefused } from '../failures.ts'
import { hasCredentials } from '../page-url.ts'
import { valuesOf } from './headers.ts'
import {
  type ChainTime,
  type FetchContext,
  type FetchOptions,
  type FetchResponse,
  fetchUrl,
  type ResponseHead,
} from './request.ts'

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** @property allowHosts the entries of the allow list that the response can name */
export type Followed = { response: FetchResponse; redirects: Hop[]; allowHosts: ReadonlySet<string> }

/**
 * Fetches a URL and follows its redirects. Every hop is checked again. All together have the time of one request, or
 * that of the context's chain.
 * @param beforeEach called before every request; may throw
 * @param fetch sends a request, or has its response already
 * @throws PageRefused for a redirect loop and for more than `maxRedirects` redirects
 */
export async function followRedirects(
  start: URL,
  options: FetchOptions,
  maxRedirects: number,
  context: FetchContext,
  beforeEach: () => void = () => {},
  fetch: typeof fetchUrl = fetchUrl,
): Promise<Followed> {
  const redirects: Hop[] = []
  const { chain = chainTime(context.limits.requestMs) } = context
  let { allowHosts } = context
  for (let url = start; ;) {
    beforeEach()
    // A host outside the allow list cannot redirect to one of its entries.
    if (!readTarget(url, allowHosts).allowed) allowHosts = noHosts
    try {
      const response = await fetch(url, withoutRedirectBodies(options), { ...context, allowHosts, chain })
      const next = followHop(url, response, redirects, maxRedirects)
      if (!next) return { response, redirects, allowHosts }
      url = next
    } catch (error) {
      if (error instanceof PageRefused) error.answered = redirects[0]?.status ?? null
      throw error
    }
  }
}

export const chainTime = (leftMs: number): ChainTime => ({ leftMs, isStarted: false })

/** Leaves the body of a redirect unread. */
export const withoutRedirectBodies = (options: FetchOptions): FetchOptions => ({
  ...options,
  readsBody: (head) => locationOf(head) === null && options.readsBody(head),
})

/**
 * Returns the URL that a response redirects to and appends the hop to `redirects`. Returns null for a final response.
 * @throws PageRefused for a redirect loop and for more than `maxRedirects` redirects
 */
export function followHop(
  url: URL,
  response: Pick<ResponseHead, 'status' | 'headers'>,
  redirects: Hop[],
  maxRedirects: number,
): URL | null {
  const location = locationOf(response)
  if (location === null) return null
  redirects.push({ url: url.href, status: response.status, location })
  if (redirects.length > maxRedirects) {
    throw new PageRefused(failures.too_many_redirects(maxRedirects), { host: url.host })
  }
  const next = destinationOf(location, url)
  if (redirects.some((hop) => hop.url === next.href))
    throw new PageRefused(failures.redirect_loop, { host: next.host, hops: redirects.length })
  return next
}

function locationOf({ status, headers }: Pick<ResponseHead, 'status' | 'headers'>): string | null {
  if (!redirectStatuses.has(status)) return null
  const [location] = valuesOf(headers, 'location')
  return location === undefined ? null : asUtf8(location)
}

function destinationOf(location: string, from: URL): URL {
  const url = URL.parse(location, from.href)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new PageRefused(failures.redirect_scheme, { host: from.host })
  }
  if (hasCredentials(url)) throw new PageRefused(failures.redirect_credentials, { host: from.host })
  url.hash = ''
  return url
}

/** Node decodes header bytes as Latin-1. Like browsers, reads a Location that is valid UTF-8 as UTF-8. */
function asUtf8(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : value
}
