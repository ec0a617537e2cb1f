import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { StartError } from '#service/store/start-error.ts'
import { type Config, originOn } from './config.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const webRoot = join(root, 'dist', 'web')

/**
 * Listens as configured, or closes the app and throws a StartError that says why not.
 * @returns where it can be reached
 */
export async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { host, port, publicUrl } = config
  try {
    await app.listen({ port, host })
  } catch (error) {
    await app.close()
    throw new StartError(whyNot(error as NodeJS.ErrnoException, config))
  }
  return publicUrl ?? originOn(host, (app.server.address() as AddressInfo).port)
}

function whyNot({ code, message }: NodeJS.ErrnoException, { port, host }: Config) {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken: stop what listens there, or set PORT to another one.`
  if (code === 'EACCES') return `Port ${port} may not be listened on by this user: set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST is "${host}", which is no address of this machine.`
  return `Listening on ${host}:${port} is not possible: ${message}.`
}
