import type { FetchTimings, Header, Tls } from '#analyser/fetched-page.ts'
import type { ResponseFault } from '#contract/reports/report-facts.ts'
import type { ConnectOptions, SessionConnections } from '../connection/connections.ts'
import { type GetRequest, type GetResponse, HeadersTooLarge, type Method } from '../connection/http-get.ts'
import type { Lookup } from '../connection/lookup.ts'
import { hostKeyOf, readTarget, type Target } from '../connection/target.ts'
import { codeOf, errorDetailOf, type Failure, failures, PageRefused } from '../failures.ts'
import { headersFor, type SentIdentity, userAgentFor } from '../identity.ts'
import type { FetchLimits } from '../limits.ts'
import { orAborted, startTimeLimit } from '../timing.ts'
import { type Body, type ConsumeBody, discardBody, noBody, readBody } from './body.ts'
import { type HostLimit, type OnResponse, allowedPace, defaultPace, type HostPaces } from './host-limit.ts'

/**
 * The time in milliseconds that the requests of a session may still take. Waiting for a host's turn does not count, so
 * that a report does not depend on the service's load.
 */
type TimeLeft = { leftMs: number }

/**
 * The time in milliseconds for a URL with all its redirects. It includes the rests that their hosts get.
 * @property isStarted a request was sent
 */
export type ChainTime = TimeLeft & { isStarted: boolean }

/** Shared by all requests of one session. */
export type FetchContext = {
  allowHosts: ReadonlySet<string>
  limits: FetchLimits
  time: TimeLeft
  chain?: ChainTime
  lookup: Lookup
  hostLimit: HostLimit
  hostPaces: HostPaces
  requester: string
  connections: SessionConnections
  userAgent: string
  /** Sent to the hosts that it is for, and to no others. */
  identity?: SentIdentity | undefined
  signal: AbortSignal
}

export type ResponseHead = { url: URL; status: number; headers: Header[] }

export type FetchOptions = {
  /** GET if it is left out. */
  method?: Method
  /** Sent with methods other than GET and HEAD. */
  requestBody?: Uint8Array | null
  accept: string
  /** Further ones. Those of an identity take their place. */
  headers?: readonly Header[]
  bodyBytes: number
  /** Measures a connection of its own instead of using an open one. */
  needsNewConnection?: boolean
  /** Called with the head: false leaves the body unread, a throw refuses the response. */
  readsBody: (head: ResponseHead) => boolean
  /** Consumes the body instead of keeping it. */
  consumeBody?: ConsumeBody
}

export type FetchResponse = ResponseHead &
  Body & { httpVersion: GetResponse['httpVersion']; faults: ResponseFault[]; timings: FetchTimings; tls: Tls | null }

/** @property responded must be called with each response */
type Turn = ConnectOptions & { responded: OnResponse }

/**
 * Sends one request and follows no redirect. The host is checked before each new connection.
 * @throws PageRefused, or the context's signal's reason
 */
export const fetchUrl = (url: URL, options: FetchOptions, context: FetchContext): Promise<FetchResponse> =>
  withHost(url, context, (target, turn) => exchange(target, options, context, turn))

/**
 * Runs `work` for the host of a URL when its turn comes, within the time limits of one request and of the session.
 * @throws PageRefused, or the context's signal's reason
 */
export async function withHost<T>(
  url: URL,
  { allowHosts, limits, time, chain, lookup, hostLimit, hostPaces, requester, signal }: FetchContext,
  work: (target: Target, turn: Turn) => Promise<T>,
): Promise<T> {
  const target = readTarget(url, allowHosts)
  const host = hostKeyOf(target)
  const pace = hostPaces.get(host) ?? (target.allowed ? allowedPace : defaultPace)
  const times = { limits, time, ...(chain && { chain }) }
  timeFor(host, times)
  return hostLimit({ host, pace, requester, signal }, async (responded, pausedMs) => {
    if (chain) chain.leftMs -= pausedMs
    const { ms, timeUp } = timeFor(host, times)
    const start = performance.now()
    const limit = startTimeLimit(ms, timeUp, signal)
    try {
      return await work(target, { lookup, limits, signal: limit.signal, maxConcurrent: pace.maxConcurrent, responded })
    } catch (error) {
      if (error instanceof PageRefused && error.code === 'timeout') responded(null, limits.requestMs)
      throw error
    } finally {
      limit.end()
      const spentMs = performance.now() - start
      time.leftMs -= spentMs
      if (chain) {
        chain.leftMs -= spentMs
        chain.isStarted = true
      }
    }
  })
}

type Times = Pick<FetchContext, 'limits' | 'time' | 'chain'>

/**
 * Returns the time in milliseconds that a request may take, and the error when it is over.
 * @throws that error if no time is left
 */
