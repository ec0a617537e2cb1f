import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createAnalyserPool } from '#service/jobs/analyser-pool.ts'
import { createAnalysisQueue } from '#service/jobs/analysis-queue.ts'
import { createPurger } from '#service/jobs/purge.ts'
import { warmUp } from '#service/jobs/warm-up.ts'
import { openStore, type Store } from '#service/store/database.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { listen } from './http-server.ts'
import { webRoot } from './shell.ts'
import type { Running } from './stop.ts'

export type Service = Running & { store: Store }

/** Longest wait for the warm-up, in milliseconds. On a slow machine, the first report takes longer instead. */
const maxWarmUpMs = 1_200

const packageFile = new URL('../../package.json', import.meta.url)

/** Opens the store and listens. Throws a StartError when either fails. */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
  // The warm-up takes longest, so it starts first.
  const pool = createAnalyserPool({
    onCheckError: (failure) => log.error(failure, 'a check failed'),
    onThreadError: (err) => log.warn({ err }, 'a thread of the analyser failed'),
  })
  const warm = warmUp(pool).catch((err: unknown) => log.debug({ err }, 'the analyser was not warmed up'))
  const { databaseUrl, dataDir } = config
  const onWarning = (sentence: string) => log.warn(sentence)
  const store = await openStore({ databaseUrl, dataDir, hasTimeLimits: true, onWarning }).catch(
    async (error: unknown) => {
      await pool.close()
      throw error
    },
  )
  const queue = createAnalysisQueue({
    db: store.db,
    pool,
    allowHosts: config.allowHosts,
    onError: (err, what) => log.error({ err }, what),
  })
  const purger = createPurger(store.db, (err) => log.error({ err }, 'deleted websites were not purged'))
  let isDraining = false
  const app = await createApp({ config, store, queue, purger, log, version, webRoot, isDraining: () => isDraining })
  const origin = await listen(app, config).catch(async (error: unknown) => {
    await Promise.all([queue.close(), store.close()])
    throw error
  })
  purger.wake()
  await Promise.race([warm, pause(maxWarmUpMs, undefined, { ref: false })])
  void warm.then(queue.rescoreInBackground)
  const drain = () => {
    isDraining = true
    queue.stopAccepting()
  }
  const close = async () => {
    await purger.close()
    await store.close()
  }
  return { app, store, origin, drain, endWork: queue.close, close }
}
