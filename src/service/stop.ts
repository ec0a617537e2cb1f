import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** A program that listens. */
export type Running = {
  app: FastifyInstance
  /** Where it can be reached. */
  origin: string
  isBuilt: boolean
  /** From then on it is not ready, and takes no new work. */
  drain(): void
  /** Ends what works behind the requests, before their listener is closed. */
  endWork(): Promise<void>
  /** Closes what is left, after it. */
  close(): Promise<void>
}

export const drainLimit = 30_000

/**
 * SIGINT and SIGTERM: not ready any more, new work refused with 503, what runs is finished, then everything is closed in
 * order. A second signal ends it at once.
 */
export function stopOnSignal(running: Running, log: Logger) {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(130)
    stopping = true
    log.info({ signal }, 'stopping')
    stop(running).then(
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
async function stop({ app, drain, endWork, close }: Running) {
  drain()
  const limit = AbortSignal.timeout(drainLimit)
  while (app.requestsInWork() > 0 && !limit.aborted) await pause(20)
  await endWork()
  setTimeout(() => app.server.closeAllConnections(), 2_000).unref()
  await app.close()
  await close()
}
