import { PageRefused } from '#service/fetcher/page-refused.ts'
import { hasCredentials } from '#service/fetcher/page-url.ts'
import { sentences } from '#service/fetcher/sentences.ts'
import { readTarget, type Target } from '#service/fetcher/target.ts'

/** The server that requests are passed on to. */
export type Upstream = {
  target: Target
  /** As a Host header names it. */
  host: string
  /** What stands before `/api/v1` there; empty, or beginning with a slash and not ending with one. */
  prefix: string
  /** As people write it. */
  address: string
}

const example = 'such as https://seo.example.com or https://example.com/seo'

/**
 * Reads SEO_REPORTS_UPSTREAM. Whether its name leads to an address that may be contacted is seen with each connection.
 * @param allowHosts exact `host:port` entries, lower case
 * @returns the server, or what the value must be instead, as the end of a sentence
 */
export function readUpstream(text: string, allowHosts: ReadonlySet<string>): Upstream | string {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (!url) return `an https address ${example}`
  if (hasCredentials(url))
    return 'an address without a user name or a password: people sign in with a key of that server'
  if (/[?#]/.test(text)) return `an address without "?" and "#", ${example}`
  const target = readOrRefuse(url, allowHosts)
  if (typeof target === 'string') return target
  if (!target.secure && !target.allowed) return `an https address, for keys go to it: ${listed(target, 'plain http')}`
  const prefix = prefixOf(url)
  if (prefix === undefined) return `an address whose path has plain words alone, ${example}`
  return { target, prefix, host: url.host, address: url.origin + prefix }
}

function readOrRefuse(url: URL, allowHosts: ReadonlySet<string>): Target | string {
  try {
    return readTarget(url, allowHosts)
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    // What it would be if it were allowed, to name the entry that allows it.
    const host = url.hostname.replace(/\.$/, '')
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
    const target = { url: new URL(`http://${host}`), port }
    if (error.sentence === sentences.otherPort)
      return `an address on the scheme's own port: ${listed(target, 'another one')}`
    if (error.sentence === sentences.nameNotFound) return `an address with a host name that can exist, ${example}`
    return `a public address: ${listed(target, 'a private one')}`
  }
}

const listed = ({ url, port }: Pick<Target, 'url' | 'port'>, what: string) =>
  `${what} is possible only with ${url.hostname.replace(/\.$/, '')}:${port} in SEO_REPORTS_ALLOW_HOSTS`

/** Undefined for a path that a request could not be sent below. A copied address of the API itself is understood. */
function prefixOf({ pathname }: URL): string | undefined {
  const prefix = pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
  return /^(\/[\w.~-]+)*$/.test(prefix) ? prefix : undefined
}
