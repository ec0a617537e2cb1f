import { PageRefused } from '#service/fetcher/failures.ts'
import { contextFor, type SessionOptions, startSession } from '#service/fetcher/fetch-session.ts'
import { isSentTo, type SentIdentity } from '#service/fetcher/identity.ts'
import { withoutFragment } from '#service/fetcher/page-url.ts'
import type { HostLimit } from '#service/fetcher/requests/host-limit.ts'
import { type FetchOptions, fetchUrl } from '#service/fetcher/requests/request.ts'
import { maxRequests } from './page-traffic.ts'
import type { FetchForPage } from './rendered-page.ts'

/** Of all responses to a page together, as through the proxy. */
const maxBytes = 20_000_000

/** Headers that the service sets itself, or that belong to a connection or to cookies. */
const notPassedOn =
  /^(?:host|connection|cookie|content-length|transfer-encoding|accept-encoding|te|upgrade|proxy-.*|user-agent|accept)$/i
/** Bodies come decoded and whole, and nothing keeps cookies. */
const notPassedBack = /^(?:content-encoding|content-length|transfer-encoding|connection|keep-alive|set-cookie)$/

/**
 * Returns the function that fetches for one rendered page, with the identity of its website. It fetches nothing from
 * other hosts, follows no redirect, and keeps to the limits of a page, whatever the program asks for.
 */
export function createPageFetches(page: URL, identity: SentIdentity, options: SessionOptions) {
  const session = startSession({ ...options, identity, limits: { ...options.limits, totalMs: 10 * 60_000 } })
  // The browser's request has taken a turn of the host, and holds it meanwhile.
  const hostLimit: HostLimit = (_turn, work) => work(() => {}, 0)
  const context = { ...contextFor(page, session), hostLimit }
  let [requests, bytes] = [0, 0]

  const fetch: FetchForPage = async ({ url: text, method, headers }) => {
    const url = URL.parse(text)
    requests += 1
    // One more for robots.txt of each host.
    if (!url || !isSentTo(url, identity) || requests > 2 * maxRequests || bytes > maxBytes) return null
    const named = (name: string) => headers.find(([known]) => known.toLowerCase() === name)?.[1]
    const request: FetchOptions = {
      ...(method === 'HEAD' && { method }),
      accept: named('accept') ?? '*/*',
      headers: headers.filter(([name]) => !notPassedOn.test(name)),
      bodyBytes: Math.min(context.limits.bodyBytes, maxBytes - bytes),
      readsBody: ({ status }) => status < 300 || status > 399,
    }
    try {
      const userAgent = named('user-agent') ?? context.userAgent
      const response = await fetchUrl(withoutFragment(url), request, { ...context, userAgent })
      bytes += response.body.length
      if (response.truncated) return null
      return {
        status: response.status,
        headers: response.headers.filter(([name]) => !notPassedBack.test(name)),
        body: response.body,
      }
    } catch (error) {
      if (error instanceof PageRefused || context.signal.aborted) return null
      throw error
    }
  }
  return { fetch, close: session.context.connections.close }
}
