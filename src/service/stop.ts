import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** The service or the gateway, listening. */
export type Running = {
  app: FastifyInstance
  /** The URL that people open. */
  origin: string
  /** Makes the readiness check fail and rejects new work. */
  drain(): void
  /** Ends background work. Called before the listener closes. */
  endWork(): Promise<void>
  /** Closes everything else. Called after the listener has closed. */
  close(): Promise<void>
}

/** Longest wait for active requests, in milliseconds. */
const drainMs = 30_000
/** Connections that are still open after this time are cut, in milliseconds. */
const closeMs = 2_000

/**
 * Handles SIGINT and SIGTERM: fails the readiness check, rejects new work with 503, finishes active requests, then
 * closes everything in order. A second signal exits at once.
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

/** Keeps listening while requests are active, so that health checks fail visibly and new requests get a response. */
async function stop({ app, drain, endWork, close }: Running) {
  drain()
  const deadline = AbortSignal.timeout(drainMs)
  while (app.requestsInProgress() > 0 && !deadline.aborted) await pause(20)
  await endWork()
  setTimeout(() => app.server.closeAllConnections(), closeMs).unref()
  await app.close()
  await close()
}
