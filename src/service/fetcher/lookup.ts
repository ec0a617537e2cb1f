import { lookup as askSystem, Resolver } from 'node:dns/promises'
import { createGate } from './gate.ts'
import { codeOf } from './page-refused.ts'

/** All addresses of a name; rejects with a `code` as node:dns does. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<string[]>

export const notFoundCodes = new Set(['ENOTFOUND', 'ENODATA'])
const quickFailures = new Set([...notFoundCodes, 'ECONNREFUSED'])

/**
 * Asks the name servers directly, because that can be cancelled and holds no thread of the pool however slow a hostile
 * zone answers; what they do not know, the system may (its hosts file).
 * @param nameServers `ip:port` each; the system's own when empty
 */
export function createLookup(nameServers: string[] = []): Lookup {
  return async (host, signal) => {
    // RFC 6761, section 6.3: no name server has a say in it.
    if (host === 'localhost') return askSystemWithin(host, signal)
    try {
      return await askNameServers(host, nameServers, signal)
    } catch (error) {
      if (signal.aborted || !quickFailures.has(codeOf(error) ?? '')) throw error
      return askSystemWithin(host, signal)
    }
  }
}

async function askNameServers(host: string, nameServers: string[], signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (nameServers.length > 0) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
    throw failures.find((failure) => !notFoundCodes.has(codeOf(failure) ?? '')) ?? failures[0]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** getaddrinfo cannot be cancelled and holds one of four threads, so few of them run at once. */
const systemLookups = createGate(2)

async function askSystemWithin(host: string, signal: AbortSignal): Promise<string[]> {
  const leave = await systemLookups.enter(signal)
  const answer = askSystem(host, { all: true }).finally(leave)
  return (await answer).map(({ address }) => address)
}
