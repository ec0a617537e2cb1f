import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { CrawlTimings, Header, Tls } from '#analyser/crawl.ts'
import { type Body, type ConsumeBody, noBody, readBody } from './body.ts'
import { dial } from './dial.ts'
import type { HostLimit } from './host-limit.ts'
import { getByHttp1, getByHttp2, type GetResponse } from './http-get.ts'
import type { Limits } from './limits.ts'
import { addressesOf, type Lookup } from './lookup.ts'
import { causeOf, codeOf, PageRefused } from './page-refused.ts'
import { type Failure, failures } from './failures.ts'
import { readTarget, type Target } from './target.ts'
import { orAborted, startTimeLimit } from './time-limit.ts'
import { secure, tlsFactsOf } from './tls.ts'

/**
 * The time in milliseconds that the requests of a crawl may still take. Waiting for a host's turn does not count, so
 * that a report does not depend on what else the service does.
 */
type TimeLeft = { leftMs: number }

/** Shared by all requests of one crawl. */
export type FetchContext = {
  allowHosts: ReadonlySet<string>
  limits: Limits
  time: TimeLeft
  lookup: Lookup
  hostLimit: HostLimit
  userAgent: string
  signal: AbortSignal
}

export type ResponseHead = { url: URL; status: number; headers: Header[] }

export type FetchOptions = {
  accept: string
  bodyBytes: number
  /** Called with the head: false leaves the body unread, a throw refuses the response. */
  readsBody: (head: ResponseHead) => boolean
  /** Consumes the body instead of keeping it. */
  consumeBody?: ConsumeBody
}

export type FetchResponse = ResponseHead &
  Body & { httpVersion: GetResponse['httpVersion']; timings: CrawlTimings; tls: Tls | null }

/**
 * Sends one GET on a connection of its own and follows no redirect. The host is checked before each connection.
 * @throws PageRefused, or the context's signal's reason
 */
export const fetchUrl = (url: URL, options: FetchOptions, context: FetchContext): Promise<FetchResponse> =>
  withHost(url, context, (target, signal) => exchange(target, options, { ...context, signal }))

/**
 * Runs `work` for the host of a URL when its turn comes, within the time limits of one request and of the crawl.
 * @throws PageRefused, or the context's signal's reason
 */
export async function withHost<T>(
  url: URL,
  { allowHosts, limits, time, hostLimit, signal }: FetchContext,
  work: (target: Target, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const target = readTarget(url, allowHosts)
  const host = target.allowed ? `${target.host}:${target.port}` : target.host
  const { requestMs, totalMs } = limits
  const timeUp = () => new PageRefused(failures.time_up(totalMs), { host, limit: 'total' })
  const timedOut = () => new PageRefused(failures.timeout(requestMs), { host, limit: 'request' })
  if (time.leftMs <= 0) throw timeUp()
  return hostLimit(host, target.allowed ? 0 : limits.hostPauseMs, signal, async () => {
    const start = performance.now()
    const isLast = time.leftMs <= requestMs
    const limit = startTimeLimit(isLast ? time.leftMs : requestMs, isLast ? timeUp : timedOut, signal)
    try {
      return await work(target, limit.signal)
    } finally {
      limit.end()
      time.leftMs -= performance.now() - start
    }
  })
}

/** Opens a connection to one of the checked addresses of a target. */
export async function connectTo(
  target: Target,
  { lookup, limits }: FetchContext,
  signal: AbortSignal,
  onLookup: () => void = () => {},
): Promise<Socket> {
  const addresses = await addressesOf(target, lookup, limits, signal)
  onLookup()
  return dial(target, addresses, limits, signal)
}

async function exchange(target: Target, options: FetchOptions, context: FetchContext): Promise<FetchResponse> {
  const { limits, signal } = context
  const times = [performance.now()]
  const mark = () => times.push(performance.now())
  const plain = await connectTo(target, context, signal, mark)
  mark()
  let socket: Socket = plain
  let response: GetResponse | undefined
  try {
    if (target.secure) socket = await secure(plain, target, signal)
    const tls = socket instanceof TLSSocket ? tlsFactsOf(socket) : null
    mark()
    response = await sendGet(socket, target, options, context)
    mark()
    const head = { url: target.url, status: response.status, headers: response.headers }
    const onReceived = () => {
      mark()
      response?.close()
      socket.destroy()
    }
    const body = options.readsBody(head) ? await readBody(response, options, limits, signal, onReceived) : noBody
    onReceived()
    return { ...head, ...body, httpVersion: response.httpVersion, timings: timingsOf(times, target), tls }
  } catch (error) {
    throw refusalOf(error, target, limits, signal)
  } finally {
    response?.close()
    socket.destroy()
    plain.destroy()
  }
}

function sendGet(
  socket: Socket,
  { url }: Target,
  { accept }: FetchOptions,
  { userAgent, limits, signal }: FetchContext,
): Promise<GetResponse> {
  const request = { url, accept, userAgent, headerBytes: limits.headerBytes }
  const isHttp2 = socket instanceof TLSSocket && socket.alpnProtocol === 'h2'
  return orAborted(isHttp2 ? getByHttp2(socket, request) : getByHttp1(socket, request), signal)
}

function timingsOf(times: number[], target: Target): CrawlTimings {
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
function refusalOf(error: unknown, { host, port }: Target, limits: Limits, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const code = codeOf(error)
  if (error instanceof PageRefused || code === undefined) return error
  return new PageRefused(failureFor(code, limits), { host, port, ...causeOf(error) })
}

function failureFor(code: string, limits: Limits): Failure {
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HEADERS_TOO_LARGE') {
    return failures.headers_too_large(limits.headerBytes)
  }
  if (code.startsWith('HPE_') || code.startsWith('ERR_HTTP')) return failures.invalid_response
  if (code.startsWith('ERR_SSL_')) return failures.tls
  return failures.connection_closed
}
