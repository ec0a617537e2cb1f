import { isIP } from 'node:net'
import { parse } from 'tldts'
import { type Failure, failures, PageRefused } from '../failures.ts'
import { hasCredentials, portOf, withoutTrailingDot } from '../page-url.ts'
import { isBlockedAddress } from './address-rules.ts'

/** The destination of a request, as given by its URL. */
export type Target = {
  url: URL
  /** The host without brackets and trailing dot, as DNS and TLS use it. */
  host: string
  port: number
  secure: boolean
  literal: boolean
  /** In the administrator's allow list, so that no address rule applies. */
  allowed: boolean
}

/** Returns the name under which the limits of a host are kept. An allowed port counts as a host of its own. */
export const hostKeyOf = ({ host, port, allowed }: Target) => (allowed ? `${host}:${port}` : host)

/** Looks up the host and the port of a URL in the allow list. */
export const isEntry = (url: URL, allowHosts: ReadonlySet<string>): boolean =>
  allowHosts.has(`${withoutTrailingDot(url.hostname)}:${portOf(url)}`)

/**
 * Returns the entries of the allow list that hold for a page. Only a page whose own URL is an entry has any, and then
 * those of its host. Otherwise any page could name or redirect to an internal address.
 */
export function allowHostsFor(page: URL, allowHosts: ReadonlySet<string>): ReadonlySet<string> {
  if (!isEntry(page, allowHosts)) return noHosts
  const name = withoutTrailingDot(page.hostname)
  return new Set([...allowHosts].filter((entry) => entry.slice(0, entry.lastIndexOf(':')) === name))
}

export const noHosts: ReadonlySet<string> = new Set()

const privateSuffixes = ['.localhost', '.internal', '.local']
const metadataNames = new Set(['metadata.goog', 'metadata.azure.com', 'metadata.tencentyun.com', 'metadata.packet.net'])

/**
 * Checks a URL before its host name is looked up.
 * @param allowHosts exact `host:port` entries in lower case
 * @throws PageRefused
 */
export function readTarget(url: URL, allowHosts: ReadonlySet<string>): Target {
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw new PageRefused(failures.missing_scheme, { scheme: url.protocol })
  if (hasCredentials(url)) throw new PageRefused(failures.has_credentials)
  const name = withoutTrailingDot(url.hostname)
  const host = name.replace(/^\[|\]$/g, '')
  const port = portOf(url)
  const literal = isIP(host) !== 0
  const allowed = isEntry(url, allowHosts)
  const target = { url, host, port, secure, literal, allowed }
  if (allowed) return target

  if (literal ? isBlockedAddress(host) : isPrivateName(host)) {
    throw new PageRefused(failures.unreachable, { blocked: host, port })
  }
  if (!literal && !isPossibleName(host)) throw new PageRefused(failureOfMissingHost(host), { impossible: host })
  if (url.port !== '') throw new PageRefused(failures.other_port, { host, port })
  return target
}

function isPrivateName(host: string): boolean {
  return !host.includes('.') || metadataNames.has(host) || privateSuffixes.some((suffix) => host.endsWith(suffix))
}

/** Checks the lengths of RFC 1035, and `.invalid`, which never exists (RFC 6761). */
function isPossibleName(host: string): boolean {
  if (host.length > 253 || host.endsWith('.invalid')) return false
  return host.split('.').every((label) => label.length > 0 && label.length <= 63)
}

/**
 * Returns the failure for a host name that does not exist. Under a public suffix of ICANN, anyone can look that up.
 * Other names belong to private networks and look like hosts that don't respond, so that callers can't learn which
 * exist.
 */
export const failureOfMissingHost = (host: string): Failure =>
  isUnderPublicSuffix(host) ? failures.dns : failures.unreachable

/** `home.arpa` is the suffix of home networks (RFC 8375), although it is registered. */
function isUnderPublicSuffix(host: string): boolean {
  const { isIcann, publicSuffix } = parse(host, { extractHostname: false, validateHostname: false })
  return isIcann === true && publicSuffix !== 'home.arpa'
}
