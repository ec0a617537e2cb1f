import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { maxBodyBytes } from '#service/http/body.ts'
import { createRequestLimits, type RequestLimits, networkOf } from '#service/http/limits.ts'
import { clientClosedRequest, Problem, tryAgainLater } from '#service/http/problem.ts'
import { originOf, pathOf } from '#service/http/request.ts'
import type { Connections } from './connections.ts'
import { failureOf, problemOfRedirect, sentences } from './failures.ts'
import { methods, upstreamTargetOf } from './forwarded-paths.ts'
import { requestBodyOf, requestHeadersFor, responseHeadersFor } from './headers.ts'
import { isRead, sendUpstream } from './upstream-request.ts'
import type { GatewayLimits, Upstream } from './upstream.ts'

export type GatewayDeps = {
  upstream: Upstream
  connections: Connections
  limits: GatewayLimits
  publicUrl: string | null
  /** Requests without a key, per minute and network. */
  visitorRateLimit: number
  /** The largest body in bytes, by the path of each route that takes more than {@link maxBodyBytes}. */
  largerBodies: Readonly<Record<string, number>>
  log: Logger
}

/** Declares every route below `/api/v1`. Each forwards the request with the caller's API key. */
export function forwardRoutes(app: FastifyInstance, deps: GatewayDeps) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)

  const rates = createRequestLimits({ perKey: null, keyless: deps.visitorRateLimit })
  const onRequest = async (request: FastifyRequest) => {
    if (ignoresKeys(pathOf(request)) || request.headers.authorization === undefined) await rates.countKeyless(request)
  }

  let active = 0
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const target = upstreamTargetOf(request)
    if (active >= deps.limits.requestsAtOnce) throw tryAgainLater('upstream_busy', sentences.busy, 2)
    active += 1
    try {
      await forward(target, request, reply, { ...deps, rates })
    } finally {
      active -= 1
    }
    return reply
  }
  // Upstream remembers an unlocked password in a cookie, and the gateway forwards no cookies.
  for (const act of ['unlock', 'forget'])
    app.post(`/api/v1/shared/:kind/:id/${act}`, { onRequest }, async () => {
      throw new Problem('not_available_here', sentences.ownPagesOnly)
    })
  app.route({ method: methods, url: '/api/v1', onRequest, handler })
  /** The networks whose larger bodies are held, one entry for each body. */
  const holding: string[] = []
  const onLargerRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await onRequest(request)
    if (isRead(request.method) || Number(request.headers['content-length']) <= maxBodyBytes) return
    if (reply.raw.closed) throw clientClosedRequest()
    const { largerBodiesAtOnce, largerBodiesOfNetwork } = deps.limits
    const network = networkOf(request)
    const ofNetwork = holding.filter((address) => address === network).length
    if (holding.length >= largerBodiesAtOnce || ofNetwork >= largerBodiesOfNetwork)
      throw tryAgainLater('upstream_busy', sentences.busy, 2)
    holding.push(network)
    reply.raw.once('close', () => void holding.splice(holding.indexOf(network), 1))
  }
  for (const [url, bodyLimit] of Object.entries(deps.largerBodies))
    app.route({ method: methods, url, onRequest: onLargerRequest, bodyLimit, handler })
  app.route({ method: methods, url: '/api/v1/*', onRequest, handler })
}

/** Paths that ignore keys, so that visitors can't avoid the limit by sending one. */
const ignoresKeys = (path: string) => /^\/api\/v1\/(sign-in|shared)(\/|$)/.test(path)

async function forward(
  target: string,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: GatewayDeps & { rates: RequestLimits },
) {
  const { limits, upstream, publicUrl, rates } = deps
  const isWrite = !isRead(request.method)
  const responseMs = isWrite ? limits.writeMs : limits.silenceMs
  const seconds = Math.round(responseMs / 1000)
  const timeout = startIdleTimeout(
    responseMs,
    () => new Problem('upstream_timeout', sentences.silent(seconds, isWrite)),
  )
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) timeout.abort(clientClosedRequest())
  })
  try {
    const response = await responseTo(target, request, deps, timeout.signal)
    const { statusCode: status = 502, headers } = response
    if (status >= 300 && status < 400 && status !== 304) {
      response.destroy()
      deps.log.info({ id: request.id, redirect: status }, "a redirect wasn't followed")
      throw problemOfRedirect(request.method, headers.location, upstream.target.url.origin)
    }
    if (status === 401 && request.headers.authorization !== undefined)
      await rates.countFailure(request).catch((error: unknown) => {
        response.destroy()
        throw error
      })
    timeout.restart(limits.silenceMs)
    reply.hijack()
    const kept = responseHeadersFor(headers, upstream, originOf(request, publicUrl))
    if (status !== 204 && status !== 304) kept['content-type'] ??= 'text/plain; charset=utf-8'
    reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...kept })
    await pipeBody(response, reply.raw, timeout)
  } finally {
    timeout.end()
  }
}

async function responseTo(
  target: string,
  request: FastifyRequest,
  { upstream, connections, limits, log }: GatewayDeps,
  signal: AbortSignal,
) {
  const { method } = request
  const body = requestBodyOf(request)
  const headers = requestHeadersFor(request, upstream.host, body)
  try {
    return await sendUpstream({ method, target, headers, body }, upstream, connections, limits, signal)
  } catch (error) {
    if (error instanceof Problem) throw error
    const failure = failureOf(error, !isRead(method))
    if (!failure) throw error
    log.warn({ id: request.id, upstream: failure.detail }, 'passing on failed')
    throw failure.problem
  }
}

/**
 * Streams the upstream body to the caller, no faster than the caller reads it. If the upstream response is incomplete,
 * the caller's connection is reset, so that no caller mistakes a part for the whole.
 */
function pipeBody(from: IncomingMessage, to: ServerResponse, timeout: IdleTimeout): Promise<void> {
  return new Promise((resolve) => {
    const resetIfIncomplete = () => {
      // To an HTTP/1.0 caller, an orderly close would mean that the response is complete.
      if (!from.complete || timeout.signal.aborted) to.socket?.resetAndDestroy()
    }
    from.on('data', timeout.refresh)
    from.once('error', resetIfIncomplete)
    from.once('close', resetIfIncomplete)
    to.on('drain', timeout.refresh)
    to.once('close', resolve)
    from.pipe(to)
  })
}

type IdleTimeout = {
  signal: AbortSignal
  /** Restarts the running period. */
  refresh: () => void
  /** Restarts with a period of `ms`. */
  restart: (ms: number) => void
  abort: (reason: Error) => void
  end: () => void
}

/** Aborts its signal with `reason()` once `ms` pass without a refresh. */
function startIdleTimeout(ms: number, reason: () => Error): IdleTimeout {
  const controller = new AbortController()
  const onTimeout = () => controller.abort(reason())
  let timer = setTimeout(onTimeout, ms)
  return {
    signal: controller.signal,
    refresh: () => void timer.refresh(),
    restart(next) {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, next)
    },
    abort: (why) => controller.abort(why),
    end: () => clearTimeout(timer),
  }
}
