import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { CrawlTimings, Header, Tls } from '#analyser/crawl.ts'
import type { DecodedBody } from './decode.ts'
import { dial, secure } from './dial.ts'
import { failureOf } from './failure.ts'
import { askHttp1 } from './http1.ts'
import { askHttp2 } from './http2.ts'
import type { Limits } from './limits.ts'
import type { Lookup } from './lookup.ts'
import { PageRefused } from './page-refused.ts'
import type { Politeness } from './politeness.ts'
import { readBody, type TakeBody, unread } from './read-body.ts'
import type { Reply } from './reply.ts'
import { addressesOf } from './resolve.ts'
import { sentences } from './sentences.ts'
import { readTarget, type Target } from './target.ts'
import { orAborted, startTimeLimit } from './time-limit.ts'
import { tlsFactsOf } from './tls-facts.ts'

/** What all requests for one page share. */
export type Context = {
  allowHosts: ReadonlySet<string>
  limits: Limits
  lookup: Lookup
  politeness: Politeness
  userAgent: string
  signal: AbortSignal
}

export type Head = { url: URL; status: number; headers: Header[] }

export type Wanted = {
  accept: string
  bodyBytes: number
  /** Called before the body is read: false leaves it unread, a throw refuses the answer. */
  wantsBody: (head: Head) => boolean
  /** Instead of keeping the body. */
  takeBody?: TakeBody
}

export type Answer = Head &
  DecodedBody & { httpVersion: Reply['httpVersion']; wireBytes: number; timings: CrawlTimings; tls: Tls | null }

/**
 * One guarded GET, on a connection of its own, following nothing.
 * @throws PageRefused, or the context's signal's reason
 */
export const request = (url: URL, wanted: Wanted, context: Context): Promise<Answer> =>
  inTurn(url, context, (target, signal) => exchange(target, wanted, { ...context, signal }))

/**
 * One connection's worth of work with a host, when it is its turn and within the time of one request.
 * @throws PageRefused, or the context's signal's reason
 */
export async function inTurn<T>(
  url: URL,
  context: Context,
  work: (target: Target, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const target = readTarget(url, context.allowHosts)
  const host = target.allowed ? `${target.host}:${target.port}` : target.host
  const endTurn = await context.politeness.takeTurn(host, target.allowed ? 0 : context.limits.restMs, context.signal)
  const { requestMs } = context.limits
  const tooLong = () => new PageRefused(sentences.tookTooLong(requestMs), { host, limit: 'request' })
  const limit = startTimeLimit(requestMs, tooLong, context.signal)
  try {
    return await work(target, limit.signal)
  } finally {
    limit.end()
    endTurn()
  }
}

async function exchange(target: Target, wanted: Wanted, context: Context): Promise<Answer> {
  const { limits, signal } = context
  const times = [performance.now()]
  const mark = () => times.push(performance.now())
  const addresses = await addressesOf(target, context.lookup, limits, signal)
  mark()
  const plain = await dial(target, addresses, limits, signal)
  mark()
  let socket: Socket = plain
  let reply: Reply | undefined
  try {
    if (target.secure) socket = await secure(plain, target, signal)
    const tls = socket instanceof TLSSocket ? tlsFactsOf(socket) : null
    mark()
    reply = await ask(socket, target, wanted, context)
    mark()
    const head = { url: target.url, status: reply.status, headers: reply.headers }
    const end = () => {
      mark()
      reply?.close()
      socket.destroy()
    }
    const body = wanted.wantsBody(head) ? await readBody(reply, wanted, limits, signal, end) : unread
    end()
    return {
      ...head,
      ...body,
      httpVersion: reply.httpVersion,
      timings: timingsOf(times, target),
      tls,
    }
  } catch (error) {
    throw failureOf(error, target, limits, signal)
  } finally {
    reply?.close()
    socket.destroy()
    plain.destroy()
  }
}

function ask(socket: Socket, target: Target, wanted: Wanted, context: Context): Promise<Reply> {
  const { url } = target
  const message = {
    url,
    accept: wanted.accept,
    userAgent: context.userAgent,
    headerBytes: context.limits.headerBytes,
  }
  const isHttp2 = socket instanceof TLSSocket && socket.alpnProtocol === 'h2'
  return orAborted(isHttp2 ? askHttp2(socket, message) : askHttp1(socket, message), context.signal)
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
