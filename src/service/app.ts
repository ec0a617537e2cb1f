import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAuthenticator } from '#service/access/authenticate.ts'
import { createSharedLimits } from '#service/access/shared-limits.ts'
import { createUnlocker } from '#service/access/unlock.ts'
import { postFailure } from '#service/fetcher/post.ts'
import { collectAllowedMethods } from '#service/http/allowed-methods.ts'
import { createAuditRecorder } from '#service/http/audit-recorder.ts'
import { parseBodies } from '#service/http/body.ts'
import type { HttpDeps } from '#service/http/deps.ts'
import { everyRequest } from '#service/http/every-request.ts'
import { answerRepeats } from '#service/http/idempotency.ts'
import { createIdentify } from '#service/http/identify.ts'
import { createRequestLimits } from '#service/http/limits.ts'
import { createMetrics, type Metrics } from '#service/http/metrics.ts'
import { registerRoutes } from '#service/http/route.ts'
import { alertRoutes } from '#service/http/routes/alerts.ts'
import { auditRoutes } from '#service/http/routes/audit.ts'
import { brandRoutes } from '#service/http/routes/brand.ts'
import { documentRoutes } from '#service/http/routes/documents.ts'
import { exportRoutes } from '#service/http/routes/exports.ts'
import { findingRoutes } from '#service/http/routes/findings.ts'
import { jobRoutes } from '#service/http/routes/jobs.ts'
import { keyRoutes, signInRoutes } from '#service/http/routes/keys.ts'
import { reportRoutes } from '#service/http/routes/reports.ts'
import { retentionRoutes } from '#service/http/routes/retention.ts'
import { scheduleRoutes } from '#service/http/routes/schedules.ts'
import { healthRoutes, metricsRoutes, serviceRoutes } from '#service/http/routes/service.ts'
import { waiverRoutes } from '#service/http/routes/waivers.ts'
import { websitePageRoutes } from '#service/http/routes/website-pages.ts'
import { websiteRoutes } from '#service/http/routes/websites.ts'
import type { AnalysisQueue } from '#service/jobs/analysis-queue.ts'
import type { Purger } from '#service/jobs/purge.ts'
import { documentPdfRoutes } from '#service/pdf/routes.ts'
import { previewRoutes } from '#service/previews/routes.ts'
import { webRoutes } from '#service/shell/routes.ts'
import type { Store } from '#service/store/database.ts'
import { signingSecret } from '#service/store/meta.ts'
import { shareLinkRoutes } from '#service/visitors/share-links.ts'
import { visitorWebsiteRoutes } from '#service/visitors/websites.ts'
import type { Config } from './config.ts'
import { createHttpServer } from './http-server.ts'
import { openApiDocument, routes } from './routes.ts'

export type AppDeps = {
  config: Pick<Config, 'publicUrl' | 'rateLimit' | 'visitorRateLimit' | 'trustProxy' | 'mail' | 'allowHosts'>
  store: Store
  queue: AnalysisQueue
  pool: HttpDeps['pool']
  purger: Purger
  wakeJobs?: () => void
  metrics?: Metrics
  log: Logger
  version: string
  /** Folder of the built dashboard. */
  webRoot: string
  /** The browser that makes PDF files; undefined if there is none. */
  chromium?: string | undefined
  isDraining?: () => boolean
}

const limitsOf = ({ rateLimit, visitorRateLimit }: AppDeps['config']) => ({
  perKey: rateLimit,
  keyless: visitorRateLimit,
})

/** Creates the app of a process that only works on jobs: it responds to health checks. */
export async function createWorkerApp({
  config,
  log,
  store,
  queue,
  metrics = createMetrics(queue.figures),
  isDraining = () => false,
}: AppDeps): Promise<FastifyInstance> {
  const app = createHttpServer(config.trustProxy, log)
  everyRequest(app, { log, methods: collectAllowedMethods(app), isDraining })
  healthRoutes(app, { store, isDraining })
  const limits = createRequestLimits(limitsOf(config), sharedLimits(store, log)?.createWindow)
  const identify = createIdentify(createAuthenticator(store.db), limits)
  metricsRoutes(app, { store, identify, metrics })
  return app
}

/** Creates the app with all routes on an open store. It doesn't listen, and closes none of its dependencies. */
export async function createApp({
  config,
  log,
  webRoot,
  chromium,
  isDraining = () => false,
  wakeJobs = () => {},
  metrics: givenMetrics,
  ...rest
}: AppDeps): Promise<FastifyInstance> {
  const app = createHttpServer(config.trustProxy, log)
  const methods = collectAllowedMethods(app)
  everyRequest(app, { log, methods, isDraining })
  parseBodies(app)
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'], threshold: 1_024 })

  const shared = sharedLimits(rest.store, log)
  const limits = createRequestLimits(limitsOf(config), shared?.createWindow)
  const authenticator = createAuthenticator(rest.store.db, {
    onError: (err) => log.warn({ err }, "the last use of a key wasn't recorded"),
  })
  const identify = createIdentify(authenticator, limits)
  const secret = await signingSecret(rest.store.db)
  const deps: HttpDeps = {
    ...rest,
    publicUrl: config.publicUrl,
    limits,
    identify,
    audit: createAuditRecorder(rest.store.db, log),
    log,
    wakeJobs,
    isDraining,
    canPrint: chromium !== undefined,
    metrics: givenMetrics ?? createMetrics(rest.queue.figures),
    canMail: config.mail !== null,
    webhookFailure: (url) => postFailure(url, config.allowHosts),
    secret,
    db: rest.store.db,
    unlocker: createUnlocker(secret, shared?.guesses),
    describeApi: () => openApiDocument(rest.version),
  }
  answerRepeats(app, { db: rest.store.db, secret })
  for (const declare of [
    metricsRoutes,
    healthRoutes,
    serviceRoutes,
    signInRoutes,
    reportRoutes,
    websiteRoutes,
    retentionRoutes,
    websitePageRoutes,
    exportRoutes,
    keyRoutes,
    waiverRoutes,
    findingRoutes,
    jobRoutes,
    scheduleRoutes,
    alertRoutes,
    auditRoutes,
    brandRoutes,
    documentRoutes,
  ])
    declare(app, deps)
  await app.register(async (scope) => {
    await scope.register(cookie)
    registerRoutes(scope, routes, deps)
    for (const declare of [visitorWebsiteRoutes, shareLinkRoutes]) declare(scope, deps)
  })
  documentPdfRoutes(app, deps, chromium)
  const findPreview = previewRoutes(app, deps)
  await app.register(async (web) =>
    webRoutes(web, { webRoot, methods, isHttps: config.publicUrl?.startsWith('https:') ?? false, findPreview }),
  )
  return app
}

/** On SQLite, there is one process, which counts in memory. */
const sharedLimits = ({ db, engine }: Store, log: Logger) =>
  engine === 'postgres'
    ? createSharedLimits(db, (err) => log.warn({ err }, 'limits are counted by this process only'))
    : undefined
