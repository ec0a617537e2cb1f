import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { maxBodyBytes } from '#service/http/fields.ts'
import { originOf } from '#service/http/origin.ts'
import { clientGone, forbidden, Problem, unavailable } from '#service/http/problem.ts'
import { methods, targetFor } from './address.ts'
import { headersFrom } from './answer-headers.ts'
import { ask, isRead } from './ask.ts'
import type { Connections } from './connections.ts'
import { failureOf } from './failure.ts'
import type { Limits } from './limits.ts'
import { problemOfRedirect } from './redirect.ts'
import { relay } from './relay.ts'
import { bodyOf, headersFor } from './request-headers.ts'
import { sentences } from './sentences.ts'
import type { Upstream } from './upstream.ts'
import { startWatch, type Watch } from './watch.ts'

export type GatewayDeps = {
  upstream: Upstream
  connections: Connections
  limits: Limits
  publicUrl: string | null
  log: Logger
}

/** Many ids at once, as our own service takes them. */
const largestBody = 64 * 1024

/** Everything below `/api/v1`, passed on with the caller's own key and nothing else of theirs. */
export function passOnRoutes(app: FastifyInstance, deps: GatewayDeps) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    async (_: FastifyRequest, body: Buffer) => body,
  )

  let underway = 0
  const passOn = async (request: FastifyRequest, reply: FastifyReply) => {
    const target = targetFor(request)
    if (underway >= deps.limits.requestsAtOnce) throw unavailable(sentences.busy, 2)
    underway += 1
    try {
      await exchange(target, request, reply, deps)
    } finally {
      underway -= 1
    }
    return reply
  }
  // What a password opens is remembered in a cookie, and no cookie comes through.
  app.post('/api/v1/shared/:kind/:id/:act', async () => {
    throw forbidden(sentences.ownPagesOnly)
  })
  app.route({ method: methods, url: '/api/v1', handler: passOn })
  app.route({
    method: methods,
    url: '/api/v1/bulk/*',
    bodyLimit: largestBody,
    config: { largestBody },
    handler: passOn,
  })
  app.route({ method: methods, url: '/api/v1/*', handler: passOn })
}

async function exchange(target: string, request: FastifyRequest, reply: FastifyReply, deps: GatewayDeps) {
  const { limits, upstream, publicUrl } = deps
  const isWrite = !isRead(request.method)
  const firstWait = isWrite ? limits.writeMs : limits.silenceMs
  const seconds = Math.round(firstWait / 1000)
  const watch = startWatch(firstWait, () => new Problem(504, sentences.silent(seconds, isWrite)))
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) watch.abort(clientGone())
  })
  try {
    const answer = await answerTo(target, request, deps, watch)
    const { statusCode: status = 502, headers } = answer
    if (status >= 300 && status < 400 && status !== 304) {
      answer.destroy()
      deps.log.info({ id: request.id, redirect: status }, 'a redirect was not followed')
      throw problemOfRedirect(request.method, headers.location, upstream.target.url.origin)
    }
    watch.wait(limits.silenceMs)
    reply.hijack()
    const kept = headersFrom(headers, upstream, originOf(request, publicUrl))
    if (status !== 204 && status !== 304) kept['content-type'] ??= 'text/plain; charset=utf-8'
    reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...kept })
    await relay(answer, reply.raw, watch)
  } finally {
    watch.end()
  }
}

async function answerTo(
  target: string,
  request: FastifyRequest,
  { upstream, connections, limits, log }: GatewayDeps,
  watch: Watch,
) {
  const body = bodyOf(request)
  const question = { method: request.method, target, headers: headersFor(request, upstream.host, body), body }
  try {
    return await ask(question, upstream, connections, limits, watch.signal)
  } catch (error) {
    if (error instanceof Problem) throw error
    const failure = failureOf(error, !isRead(request.method))
    if (!failure) throw error
    log.warn({ id: request.id, upstream: failure.detail }, 'passing on failed')
    throw failure.problem
  }
}
