import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { currentWork, type Work } from './current-work.ts'

/** The service or the gateway, listening. */
export type Running = {
  app: FastifyInstance
  /** The URL that people open. */
  origin: string
  /** Notes an error that nothing caught, and the work that threw it. The program is stopped after it. */
  onUncaughtError(work?: Work): void
  /** Makes the readiness check fail and rejects new work. */
  drain(): void
  /** Aborts background work and waits until it has ended. Called before the listener closes. */
  endWork(): Promise<void>
  /** Closes everything else. Called after the listener has closed. */
  close(): Promise<void>
}

/** The longest waits while the program stops, in milliseconds. */
const graces = {
  /** For active requests. */
  requestsMs: 8_000,
  /** For connections that are still open after the last request. Then they are cut. */
  connectionsMs: 2_000,
  /** For everything after the requests. */
  closingMs: 4_000,
  /** For a start that was interrupted. */
  startingMs: 4_000,
}
type Graces = typeof graces

export type Ends = {
  /** A signal has been received. */
  isStopping(): boolean
  /** Call it once the program listens. */
  stops(running: Running, log: Logger): void
}

/**
 * Handles SIGINT and SIGTERM from now on: fails the readiness check, rejects new work with 503, finishes active
 * requests, then closes everything in order. A second signal exits at once.
 *
 * After a signal during the start, the program is stopped once it listens. If that takes too long, the process exits:
 * nothing of a migration that is cut off is kept.
 *
 * An error that nothing caught stops the program in the same way, with code 1: nobody knows what it left behind, but
 * what runs beside it can end well. During the start it exits at once.
 */
export function handleEnds(given: Partial<Graces> = {}): Ends {
  const waits = { ...graces, ...given }
  let program: { running: Running; log: Logger } | undefined
  let received: NodeJS.Signals | undefined
  let isStopping = false
  let exitCode = 0

  function stopNow(cause: object) {
    if (!program) {
      setTimeout(() => {
        if (!program) process.exit(0)
      }, waits.startingMs)
      return
    }
    if (isStopping) return
    isStopping = true
    const { running, log } = program
    log.info(cause, 'stopping')
    stop(running, waits).then(
      () => process.exit(exitCode),
      (err: unknown) => {
        log.fatal({ err }, 'stopping failed')
        process.exit(1)
      },
    )
  }

  const onSignal = (signal: NodeJS.Signals) => {
    if (received) process.exit(130)
    received = signal
    stopNow({ signal })
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // Rejections that nothing handles come here too.
  process.on('uncaughtException', (err, origin) => {
    exitCode = 1
    if (!program) {
      process.stderr.write(`${inspect(err)}\n`)
      process.exit(exitCode)
    }
    const work = currentWork.getStore()
    program.log.fatal({ err, origin, ...work }, 'an error that nothing caught')
    program.running.onUncaughtError(work)
    stopNow({ origin })
  })
  return {
    isStopping: () => received !== undefined,
    stops(running, log) {
      program = { running, log }
      if (received) stopNow({ signal: received })
    },
  }
}

/**
 * Keeps listening while requests are active, so that health checks fail visibly and new requests get a response.
 * Rejects if something takes too long, such as a database that is silent: no write is lost by exiting then.
 */
async function stop(running: Running, { requestsMs, connectionsMs, closingMs }: Graces) {
  running.drain()
  const deadline = AbortSignal.timeout(requestsMs)
  while (running.app.requestsInProgress() > 0 && !deadline.aborted) await pause(20)
  const late = pause(closingMs).then(() => Promise.reject(new Error(`not done after ${closingMs} ms`)))
  await Promise.race([closeAll(running, connectionsMs), late])
}

async function closeAll({ app, endWork, close }: Running, connectionsMs: number) {
  await endWork()
  setTimeout(() => app.server.closeAllConnections(), connectionsMs).unref()
  await app.close()
  await close()
}
