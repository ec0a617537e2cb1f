import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ruleset } from '#analyser/catalogue.ts'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import type { RulesetChanges } from '#contract/reports/ruleset-changes.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import { extensionNames, type ServiceInfo, serviceName } from '#contract/service-info.ts'
import { findRulesetChanges } from '#service/store/reports/ruleset-changes.ts'
import type { HttpDeps } from '../deps.ts'
import { databaseUnavailable, notFound, shuttingDown } from '../problem.ts'
import { idIn, isNotModified } from '../request.ts'

/** Declares the routes about the service itself: version, checks and API. */
export function serviceRoutes(app: FastifyInstance, { store, identify, version, canPrint, describeApi }: HttpDeps) {
  app.get(
    '/api/v1',
    { onRequest: identify.anyone },
    async ({ reader }): Promise<Omit<ServiceInfo, 'key'> & Partial<ServiceInfo>> => {
      const info = {
        service: serviceName,
        version,
        extensions: extensionNames.filter((name) => name !== 'document_pdf' || canPrint),
      }
      return reader.kind === 'key' ? { ...info, key: reader.key } : info
    },
  )

  const sendChecks = constantJson(() => ({ data: checkCatalogue(), ruleset, status: 200 }))
  app.get('/api/v1/checks', { onRequest: identify.lenient }, async (request, reply) => sendChecks(request, reply))

  app.get(
    '/api/v1/rulesets/:id/changes',
    identify.to('list reports'),
    async (request): Promise<ItemEnvelope<RulesetChanges>> => {
      const id = idIn(request)
      if (id > ruleset) throw notFound()
      return { data: { ruleset: id, ...(await findRulesetChanges(store.db, id)) }, status: 200 }
    },
  )

  const sendDocument = constantJson(() => describeApi())
  app.get('/api/v1/openapi.json', { onRequest: identify.lenient }, async (request, reply) =>
    sendDocument(request, reply),
  )
}

/** Declares the figures of this process for Prometheus. */
export function metricsRoutes(
  app: FastifyInstance,
  { store, identify, metrics }: Pick<HttpDeps, 'store' | 'identify' | 'metrics'>,
) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    metrics.countRequest(
      { method, route: routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/metrics', identify.to('read metrics'), async (_, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return metrics.read(store.db)
  })
}

/** Declares the health checks, for load balancers and containers. */
export function healthRoutes(app: FastifyInstance, { store, isDraining }: Pick<HttpDeps, 'store' | 'isDraining'>) {
  app.get('/healthz', async () => ({ state: 'alive', status: 200 }))

  app.get('/readyz', async () => {
    if (isDraining()) throw shuttingDown()
    if (!(await respondsInTime(store.ping()))) throw databaseUnavailable()
    // Still 200: without its traffic, the service could not even serve what it can read.
    return { state: (await store.isDiskFull()) ? 'disk_full' : 'ready', status: 200 }
  })
}

/** Returns a handler for JSON that is the same for every reader until the program changes. It is serialised once. */
function constantJson(create: () => object) {
  let serialised: { body: string; tag: string } | undefined
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { body, tag } = (serialised ??= withTag(JSON.stringify(create())))
    reply.header('ETag', tag).header('Cache-Control', 'public, max-age=300').header('Vary', 'accept-encoding')
    if (isNotModified(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  }
}

const withTag = (body: string) => ({ body, tag: `W/"${hash('sha256', body, 'base64url').slice(0, 16)}"` })

/** In milliseconds. */
const pingTimeoutMs = 2_000

/** Returns false if the database rejects the ping or does not respond in time. */
async function respondsInTime(ping: Promise<void>): Promise<boolean> {
  const done = new AbortController()
  const timeout = delay(pingTimeoutMs, false, { signal: done.signal, ref: false }).catch(() => false)
  const responded = ping.then(
    () => true,
    () => false,
  )
  return Promise.race([responded, timeout]).finally(() => done.abort())
}
