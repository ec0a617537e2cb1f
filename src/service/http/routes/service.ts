import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { ruleset } from '#analyser/catalogue.ts'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { ifNoneMatch } from '#contract/openapi/parameters.ts'
import { Health, itemOf } from '#contract/openapi/schemas.ts'
import { CheckCatalogue } from '#contract/reports/analysis.ts'
import { RulesetChanges } from '#contract/reports/ruleset-changes.ts'
import { extensionNames, ServiceInfo, serviceName } from '#contract/service-info.ts'
import { isSignedIn } from '#service/access/policy.ts'
import type { AnalysisQueue } from '#service/jobs/analysis-queue.ts'
import type { Store } from '#service/store/database.ts'
import { findRulesetChanges } from '#service/store/reports/ruleset-changes.ts'
import type { Metrics } from '../metrics.ts'
import { databaseUnavailable, notFound, shuttingDown } from '../problem.ts'
import { keyed, routeUsing } from '../route.ts'
import { type ConstantJson, constantJson, sendConstant } from '../serialize.ts'

type ServiceDeps = {
  db: Store['db']
  version: string
  /** True if there is a browser that renders pages and makes PDF files. */
  hasBrowser: boolean
  canMail: boolean
  /** Returns the OpenAPI document. */
  apiDocument: () => ConstantJson
}
type HealthDeps = Pick<Store, 'ping' | 'isDiskFull'> & {
  /** True once the service is shutting down. */
  isDraining: () => boolean
}

/** Returns the features of this installation. */
export function featuresOf({ hasBrowser, canMail }: Pick<ServiceDeps, 'hasBrowser' | 'canMail'>) {
  const has = {
    idempotency: true,
    document_pdf: hasBrowser,
    rendering: hasBrowser,
    mail: canMail,
    people: true,
    clients: true,
    search_console: true,
    field_data: true,
  }
  return extensionNames.filter((name) => has[name])
}

const serviceRoute = routeUsing<ServiceDeps>()
const metricsRoute = routeUsing<{ db: Store['db']; metrics: Metrics; queue: Pick<AnalysisQueue, 'figures'> }>()
const healthRoute = routeUsing<HealthDeps>()

const notModified = { 304: { description: 'Not modified.', headers: ['ETag'] } } as const

const checks = constantJson(() => ({ data: checkCatalogue(), ruleset, status: 200 }))

/** The service itself: its version, checks and API. */
export const serviceRoutes = [
  serviceRoute(
    {
      method: 'GET',
      path: '/api/v1',
      access: 'with or without a key',
      id: 'showService',
      summary: 'Describe the service',
      responses: {
        200: { description: 'The features of this installation, and whose request it is.', schema: ServiceInfo },
      },
      errors: keyed,
    },
    async ({ reader }, { version, hasBrowser, canMail }) => {
      const info = { service: serviceName, version, extensions: featuresOf({ hasBrowser, canMail }) }
      if (!isSignedIn(reader)) return info
      const { person } = reader
      return { ...info, ...(reader.kind === 'key' && { key: reader.key }), ...(person && { person }) }
    },
  ),

  serviceRoute(
    {
      method: 'GET',
      path: '/api/v1/checks',
      access: 'anyone',
      id: 'listChecks',
      summary: 'List the checks',
      headers: [ifNoneMatch],
      responses: {
        200: { description: 'All checks, in the order of a report.', schema: CheckCatalogue, headers: ['ETag'] },
        ...notModified,
      },
      errors: keyed,
    },
    async ({ request, reply }) => sendConstant(request, reply, checks()),
  ),

  serviceRoute(
    {
      method: 'GET',
      path: '/api/v1/rulesets/{id}/changes',
      access: 'list reports',
      id: 'showRulesetChanges',
      summary: 'Get what a ruleset changed in stored reports',
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

  serviceRoute(
    {
      method: 'GET',
      path: '/api/v1/openapi.json',
      access: 'anyone',
      id: 'showDocument',
      summary: 'Get this document',
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
  metricsRoute(
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
    async ({ reply }, { db, metrics, queue }) =>
      reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.read(db, queue.figures())),
  ),
]

/** The health checks, for load balancers and containers. */
export const healthRoutes = [
  healthRoute(
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

  healthRoute(
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
