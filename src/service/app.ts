import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAuthenticator } from '#service/access/authenticate.ts'
import { createUnlocker } from '#service/access/unlock.ts'
import { auditRoutes } from '#service/http/audit.ts'
import { createAuditRecorder } from '#service/http/audit-recorder.ts'
import { parseBodies } from '#service/http/body.ts'
import { serviceRoutes } from '#service/http/service.ts'
import type { HttpDeps } from '#service/http/deps.ts'
import { everyRequest } from '#service/http/every-request.ts'
import { exportRoutes } from '#service/http/exports.ts'
import { createIdentify } from '#service/http/identify.ts'
import { keyRoutes, signInRoutes } from '#service/http/keys.ts'
import { createLimits } from '#service/http/limits.ts'
import { linkRoutes } from '#service/http/links.ts'
import { reportRoutes } from '#service/http/reports.ts'
import { collectAllowedMethods } from '#service/http/allowed-methods.ts'
import { viewRoutes } from '#service/http/views.ts'
import { websiteRoutes } from '#service/http/websites.ts'
import type { AnalysisQueue } from '#service/jobs/analysis-queue.ts'
import type { Purger } from '#service/jobs/purge.ts'
import { previewRoutes } from '#service/previews/routes.ts'
import { shareLinkRoutes } from '#service/public/share-links.ts'
import { publicWebsiteRoutes } from '#service/public/websites.ts'
import type { Store } from '#service/store/database.ts'
import { ensureMeta } from '#service/store/meta.ts'
import type { Config } from './config.ts'
import { createHttpServer } from './http-server.ts'
import { webRoutes } from './shell.ts'

export type AppDeps = {
  config: Pick<Config, 'publicUrl' | 'rateLimit' | 'trustProxy'>
  store: Store
  queue: AnalysisQueue
  purger: Purger
  log: Logger
  version: string
  /** Folder of the built dashboard. */
  webRoot: string
  isDraining?: () => boolean
}

/** Creates the app with all routes on an open store. It does not listen, and does not close what it is given. */
export async function createApp({
  config,
  log,
  webRoot,
  isDraining = () => false,
  ...rest
}: AppDeps): Promise<FastifyInstance> {
  const app = createHttpServer(config.trustProxy, log)
  const methods = collectAllowedMethods(app)
  everyRequest(app, { log, methods, isDraining })
  parseBodies(app)
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'], threshold: 1_024 })

  const limits = createLimits(config.rateLimit)
  const authenticator = createAuthenticator(rest.store.db, {
    onError: (err) => log.warn({ err }, 'last use of a key was not noted'),
  })
  const identify = createIdentify(authenticator, limits)
  const deps: HttpDeps = {
    ...rest,
    publicUrl: config.publicUrl,
    limits,
    identify,
    audit: createAuditRecorder(rest.store.db, log),
    log,
    isDraining,
  }
  for (const declare of [
    serviceRoutes,
    signInRoutes,
    reportRoutes,
    websiteRoutes,
    viewRoutes,
    exportRoutes,
    keyRoutes,
    linkRoutes,
    auditRoutes,
  ])
    declare(app, deps)
  const secret = await ensureMeta(rest.store.db, 'signing-secret', () => randomBytes(32).toString('base64url'))
  const publicDeps = { ...deps, unlocker: createUnlocker(secret) }
  await app.register(async (scope) => {
    await scope.register(cookie)
    for (const declare of [publicWebsiteRoutes, shareLinkRoutes]) declare(scope, publicDeps)
  })
  const findPreview = previewRoutes(app, deps)
  await app.register(async (web) =>
    webRoutes(web, { webRoot, methods, isHttps: config.publicUrl?.startsWith('https:') ?? false, findPreview }),
  )
  return app
}
