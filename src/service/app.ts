import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAuthenticator } from '#service/access/authenticate.ts'
import { createGuessLimits } from '#service/access/guess-limits.ts'
import { createPasswordTries } from '#service/access/password-tries.ts'
import { createSharedLimits, type SharedLimits } from '#service/access/shared-limits.ts'
import { createUnlocker } from '#service/access/unlock.ts'
import { createGoogle } from '#service/fetcher/google-fetch.ts'
import { identityFor } from '#service/fetcher/identity.ts'
import { postFailure } from '#service/fetcher/post.ts'
import { tryIdentity } from '#service/fetcher/try-identity.ts'
import { createGoogleAttempts } from '#service/google/attempts.ts'
import { collectAllowedMethods } from '#service/http/allowed-methods.ts'
import { createAuditRecorder } from '#service/http/audit-recorder.ts'
import { parseBodies } from '#service/http/body.ts'
import { everyRequest } from '#service/http/every-request.ts'
import { answerRepeats } from '#service/http/idempotency.ts'
import { createIdentify } from '#service/http/identify.ts'
import { createRequestLimits } from '#service/http/limits.ts'
import { createSendMessage } from '#service/http/messages.ts'
import { createMetrics, type Metrics } from '#service/http/metrics.ts'
import { registerRoutes } from '#service/http/route.ts'
import { healthRoutes, metricsRoutes } from '#service/http/routes/service.ts'
import { constantJson } from '#service/http/serialize.ts'
import { createTurns } from '#service/http/turns.ts'
import type { IdentityKeys } from '#service/identity/encryption.ts'
import { createFindSite } from '#service/identity/signing-key.ts'
import type { Sender } from '#service/jobs/alerts/send.ts'
import type { AnalyserPool } from '#service/jobs/analyser-pool.ts'
import type { AnalysisQueue } from '#service/jobs/analysis-queue.ts'
import type { Purger } from '#service/jobs/purge.ts'
import { createSignInAttempts } from '#service/oidc/attempts.ts'
import { createProviderClient } from '#service/oidc/client.ts'
import { createPrinter } from '#service/pdf/printer.ts'
import { createPreviewImages } from '#service/previews/images.ts'
import { createLogoDrawing } from '#service/previews/logo.ts'
import { findPagePreview } from '#service/previews/routes.ts'
import { webRoutes } from '#service/shell/routes.ts'
import type { Store } from '#service/store/database.ts'
import { type RoomForJobs, unlimitedRoom } from '#service/store/jobs/room.ts'
import { signingSecret } from '#service/store/meta.ts'
import { createLinkVisits } from '#service/visitors/link-visits.ts'
import type { Config } from './config.ts'
import { createHttpServer } from './http-server.ts'
import { openApiDocument, routes } from './routes.ts'

export type AppDeps = {
  config: Pick<
    Config,
    'publicUrl' | 'rateLimit' | 'visitorRateLimit' | 'trustProxy' | 'mail' | 'allowHosts' | 'googleUrl'
  >
  store: Store
  queue: AnalysisQueue
  /** Compares stored reports in a thread, outside of the queue. */
  pool: Pick<AnalyserPool, 'compare' | 'findIssueStates'>
  purger: Purger
  sendTestAlert: Sender['test']
  sendMessage: Sender['message']
  identityKeys: IdentityKeys
  wakeJobs?: () => void
  wakeSearch?: () => void
  roomForJobs?: RoomForJobs
  metrics?: Metrics
  log: Logger
  version: string
  /** Folder of the built dashboard. */
  webRoot: string
  /** The browser that renders pages and makes PDF files; undefined if there is none. */
  chromium?: string | undefined
  isDraining?: () => boolean
}

/** Creates the app of a process that only works on jobs: it responds to health checks and sends its figures. */
export async function createWorkerApp(given: AppDeps): Promise<FastifyInstance> {
  const app = createHttpServer(given.config.trustProxy, given.log)
  const deps = commonDeps(given, sharedLimits(given))
  everyRequest(app, { ...deps, methods: collectAllowedMethods(app) })
  registerRoutes(app, [...healthRoutes, ...metricsRoutes], deps)
  return app
}

