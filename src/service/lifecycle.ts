import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { StartError } from '#service/store/start-error.ts'
import { type Config, originOn } from './config.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const webRoot = join(root, 'dist', 'web')

/** The service or the gateway, listening. */
export type Running = {
  app: FastifyInstance
  /** The URL that people open. */
  origin: string
  isBuilt: boolean
  /** Makes the readiness check fail and rejects new work. */
  drain(): void
  /** Ends background work. Called before the listener closes. */
  endWork(): Promise<void>
  /** Closes everything else. Called after the listener has closed. */
  close(): Promise<void>
}

/**
 * Listens as configured and returns the URL that people open. Closes the app if listening fails.
 * @throws StartError with the reason
 */
export async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { host, port, publicUrl } = config
  try {
    await app.listen({ port, host })
  } catch (error) {
    await app.close()
    throw new StartError(listenFailure(error as NodeJS.ErrnoException, config))
  }
  return publicUrl ?? originOn(host, (app.server.address() as AddressInfo).port)
}

function listenFailure({ code, message }: NodeJS.ErrnoException, { port, host }: Config) {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken: stop what listens there, or set PORT to another one.`
  if (code === 'EACCES') return `Port ${port} may not be listened on by this user: set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST is "${host}", which is no address of this machine.`
  return `Listening on ${host}:${port} is not possible: ${message}.`
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
