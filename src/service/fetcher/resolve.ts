import { isIP } from 'node:net'
import { isBlockedAddress, unwrapMapped } from './address-rules.ts'
import { causeOf, codeOf, PageRefused } from './page-refused.ts'
import type { Limits } from './limits.ts'
import { notFoundCodes, type Lookup } from './lookup.ts'
import { sentences } from './sentences.ts'
import type { Target } from './target.ts'
import { orAborted, pause, startTimeLimit } from './time-limit.ts'

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
