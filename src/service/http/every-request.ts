import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { visitor } from '#service/access/policy.ts'
import { currentWork } from '#service/current-work.ts'
import type { AllowedMethods } from './allowed-methods.ts'
import { sendProblem } from './errors.ts'
import { endUnread } from './long-responses.ts'
import type { Metrics } from './metrics.ts'
import { notFound, shuttingDown } from './problem.ts'
import { isApi, loggedPath, pathOf } from './request.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the number of requests in progress, without health checks. */
    requestsInProgress(): number
  }
}

type Deps = { log: Logger; methods: AllowedMethods; metrics?: Metrics; isDraining: () => boolean }

const isHealth = (path: string) => path === '/healthz' || path === '/readyz'
/** Answered until the end, so that the cause of it can still be read. */
const isOperational = (path: string) => isHealth(path) || path === '/metrics'

/**
 * Handles the common parts of all requests: ID and headers, rejection while shutting down, preflights, unknown routes,
 * the figures, and a log line.
 */
export function everyRequest(app: FastifyInstance, { log, methods, metrics, isDraining }: Deps) {
  let inProgress = 0
  app.decorate('requestsInProgress', () => inProgress)
  endUnread(app)
  app.decorateRequest('reader')

  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request)
    request.reader = visitor
    setCommonHeaders(request, reply)
    if (isDraining()) {
      reply.header('Connection', 'close')
      if (!isOperational(path)) return void sendProblem(shuttingDown(), reply)
    }
    if (!isHealth(path)) {
      inProgress += 1
      reply.raw.once('close', () => {
        inProgress -= 1
        if (!reply.raw.writableEnded)
          logLine(request, reply, { status: reply.raw.headersSent ? reply.statusCode : 499, cut: true })
      })
    }
    if (!request.is404) return currentWork.run({ request: request.id }, done)
    if (request.method === 'OPTIONS') return void respondToOptions(methods.at(path), path, reply)
    sendProblem(methods.refuse(request.method, path), reply)
  })

  app.setNotFoundHandler((request, reply) => sendProblem(methods.refuse(request.method, pathOf(request)), reply))

  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    metrics?.countRequest({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    logLine(request, reply, { status: reply.statusCode })
    done()
  })

  function logLine(request: FastifyRequest, reply: FastifyReply, outcome: { status: number; cut?: boolean }) {
    const path = pathOf(request)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log[isHealth(path) ? 'debug' : 'info']({
      id: request.id,
      method: request.method,
      path: loggedPath(path),
      ...outcome,
      ms,
    })
  }
}

/** Sets the headers that do not depend on the response. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply) {
  const path = pathOf(request)
  reply.header('X-Request-Id', request.id)
  if (!isApi(path)) return
  reply.header('Cache-Control', 'private, no-cache')
  reply.header('X-Content-Type-Options', 'nosniff')
  // Crawlers can fetch the data of a public page. Only the page itself can be indexed.
  reply.header('X-Robots-Tag', 'noindex')
  reply.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  if (!isOpenToOtherOrigins(path)) return void reply.header('Cross-Origin-Resource-Policy', 'same-origin')
  reply.header('Access-Control-Allow-Origin', '*')
  reply.header('Access-Control-Expose-Headers', exposedHeaders)
}

const exposedHeaders =
  'Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, ETag, Date, X-Total-Count, Content-Disposition, Restorable-Until'

/**
 * Returns true if pages of any origin can call a path. They can use routes that need a key, because browsers never send
 * one automatically. Routes without a key (signing in, public pages) are for our own pages only.
 */
const isOpenToOtherOrigins = (path: string) =>
  /^\/api\/v1(\/(?!(?:sign-in|session|account)$|(?:shared|password-resets)(\/|$))|$)/.test(path)

/** Responds to OPTIONS, a preflight or not, with the allowed methods. */
function respondToOptions(allowed: string | undefined, path: string, reply: FastifyReply) {
  if (allowed === undefined) return sendProblem(notFound(), reply)
  if (isOpenToOtherOrigins(path)) {
    reply.header('Access-Control-Allow-Methods', allowed)
    reply.header(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Request-Id',
    )
    reply.header('Access-Control-Max-Age', '7200')
  }
  return reply.code(204).header('Allow', allowed).send()
}
