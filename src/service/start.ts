import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createAnalyserPool } from '#service/jobs/analyser-pool.ts'
import { createAnalysisQueue } from '#service/jobs/queue.ts'
import { createPurger } from '#service/jobs/purge.ts'
import { warmUp } from '#service/jobs/warm-up.ts'
import { openStore, type Store } from '#service/store/database.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { listen, root, webRoot } from './listen.ts'
import type { Running } from './stop.ts'

export type Service = Running & { store: Store }

/** A slow machine is no reason to keep anybody waiting: whoever comes before it is warm waits a little once. */
const longestWarmUp = 1_200

/** Opens the store and listens. Throws a StartError when either is not possible. */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  // It takes longer than all the rest, so it begins first.
  const pool = createAnalyserPool()
  const warm = warmUp(pool).catch((err: unknown) => log.debug({ err }, 'the analyser was not warmed up'))
  const store = await openStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir }).catch(
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
  let draining = false
  const app = await createApp({ config, store, queue, purger, log, version, webRoot, isDraining: () => draining })
  const origin = await listen(app, config).catch(async (error: unknown) => {
    await Promise.all([queue.close(), store.close()])
    throw error
  })
  purger.wake()
  await Promise.race([warm, pause(longestWarmUp, undefined, { ref: false })])
  void warm.then(queue.rescoreInBackground)
  const drain = () => {
    draining = true
    queue.stopAccepting()
  }
  const close = async () => {
    await purger.close()
    await store.close()
  }
  return { app, store, origin, isBuilt: existsSync(join(webRoot, 'index.html')), drain, endWork: queue.close, close }
}
