import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { hostTurnsFor } from '#service/fetcher/fetch-session.ts'
import { createMetrics } from '#service/http/metrics.ts'
import { createIdentityKeys } from '#service/identity/encryption.ts'
import { createFindSite } from '#service/identity/signing-key.ts'
import { createAlertRunner } from '#service/jobs/alert-runner.ts'
import { createDelivery } from '#service/jobs/alerts/deliver.ts'
import { createSender } from '#service/jobs/alerts/send.ts'
import { createAnalyserPool } from '#service/jobs/analyser-pool.ts'
import { createAnalysisQueue } from '#service/jobs/analysis-queue.ts'
import { createJobRunner, type JobRunner } from '#service/jobs/job-runner.ts'
import { createPoller } from '#service/jobs/poller.ts'
import { createPurger } from '#service/jobs/purge.ts'
import { createRescorer } from '#service/jobs/rescore.ts'
import { createScheduleRunner } from '#service/jobs/schedule-runner.ts'
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
  const pool = createAnalyserPool({
    onCheckError: (failure) => log.error(failure, 'a check failed'),
    onThreadError: (err) => log.warn({ err }, 'a thread of the analyser failed'),
  })
  const { databaseUrl, dataDir } = config
  const metrics = createMetrics(() => queue.figures(), true)
  const onQuery = (sql: string, _: unknown, ms: number) => metrics.countQuery(!isRead(sql), ms / 1000)
  const onWarning = (sentence: string) => log.warn(sentence)
  const store = await openStore({ databaseUrl, dataDir, hasTimeLimits: true, onWarning, onQuery }).catch(
    async (error: unknown) => {
      await pool.close()
      throw error
    },
  )
  const identityKeys = await createIdentityKeys(config.secret, databaseUrl === undefined ? dataDir : null)
  const onError = (err: unknown, what: string) => log.error({ err }, what)
  const isWorker = config.role === 'worker'
  const chromium = await findChromium()
  const renderer =
    chromium === undefined
      ? undefined
      : createRenderer({
          chromium,
          withoutSandbox: config.rendersWithoutSandbox,
          allowHosts: config.allowHosts,
          servicePort: config.port,
          // One waits for its page while the other works.
          browsers: Math.min(2, availableParallelism()),
          takeTurn: hostTurnsFor(config),
          onProblem: (what, detail) => log.warn({ detail }, what),
        })
  const diskLimit = createDiskLimit(store.db, dataDir, config.maxDisk)
  const queue = createAnalysisQueue({
    db: store.db,
    pool,
    renderer,
    isDiskFull: diskLimit.isReached,
    findSite: createFindSite(store.db, identityKeys, config.publicUrl),
    allowHosts: config.allowHosts,
    hostPaces: config.hostPaces,
    onAnalysed: metrics.countAnalysis,
  })
  const rescorer = createRescorer({ db: store.db, pool }, onError)
  const purger = createPurger(store.db, (err) => log.error({ err }, 'deleted or expired rows were not removed'))
  const disk = createPoller(diskLimit.measure, {
    everyMs: diskMs,
    onFailure: (err) => log.warn({ err }, "the size of the database wasn't measured"),
  })
  const room: RoomForJobs = { quota: config.jobQuota, isDiskFull: diskLimit.isReached }
  let isDraining = false
  let jobs: JobRunner | undefined
  const wakeJobs = () => jobs?.wake()
  const { allowHosts, mail } = config
  const sender = createSender({ allowHosts, mail, signingSecret: () => signingSecret(store.db) })
  const deps = {
    config,
    store,
    queue,
    pool,
    purger,
    log,
    version,
    webRoot,
    chromium,
    sendTestAlert: sender.test,
    identityKeys,
    wakeJobs,
    roomForJobs: room,
    metrics,
    isDraining: () => isDraining,
  }
  const app = await (isWorker ? createWorkerApp(deps) : createApp(deps))
  const origin = await listen(app, config).catch(async (error: unknown) => {
    await Promise.all([queue.close(), store.close()])
    throw error
  })
  // Not before it listens: on SQLite, the runner takes over all work on jobs, also that of a service on the same port.
  if (config.role !== 'web') jobs = createJobRunner({ store, room, analyses: queue.forJobs, onError })
  const delivery = createDelivery({ db: store.db, origin: () => origin, sender, onError })
  const alerts = jobs && createAlertRunner({ db: store.db, room, delivery, onJob: wakeJobs, onError })
  const schedules = jobs && createScheduleRunner(store.db, { room, onJob: wakeJobs, onError })
  if (config.role !== 'web') purger.wake()
  if (config.role !== 'web') rescorer.start()
  const statistics = createPoller(async (signal) => void (await renewStatistics(store.db, dataDir, signal)), {
    everyMs: statisticsMs,
    onFailure: (err) => log.warn({ err }, "the statistics of the database weren't renewed"),
  })
  const onUncaughtError = (work?: Work) => {
    metrics.countUncaughtError()
    jobs?.blame(work)
  }
  const drain = () => {
    isDraining = true
    jobs?.stopAccepting()
    queue.stopAccepting()
  }
  const endWork = async () => {
    // All at once, so that a slow delivery of an alert doesn't keep jobs from being given back in time.
    await Promise.all([schedules?.close(), alerts?.close(), jobs?.close(), rescorer.close()])
    await queue.close()
  }
  const close = async () => {
    await Promise.all([purger.close(), statistics.close(), disk.close()])
    await store.close()
  }
  return { app, store, origin, onUncaughtError, drain, endWork, close }
}
