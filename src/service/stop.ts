import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Service } from './start.ts'

export const drainLimit = 30_000

/**
 * SIGINT and SIGTERM: not ready any more, new work refused with 503, what runs is finished, then everything is closed in
 * order. A second signal ends it at once.
 */
export function stopOnSignal(service: Service, log: Logger) {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(130)
    stopping = true
    log.info({ signal }, 'stopping')
    stop(service).then(
      () => process.exit(0),
      (err: unknown) => {
        log.fatal({ err }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** The listener stays open while requests are in work, so that health checks see it turn red and newcomers get an answer. */
async function stop({ app, store, queue, purger, drain }: Service) {
  drain()
  const limit = AbortSignal.timeout(drainLimit)
  while (app.requestsInWork() > 0 && !limit.aborted) await pause(20)
  await queue.close()
  setTimeout(() => app.server.closeAllConnections(), 2_000).unref()
  await app.close()
  await purger.close()
  await store.close()
}