function timeFor(host: string, { limits: { requestMs, totalMs }, time, chain }: Times) {
  const ms = Math.min(requestMs, time.leftMs, chain?.leftMs ?? Infinity)
  const timeUp = () => {
    if (ms === time.leftMs) return new PageRefused(failures.time_up(totalMs), { host, limit: 'total' })
    return chain?.isStarted
      ? new PageRefused(failures.time_up(requestMs), { host, limit: 'chain' })
      : new PageRefused(failures.timeout(requestMs), { host, limit: 'request' })
  }
  if (ms <= 0) throw timeUp()
  return { ms, timeUp }
}

async function exchange(
  target: Target,
  options: FetchOptions,
  context: FetchContext,
  turn: Turn,
): Promise<FetchResponse> {
  const { limits, connections } = context
  const { signal, responded } = turn
  const start = performance.now()
  const { url } = target
  for (let needsNew = options.needsNewConnection ?? false; ; needsNew = true) {
    // What can fail without the server comes before the connection, so that no open one is left behind.
    const { request, needsTrust } = requestFor(target, options, context, signal)
    const lease = await connections.take(target, { ...turn, trustedOnly: needsTrust }, needsNew)
    let response: GetResponse | undefined
    let ended = 0
    const onReceived = () => {
      ended ||= performance.now()
      response?.close()
      lease.release()
    }
    try {
      const sent = performance.now()
      response = await orAborted(lease.get(request), signal)
      const headed = performance.now()
      responded(response.status, headed - sent)
      const head = { url, status: response.status, headers: response.headers }
      const readsBody = options.readsBody(head)
      if (!readsBody) await discardBody(response, limits, signal, request.method)
      const body = readsBody ? await readBody(response, options, limits, signal, onReceived) : noBody
      onReceived()
      const timings = timingsOf([start, ...lease.times, headed, ended], target)
      const faults = [...response.faults, ...(body.hasTrailingBytes ? (['trailing_bytes'] as const) : [])]
      return { ...head, ...body, httpVersion: response.httpVersion, faults, timings, tls: lease.tls }
    } catch (error) {
      const isFinal = error instanceof HeadersTooLarge || error instanceof PageRefused
      const isStale = lease.isReused && !response && !signal.aborted && !isFinal
      if (!isStale) throw refusalOf(error, target, limits, signal)
      // The server closed the open connection before it saw the request, so a new one is used.
    } finally {
      onReceived()
    }
  }
}

/** Returns a request with the identity that its URL gets, and whether its server must be trusted because of it. */
function requestFor(
  { url, allowed }: Target,
  { method, accept, headers = [], requestBody = null }: FetchOptions,
  { limits, userAgent, identity }: FetchContext,
  signal: AbortSignal,
): { request: GetRequest; needsTrust: boolean } {
  const own = headersFor(url, identity)
  const agent = userAgentFor(url, identity, userAgent)
  const taken = new Set(own.map(([name]) => name.toLowerCase()))
  const others = headers.filter(([name]) => !taken.has(name.toLowerCase()))
  const { headerBytes } = limits
  return {
    request: {
      method: method ?? 'GET',
      url,
      userAgent: agent,
      accept,
      headers: [...others, ...own],
      body: requestBody,
      headerBytes,
      signal,
    },
    needsTrust: !allowed && (own.length > 0 || agent !== userAgent),
  }
}

function timingsOf(times: number[], target: Target): FetchTimings {
  const [start = 0, resolved = 0, connected = 0, secured = 0, headed = 0, ended = 0] = times
  const ms = (from: number, to: number) => Math.round((to - from) * 10) / 10
  return {
    dns: target.literal ? null : ms(start, resolved),
    connect: ms(resolved, connected),
    tls: target.secure ? ms(connected, secured) : null,
    ttfb: ms(secured, headed),
    download: ms(headed, ended),
    total: ms(target.literal ? resolved : start, ended),
  }
}

/** Converts an error of an open connection to a PageRefused. Returns a bug of our own unchanged. */
function refusalOf(error: unknown, { host, port }: Target, limits: FetchLimits, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const code = codeOf(error)
  if (error instanceof PageRefused || code === undefined) return error
  return new PageRefused(failureFor(code, limits), { host, port, ...errorDetailOf(error) })
}

function failureFor(code: string, limits: FetchLimits): Failure {
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HEADERS_TOO_LARGE') {
    return failures.headers_too_large(limits.headerBytes)
  }
  // The server has closed an HTTP/2 session that is still being made.
  if (code === 'ERR_HTTP2_GOAWAY_SESSION' || code === 'ERR_HTTP2_INVALID_SESSION') return failures.connection_closed
  if (code === 'INVALID_HEAD' || code.startsWith('HPE_') || code.startsWith('ERR_HTTP'))
    return failures.invalid_response
  if (code.startsWith('ERR_SSL_')) return failures.tls
  return failures.connection_closed
}
