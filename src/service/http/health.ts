import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from './deps.ts'
import { unavailable } from './problem.ts'

const pingLimit = 2_000

export function healthRoutes(app: FastifyInstance, { store, isDraining }: Pick<HttpDeps, 'store' | 'isDraining'>) {
  app.get('/healthz', async () => ({ state: 'alive', status: 200 }))

  app.get('/readyz', async () => {
    if (isDraining()) throw unavailable('The service is shutting down.', 5)
    if (!(await answers(store.ping()))) throw unavailable('The database cannot be reached at the moment.', 5)
    return { state: 'ready', status: 200 }
  })
}

/** False when the database refuses, or says nothing for two seconds. */
async function answers(ping: Promise<void>): Promise<boolean> {
  const done = new AbortController()
  const patience = pause(pingLimit, false, { signal: done.signal, ref: false })
  patience.catch(() => undefined)
  const answer = await Promise.race([
    ping.then(
      () => true,
      () => false,
    ),
    patience,
  ])
  done.abort()
  return answer
}
