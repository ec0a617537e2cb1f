import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { createGoogle } from '#service/fetcher/google-fetch.ts'
import { findFieldClient } from '#service/google/field-key.ts'
import { createMetrics, type Metrics } from '#service/http/metrics.ts'
import { createIdentityKeys, type IdentityKeys } from '#service/identity/encryption.ts'
import { createFindSite } from '#service/identity/signing-key.ts'
import { createAlertRunner } from '#service/jobs/alert-runner.ts'
import { createDelivery } from '#service/jobs/alerts/deliver.ts'
import { createSender, type Sender } from '#service/jobs/alerts/send.ts'
import { type AnalyserPool, createAnalyserPool } from '#service/jobs/analyser-pool.ts'
import { createAnalysisQueue } from '#service/jobs/analysis-queue.ts'
import { createFieldPuller } from '#service/jobs/field-puller.ts'
import { JobRunner } from '#service/jobs/job-runner.ts'
import { createPoller } from '#service/jobs/poller.ts'
import { createPurger, type Purger } from '#service/jobs/purge.ts'
import { createRescorer } from '#service/jobs/rescore.ts'
import { createScheduleRunner } from '#service/jobs/schedule-runner.ts'
import { alertOfRefusal } from '#service/jobs/search-failure.ts'
import { createSearchPuller } from '#service/jobs/search-puller.ts'
import { findChromium } from '#service/pdf/chromium.ts'
import { createRenderer } from '#service/renderer/renderer.ts'
import { webRoot } from '#service/shell/routes.ts'
import { openStore, type Store } from '#service/store/database.ts'
import { createDiskLimit } from '#service/store/disk-limit.ts'
import type { RoomForJobs } from '#service/store/jobs/room.ts'
import { signingSecret } from '#service/store/meta.ts'
import { renewStatistics } from '#service/store/sqlite/statistics.ts'
import { createApp, createWorkerApp } from './app.ts'
import type { Config } from './config.ts'
import type { Work } from './current-work.ts'
import { listen } from './http-server.ts'
import type { Running } from './stop.ts'

export type Service = Running & { store: Store }

/** Reports are counted this often, and the statistics of the database renewed if there are twice as many. */
const statisticsMs = 60_000

/** The database is measured this often, if its size is limited. */
const diskMs = 5_000

const packageFile = new URL('../../package.json', import.meta.url)

/** Returns true for a statement that changes nothing. */
const isRead = (sql: string) =>
  /^\s*(?:select|pragma)/i.test(sql) || (/^\s*with/i.test(sql) && !/\b(?:insert|update|delete)\b/i.test(sql))

/** Opens the store and listens. Throws a StartError when either fails. */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
  const { databaseUrl, dataDir, allowHosts, mail } = config
  const onError = (err: unknown, what: string) => log.error({ err }, what)
  const metrics = createMetrics(true)
  const pool = createAnalyserPool({
    onCheckError: (failure) => log.error(failure, 'a check failed'),
    onThreadError: (err) => log.warn({ err }, 'a thread of the analyser failed'),
  })
  const store = await openMeasuredStore(config, metrics, log).catch(async (error: unknown) => {
    await pool.close()
    throw error
  })
  const { db } = store
  const identityKeys = await createIdentityKeys(config.secret, databaseUrl === undefined ? dataDir : null)
  const chromium = await findChromium()
  const disk = limitDisk(db, config, log)
  const room: RoomForJobs = { quota: config.jobQuota, isDiskFull: disk.isFull }
  const queue = createAnalysisQueue({
    db,
    pool,
    renderer: chromium === undefined ? undefined : rendererOf(chromium, config, log),
    isDiskFull: disk.isFull,
    findSite: createFindSite(db, identityKeys, config.publicUrl),
    allowHosts,
    hostPaces: config.hostPaces,
    onAnalysed: metrics.countAnalysis,
  })
  const jobs = config.role === 'web' ? undefined : new JobRunner({ store, room, analyses: queue.forJobs, onError })
  const wakeJobs = () => jobs?.wake()
  const sender = createSender({ allowHosts, mail, signingSecret: () => signingSecret(db) })
  let isDraining = false
  let wakeSearch = () => {}
  const createAppOfRole = config.role === 'worker' ? createWorkerApp : createApp
  const app = await createAppOfRole({
    config,
    store,
    queue,
    pool,
    purger: disk.purger,
    log,
    version,
    webRoot,
    chromium,
    sendTestAlert: sender.test,
    sendMessage: sender.message,
    identityKeys,
    wakeJobs,
    wakeSearch: () => wakeSearch(),
    roomForJobs: room,
    metrics,
    isDraining: () => isDraining,
  })
  const origin = await listen(app, config).catch(async (error: unknown) => {
    await Promise.all([queue.close(), store.close()])
    throw error
  })
  const work =
    jobs && startWork({ config, db, identityKeys, pool, room, jobs, purger: disk.purger, sender, onError }, origin)
  if (work) ({ wakeSearch } = work)
  const statistics = keepStatistics(db, dataDir, log)
  const onUncaughtError = (thrower?: Work) => {
    metrics.countUncaughtError()
    jobs?.countKill(thrower)
  }
  const drain = () => {
    isDraining = true
    jobs?.stopAccepting()
    queue.stopAccepting()
  }
  const endWork = async () => {
    await work?.end()
    await queue.close()
  }
  const close = async () => {
    await Promise.all([statistics.close(), disk.close()])
    await store.close()
  }
  return { app, store, origin, onUncaughtError, drain, endWork, close }
}

