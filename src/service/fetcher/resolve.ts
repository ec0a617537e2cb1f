import { lookup as askSystem, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isBlockedAddress, unwrapMapped } from './address-rules.ts'
import { createGate } from './gate.ts'
import { causeOf, codeOf, PageRefused } from './page-refused.ts'
import type { Limits } from './limits.ts'
import { sentences } from './sentences.ts'
import type { Target } from './target.ts'
import { orAborted, pause, startTimeLimit } from './time-limit.ts'

/** All addresses of a name; rejects with a `code` as node:dns does. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<string[]>

/**
 * The addresses a request may be sent to, looked up once. One blocked address among them refuses the name.
 * @throws PageRefused
 */
export async function addressesOf(
  target: Target,
  lookup: Lookup,
  limits: Limits,
  signal: AbortSignal,
): Promise<string[]> {
  if (target.literal) return [unwrapMapped(target.host)]
  const addresses = (await lookedUp(target.host, lookup, limits.lookupMs, signal)).map(unwrapMapped)
  const blocked = target.allowed ? [] : addresses.filter(isBlockedAddress)
  if (blocked.length > 0) {
    await pause(Math.random() * limits.blockedPauseMs, signal)
    throw new PageRefused(sentences.unreachable, { host: target.host, blocked })
  }
  return addresses
}

async function lookedUp(host: string, lookup: Lookup, ms: number, signal: AbortSignal): Promise<string[]> {
  const limit = startTimeLimit(ms, () => new PageRefused(sentences.unreachable, { host, lookup: 'timed out' }), signal)
  try {
    const addresses = await orAborted(lookup(host, limit.signal), limit.signal)
    if (addresses.length > 0 && addresses.every((address) => isIP(address) !== 0)) return addresses
    throw new PageRefused(sentences.nameNotFound, { host, lookup: 'no address' })
  } catch (error) {
    if (limit.signal.aborted || error instanceof PageRefused) throw error
    const missing = notFoundCodes.has(codeOf(error) ?? '')
    throw new PageRefused(missing ? sentences.nameNotFound : sentences.unreachable, { host, lookup: causeOf(error) })
  } finally {
    limit.end()
  }
}

const notFoundCodes = new Set(['ENOTFOUND', 'ENODATA'])
const quickFailures = new Set([...notFoundCodes, 'ECONNREFUSED'])

/**
 * Asks the name servers directly, because that can be cancelled and holds no thread of the pool however slow a hostile
 * zone answers; what they do not know, the system may (its hosts file).
 */
export const systemLookup: Lookup = async (host, signal) => {
  try {
    return await askNameServers(host, signal)
  } catch (error) {
    if (signal.aborted || !quickFailures.has(codeOf(error) ?? '')) throw error
    return askSystemWithin(host, signal)
  }
}

async function askNameServers(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
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
