import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { visitor } from '#service/access/policy.ts'
import { answerPreflight, isOpenToOtherOrigins } from './cors.ts'
import { sendProblem } from './errors.ts'
import { isApi, loggedPath, pathOf } from './path.ts'
import { unavailable } from './problem.ts'
import type { KnownRoutes } from './routes-known.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How many requests are not answered yet, health checks apart. */
    requestsInWork(): number
  }
}

type Deps = { log: Logger; routes: KnownRoutes; isDraining: () => boolean }

const isHealth = (path: string) => path === '/healthz' || path === '/readyz'

/** What happens to every request: its id and headers, refusal while shutting down, preflights, unknown routes, a log line. */
export function everyRequest(app: FastifyInstance, { log, routes, isDraining }: Deps) {
  let inWork = 0
  app.decorate('requestsInWork', () => inWork)
  app.decorateRequest('reader')

  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request)
    request.reader = visitor
    announce(request, reply)
    if (isDraining()) {
      reply.header('Connection', 'close')
      if (!isHealth(path)) return void sendProblem(unavailable('The service is shutting down.', 5), reply)
    }
    if (!isHealth(path)) {
      inWork += 1
      reply.raw.once('close', () => {
        inWork -= 1
        if (!reply.raw.writableEnded)
          logLine(request, reply, { status: reply.raw.headersSent ? reply.statusCode : 499, cut: true })
      })
    }
    if (!request.is404) return done()
    if (request.method === 'OPTIONS') return void answerPreflight(routes.allowed(path), path, reply)
    sendProblem(routes.refuse(request.method, path), reply)
  })

  app.setNotFoundHandler((request, reply) => sendProblem(routes.refuse(request.method, pathOf(request)), reply))

  app.addHook('onResponse', (request, reply, done) => {
    logLine(request, reply, { status: reply.statusCode })
    done()
  })

  function logLine(request: FastifyRequest, reply: FastifyReply, how: { status: number; cut?: boolean }) {
    const path = pathOf(request)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log[isHealth(path) ? 'debug' : 'info']({
      id: request.id,
      method: request.method,
      path: loggedPath(path),
      ...how,
      ms,
    })
  }
}

/** The headers that do not depend on what is answered. */
export function announce(request: FastifyRequest, reply: FastifyReply) {
  const path = pathOf(request)
  reply.header('X-Request-Id', request.id)
  if (!isApi(path)) return
  reply.header('Cache-Control', 'private, no-cache')
  reply.header('X-Content-Type-Options', 'nosniff')
  // Crawlers may read what a public page asks for; whether that is listed is for the page to say.
  reply.header('X-Robots-Tag', 'noindex')
  reply.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  if (!isOpenToOtherOrigins(path)) return void reply.header('Cross-Origin-Resource-Policy', 'same-origin')
  reply.header('Access-Control-Allow-Origin', '*')
  reply.header('Access-Control-Expose-Headers', exposed)
}

const exposed =
  'Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, ETag, Date, X-Total-Count, Content-Disposition'