/** Creates the app with all routes on an open store. It doesn't listen, and closes none of its dependencies. */
export async function createApp(given: AppDeps): Promise<FastifyInstance> {
  const { config, log, webRoot, chromium, wakeJobs = () => {}, wakeSearch = () => {} } = given
  const { db } = given.store
  const app = createHttpServer(config.trustProxy, log)
  const shared = sharedLimits(given)
  const common = commonDeps(given, shared)
  const secret = await signingSecret(db)
  const audit = createAuditRecorder(db, log)
  const tryPassword = createPasswordTries(shared?.guesses ?? createGuessLimits())
  const images = createPreviewImages()
  app.addHook('onClose', images.close)
  const deps = {
    ...given,
    ...common,
    wakeJobs,
    wakeSearch,
    secret,
    audit,
    images,
    unlocker: createUnlocker(secret, tryPassword),
    tryPassword,
    attempts: createSignInAttempts(secret),
    googleAttempts: createGoogleAttempts(secret),
    google: createGoogle(config.googleUrl),
    providerClient: createProviderClient(given.identityKeys, config.allowHosts),
    sendMessage: createSendMessage(given.sendMessage, log),
    visits: createLinkVisits({ db, audit, log }),
    drawLogo: createLogoDrawing(),
    canMail: config.mail !== null,
    urlFailure: (url: URL) => postFailure(url, config.allowHosts),
    tryIdentity: createTryIdentity(given),
    hasBrowser: chromium !== undefined,
    print: createPrinter(app, chromium, log),
    apiDocument: constantJson(() => openApiDocument(given.version)),
  }
  const methods = collectAllowedMethods(app)
  everyRequest(app, { ...common, methods })
  parseBodies(app)
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'], threshold: 1_024 })
  answerRepeats(app, deps)
  await app.register(async (scope) => {
    await scope.register(cookie)
    registerRoutes(scope, routes, deps)
  })
  await app.register(async (web) =>
    webRoutes(web, {
      webRoot,
      methods,
      isHttps: config.publicUrl?.startsWith('https:') ?? false,
      findPreview: (request, path) => findPagePreview(request, path, deps),
    }),
  )
  return app
}

/** What the routes of each process use. */
function commonDeps(
  { config, log, store, queue, isDraining = () => false, roomForJobs = unlimitedRoom, metrics }: AppDeps,
  shared: SharedLimits | undefined,
) {
  const { db } = store
  const limits = createRequestLimits(
    { perKey: config.rateLimit, keyless: config.visitorRateLimit },
    shared?.createWindow,
  )
  const authenticator = createAuthenticator(db, {
    onError: (err) => log.warn({ err }, "the last use of a key wasn't recorded"),
  })
  return {
    db,
    log,
    queue,
    ping: store.ping,
    isDiskFull: async () => roomForJobs.isDiskFull() || store.isDiskFull(),
    isDraining,
    roomForJobs,
    publicUrl: config.publicUrl,
    limits,
    takeTurn: createTurns(),
    identify: createIdentify(authenticator, limits, config.publicUrl),
    metrics: metrics ?? createMetrics(),
  }
}

function createTryIdentity({ config, store, identityKeys }: AppDeps) {
  const findSite = createFindSite(store.db, identityKeys, config.publicUrl)
  return async (url: URL, domain: string, signal: AbortSignal) => {
    const { identity, signer } = await findSite(domain)
    return tryIdentity(url, {
      allowHosts: config.allowHosts,
      signal,
      identity: identity ? identityFor(url, identity, signer, domain) : undefined,
    })
  }
}

/** On SQLite, there is one process, which counts in memory. */
const sharedLimits = ({ store: { db, engine }, log }: AppDeps): SharedLimits | undefined =>
  engine === 'postgres'
    ? createSharedLimits(db, (err) => log.warn({ err }, 'limits are counted by this process only'))
    : undefined
