import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAnalyserPool } from '#service/jobs/analyser-pool.ts'
import { type AnalysisQueue, createAnalysisQueue } from '#service/jobs/queue.ts'
import { createPurger, type Purger } from '#service/jobs/purge.ts'
import { warmUp } from '#service/jobs/warm-up.ts'
import { openStore, type Store } from '#service/store/database.ts'
import { StartError } from '#service/store/start-error.ts'
import { createApp } from './app.ts'
import { type Config, originOn } from './config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const webRoot = join(root, 'dist', 'web')

export type Service = {
  app: FastifyInstance
  store: Store
  queue: AnalysisQueue
  purger: Purger
  /** Where it can be reached. */
  origin: string
  isBuilt: boolean
  /** From then on it is not ready, and takes no new work. */
  drain(): void
}

/** A slow machine is no reason to keep anybody waiting: whoever comes before it is warm waits a little once. */
const longestWarmUp = 1_200

/** Opens the store and listens. Throws a StartError when either is not possible. */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  // It takes longer than all the rest, so it begins first.
  const pool = createAnalyserPool()
  const warm = warmUp(pool).catch((err: unknown) => log.debug({ err }, 'the analyser was not warmed up'))
  const store = await openStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir }).catch(async (error: unknown) => {
    await pool.close()
    throw error
  })
  const queue = createAnalysisQueue({ db: store.db, pool, allowHosts: config.allowHosts, onFault: (err, what) => log.error({ err }, what) })
  const purger = createPurger(store.db, (err) => log.error({ err }, 'deleted websites were not purged'))
  let draining = false
  const app = await createApp({ config, store, queue, purger, log, version, webRoot, isDraining: () => draining })
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await Promise.all([queue.close(), store.close()])
    throw new StartError(whyNotListening(error as NodeJS.ErrnoException, config))
  }
  purger.wake()
  await Promise.race([warm, pause(longestWarmUp, undefined, { ref: false })])
  void warm.then(queue.rescore)
  const drain = () => {
    draining = true
    queue.refuse()
  }
  return { app, store, queue, purger, origin: originOf(app, config), isBuilt: existsSync(join(webRoot, 'index.html')), drain }
}

function originOf(app: FastifyInstance, { publicUrl, host }: Config) {
  return publicUrl ?? originOn(host, (app.server.address() as AddressInfo).port)
}

function whyNotListening({ code, message }: NodeJS.ErrnoException, { port, host }: Config) {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken: stop what listens there, or set PORT to another one.`
  if (code === 'EACCES') return `Port ${port} may not be listened on by this user: set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST is "${host}", which is no address of this machine.`
  return `Listening on ${host}:${port} is not possible: ${message}.`
}
