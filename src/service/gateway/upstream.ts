import { readTarget, type Target } from '#service/fetcher/connection/target.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { hasCredentials, portOf, withoutTrailingDot } from '#service/fetcher/page-url.ts'

/** The server that the gateway forwards requests to. */
export type Upstream = {
  target: Target
  /** The value of the Host header. */
  host: string
  /** The path before `/api/v1`: empty, or with a leading and without a trailing slash. */
  prefix: string
  /** The URL as shown to people. */
  address: string
}

const example = 'such as https://seo.example.com or https://example.com/seo'

/**
 * Reads SEO_REPORTS_UPSTREAM. The addresses behind the host name are checked later, for each connection.
 * @param allowHosts exact `host:port` entries in lower case
 * @returns the server, or a description of valid values that completes the sentence "SEO_REPORTS_UPSTREAM must be …"
 */
export function readUpstream(text: string, allowHosts: ReadonlySet<string>): Upstream | string {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (!url) return `an https URL ${example}`
  if (hasCredentials(url)) return 'a URL without a username or password, because people sign in with their own API keys'
  if (/[?#]/.test(text)) return `a URL without "?" and "#", ${example}`
  const target = targetOrMessage(url, allowHosts)
  if (typeof target === 'string') return target
  if (!target.secure && !target.allowed)
    return `an https URL, because API keys are sent to it: ${onlyIfListed('plain http', url)}`
  const prefix = prefixOf(url)
  if (prefix === undefined) return `a URL with a plain path, ${example}`
  return { target, prefix, host: url.host, address: url.origin + prefix }
}

function targetOrMessage(url: URL, allowHosts: ReadonlySet<string>): Target | string {
  try {
    return readTarget(url, allowHosts)
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    if (error.code === 'other_port') return `a URL on the default port: ${onlyIfListed('another one', url)}`
    if ('impossible' in error.detail) return `a URL with a valid host name, ${example}`
    return `a public server: ${onlyIfListed('a private one', url)}`
  }
}

const onlyIfListed = (what: string, url: URL) =>
  `${what} needs ${withoutTrailingDot(url.hostname)}:${portOf(url)} in SEO_REPORTS_ALLOW_HOSTS`

/**
 * Returns the path before `/api/v1`, or undefined if it is not plain. A URL that already ends with `/api/v1` is
 * accepted.
 */
function prefixOf({ pathname }: URL): string | undefined {
  const prefix = pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v1$/, '')
  return /^(\/[\w.~-]+)*$/.test(prefix) ? prefix : undefined
}

/** Limits of the gateway. Times are in milliseconds, sizes in bytes. */
export const defaultGatewayLimits = {
  lookupMs: 5_000,
  /** Applies to the TCP connection and, separately, to the TLS handshake. */
  connectMs: 5_000,
  /** Longest time in which upstream sends nothing, or the caller accepts nothing. */
  silenceMs: 60_000,
  /** Longest wait for the response to a write. Some analyses take two minutes. */
  writeMs: 150_000,
  headerBytes: 32 * 1024,
  requestsAtOnce: 256,
  /** Bodies are held in memory until they are sent, and these have up to 8 MiB. */
  largerBodiesAtOnce: 16,
  /** Keeps one caller from taking the places of all others. */
  largerBodiesOfNetwork: 4,
  idleConnections: 32,
  /** An idle connection is closed after this time. Most servers keep theirs open for longer. */
  idleMs: 4_000,
}

export type GatewayLimits = typeof defaultGatewayLimits
