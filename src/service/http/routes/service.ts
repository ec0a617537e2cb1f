import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { ruleset } from '#analyser/catalogue.ts'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { ifNoneMatch } from '#contract/openapi/parameters.ts'
import { Health, itemOf } from '#contract/openapi/schemas.ts'
import { CheckCatalogue } from '#contract/reports/analysis.ts'
import { RulesetChanges } from '#contract/reports/ruleset-changes.ts'
import { extensionNames, ServiceInfo } from '#contract/service-info.ts'
import { findRulesetChanges } from '#service/store/reports/ruleset-changes.ts'
import { databaseUnavailable, notFound, shuttingDown } from '../problem.ts'
import { keyed, route } from '../route.ts'
import { constantJson, sendConstant } from '../serialize.ts'

const notModified = { 304: { description: 'Not modified.', headers: ['ETag'] } } as const

const checks = constantJson(() => ({ data: checkCatalogue(), ruleset, status: 200 }))

/** The service itself: its version, checks and API. */
export const serviceRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1',
      access: 'with or without a key',
      id: 'showService',
      summary: 'List the extensions',
      responses: {
        200: { description: 'Names of the extensions, and the key of this request.', schema: ServiceInfo },
      },
      errors: keyed,
    },
    async ({ reader }, { version, canPrint }) => {
      const info = {
        service: 'SEO Reports',
        version,
        extensions: extensionNames.filter((name) => name !== 'document_pdf' || canPrint),
      }
      return reader.kind === 'key' ? { ...info, key: reader.key } : info
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/checks',
      access: 'anyone',
      id: 'listChecks',
      summary: 'List the checks',
      extension: 'checks',
      headers: [ifNoneMatch],
      responses: {
        200: { description: 'All checks, in the order of a report.', schema: CheckCatalogue, headers: ['ETag'] },
        ...notModified,
      },
      errors: keyed,
    },
    async ({ request, reply }) => sendConstant(request, reply, checks()),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/rulesets/{id}/changes',
      access: 'list reports',
      id: 'showRulesetChanges',
      summary: 'Get what a ruleset changed in stored reports',
      extension: 'ruleset_changes',
      responses: {
        200: {
          description: 'Changed ratings, and changed results by check.',
          schema: itemOf('RulesetChangesItem', RulesetChanges, 200),
        },
      },
      errors: [...keyed, 404],
    },
    async ({ params: { id } }, { db }) => {
      if (id > ruleset) throw notFound()
      return { data: { ruleset: id, ...(await findRulesetChanges(db, id)) }, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/openapi.json',
      access: 'anyone',
      id: 'showDocument',
      summary: 'Get this document',
      extension: 'openapi',
      headers: [ifNoneMatch],
      responses: {
        200: {
          description: 'An OpenAPI document.',
          schema: z.looseObject({ openapi: z.string() }),
          headers: ['ETag'],
        },
        ...notModified,
      },
      errors: keyed,
    },
    async ({ request, reply }, { apiDocument }) => sendConstant(request, reply, apiDocument()),
  ),
]

/** The figures of this process for Prometheus. */
export const metricsRoutes = [
  route(
    {
      method: 'GET',
      path: '/metrics',
      access: 'read metrics',
      id: 'readMetrics',
      summary: 'Get the metrics of this process',
      description:
        'For Prometheus: requests, analyses by outcome, waiting jobs of all processes, database, memory and event loop. Send a key, which can be read-only.',
      tag: 'Service',
      responses: { 200: { description: 'The metrics.', type: 'text/plain' } },
      errors: keyed,
    },
    async ({ reply }, { db, metrics }) =>
      reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.read(db)),
  ),
]

/** The health checks, for load balancers and containers. */
export const healthRoutes = [
  route(
    {
      method: 'GET',
      path: '/healthz',
      access: 'health check',
      id: 'isAlive',
      summary: 'Liveness check',
      tag: 'Service',
      responses: { 200: { description: 'The process is running.', schema: Health } },
      errors: [500],
    },
    async () => ({ state: 'alive', status: 200 }),
  ),

  route(
    {
      method: 'GET',
      path: '/readyz',
      access: 'health check',
      id: 'isReady',
      summary: 'Readiness check',
      tag: 'Service',
      responses: {
        200: { description: 'The service is ready, or can only read because the disk is full.', schema: Health },
      },
      errors: [500, 503],
    },
    async (_, { ping, isDiskFull, isDraining }) => {
      if (isDraining()) throw shuttingDown()
      if (!(await respondsInTime(ping()))) throw databaseUnavailable()
      // Still 200: without its traffic, the service could not even serve reads.
      return { state: (await isDiskFull()) ? 'disk_full' : 'ready', status: 200 }
    },
  ),
]

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
