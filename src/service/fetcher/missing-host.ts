import { parse } from 'tldts'
import { type Failure, failures } from './failures.ts'

/**
 * Returns the failure for a host name that does not exist. Under a public suffix of ICANN, anyone can look that up.
 * Other names belong to private networks and look like hosts that don't respond, so that callers can't learn which exist.
 */
export const failureOfMissingHost = (host: string): Failure =>
  isUnderPublicSuffix(host) ? failures.dns : failures.unreachable

/** `home.arpa` is the suffix of home networks (RFC 8375), although it is registered. */
function isUnderPublicSuffix(host: string): boolean {
  const { isIcann, publicSuffix } = parse(host, { extractHostname: false, validateHostname: false })
  return isIcann === true && publicSuffix !== 'home.arpa'
}
