import { lookup as systemLookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import pLimit from 'p-limit'
import { codeOf, errorDetailOf, failures, PageRefused } from '../failures.ts'
import type { FetchLimits } from '../limits.ts'
import { orAborted, pause, startTimeLimit } from '../timing.ts'
import { isBlockedAddress, unwrapMapped } from './address-rules.ts'
import { failureOfMissingHost, type Target } from './target.ts'

/** Returns all addresses of a host name. Rejects with a `code` as node:dns does. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<string[]>

/**
 * Looks up the addresses of a target, once. A single blocked address blocks the host name.
 * @throws PageRefused, or the signal's reason
 */
export async function addressesOf(
  target: Target,
  lookup: Lookup,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<string[]> {
  if (target.literal) return [unwrapMapped(target.host)]
  const addresses = (await lookUp(target.host, lookup, limits, signal)).map(unwrapMapped)
  const blocked = target.allowed ? [] : addresses.filter(isBlockedAddress)
  if (blocked.length > 0) {
    await pause(Math.random() * limits.blockedPauseMs, signal)
    throw new PageRefused(failures.unreachable, { host: target.host, blocked })
  }
  return addresses
}

async function lookUp(host: string, lookup: Lookup, limits: FetchLimits, signal: AbortSignal): Promise<string[]> {
  const limit = startTimeLimit(
    limits.lookupMs,
    () => new PageRefused(failures.unreachable, { host, lookup: 'timed out' }),
    signal,
  )
  try {
    const addresses = await orAborted(lookup(host, limit.signal), limit.signal)
    if (addresses.length > 0 && addresses.every((address) => isIP(address) !== 0)) return addresses
    throw Object.assign(new Error('no IP address'), { code: 'ENODATA' })
  } catch (error) {
    if (limit.signal.aborted || error instanceof PageRefused) throw error
    const failure = notFoundCodes.has(codeOf(error) ?? '') ? failureOfMissingHost(host) : failures.unreachable
    // A quick failure would differ from that of a host that doesn't respond.
    if (failure.code === 'unreachable') await pause(Math.random() * limits.blockedPauseMs, signal)
    throw new PageRefused(failure, { host, lookup: errorDetailOf(error) })
  } finally {
    limit.end()
  }
}

const notFoundCodes = new Set(['ENOTFOUND', 'ENODATA'])
/** After these errors of the name servers, the system's hosts file is searched. */
const fallbackCodes = new Set([...notFoundCodes, 'ECONNREFUSED'])

/**
 * Creates a lookup that queries the name servers directly, because a query can be cancelled and blocks no thread,
 * however slowly a hostile name server responds. Names that they do not know are looked up by the system (its hosts
 * file).
 * @param nameServers `ip:port` each; empty for those of the system
 */
export function createLookup(nameServers: string[] = []): Lookup {
  return async (host, signal) => {
    // RFC 6761, section 6.3: `localhost` is never sent to a name server.
    if (host === 'localhost') return lookUpInSystem(host, signal)
    try {
      return await queryNameServers(host, nameServers, signal)
    } catch (error) {
      if (signal.aborted || !fallbackCodes.has(codeOf(error) ?? '')) throw error
      return lookUpInSystem(host, signal)
    }
  }
}

async function queryNameServers(host: string, nameServers: string[], signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (nameServers.length > 0) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (found.length > 0) return found
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    throw errors.find((error) => !notFoundCodes.has(codeOf(error) ?? '')) ?? errors[0]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** getaddrinfo cannot be cancelled and blocks one of four threads of the process, so only two run at once. */
const systemLookupLimit = pLimit(2)

async function lookUpInSystem(host: string, signal: AbortSignal): Promise<string[]> {
  const found = systemLookupLimit(() => {
    signal.throwIfAborted()
    return systemLookup(host, { all: true })
  })
  return (await orAborted(found, signal)).map(({ address }) => address)
}