const openMeasuredStore = ({ databaseUrl, dataDir }: Config, metrics: Metrics, log: Logger) =>
  openStore({
    databaseUrl,
    dataDir,
    hasTimeLimits: true,
    onWarning: (sentence) => log.warn(sentence),
    onQuery: (sql, _, ms) => metrics.countQuery(!isRead(sql), ms / 1000),
  })

/** Measures the database, and removes what is deleted or expired at once when its size reaches the limit. */
function limitDisk(db: Store['db'], { dataDir, maxDisk, role }: Config, log: Logger) {
  const limit = createDiskLimit(db, dataDir, maxDisk)
  const onPurgeFailure = (err: unknown) => log.error({ err }, 'deleted or expired rows were not removed')
  const purger = createPurger(db, onPurgeFailure, limit.isReached)
  const measure = async () => {
    const wasReached = limit.isReached()
    await limit.measure()
    if (limit.isReached() && !wasReached && role !== 'web') purger.wake()
  }
  const poller = createPoller(measure, {
    everyMs: diskMs,
    onFailure: (err) => log.warn({ err }, "the size of the database wasn't measured"),
  })
  const close = () => Promise.all([purger.close(), poller.close()])
  return { isFull: limit.isReached, purger, close }
}

const keepStatistics = (db: Store['db'], dataDir: string, log: Logger) =>
  createPoller(async (signal) => void (await renewStatistics(db, dataDir, signal)), {
    everyMs: statisticsMs,
    onFailure: (err) => log.warn({ err }, "the statistics of the database weren't renewed"),
  })

const rendererOf = (chromium: string, config: Config, log: Logger) =>
  createRenderer({
    chromium,
    withoutSandbox: config.rendersWithoutSandbox,
    allowHosts: config.allowHosts,
    servicePort: config.port,
    // One waits for its page while the other works.
    browsers: Math.min(2, availableParallelism()),
    hostPaces: config.hostPaces,
    onProblem: (what, detail) => log.warn({ detail }, what),
  })

type Workers = {
  config: Config
  db: Store['db']
  identityKeys: IdentityKeys
  pool: AnalyserPool
  room: RoomForJobs
  jobs: JobRunner
  purger: Purger
  sender: Sender
  onError: (err: unknown, what: string) => void
}

/**
 * Starts the work that nobody waits for: jobs, alerts, schedules, Google's figures, rescoring and removing rows.
 * @param origin where the service listens. On SQLite, jobs take over from every other process, so that one which
 *   couldn't listen on its port, because another service does, must not start them.
 */
function startWork({ config, db, identityKeys, pool, room, jobs, purger, sender, onError }: Workers, origin: string) {
  jobs.start()
  purger.wake()
  const rescorer = createRescorer({ db, pool }, onError)
  rescorer.start()
  const delivery = createDelivery({ db, origin: () => origin, sender, onError })
  const onJob = () => jobs.wake()
  const alerts = createAlertRunner({ db, room, delivery, onJob, onError })
  const schedules = createScheduleRunner(db, { room, onJob, onError })
  const send = config.mail === null ? null : sender.message
  const google = createGoogle(config.googleUrl)
  const field = createFieldPuller({ db, findClient: () => findFieldClient(db, google, identityKeys), onError })
  const search = createSearchPuller({
    db,
    identityKeys,
    google,
    onFailed: (websiteId, problem) => alertOfRefusal(websiteId, problem, { db, send, origin }),
    onError,
  })
  return {
    wakeSearch: () => void search.run(),
    /** Ends all at once, so that a slow delivery of an alert doesn't keep jobs from being given back in time. */
    async end() {
      const pollers = [schedules, search, field, alerts]
      await Promise.all([...pollers, jobs, rescorer].map((running) => running.close()))
    },
  }
}
