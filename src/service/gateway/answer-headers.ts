import type { IncomingHttpHeaders } from 'node:http'
import type { Upstream } from './upstream.ts'

const passedOn = [
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'date',
  'deprecation',
  'etag',
  'expires',
  'last-modified',
  'preference-applied',
  'retry-after',
  'sunset',
  'vary',
  'x-total-count',
]

const harmless = /^(application\/([\w.-]+\+)?json|application\/x-ndjson|text\/(plain|csv)|image\/(png|jpeg|webp))$/
const writable = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * What of an answer's headers comes through. Cookies do not; what a browser would run or show as a page is text from here
 * on; a server's own sign-in dialog never opens on this origin.
 * @param origin where this gateway is reached
 */
export function headersFrom(headers: IncomingHttpHeaders, upstream: Upstream, origin: string): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && (passedOn.includes(name) || name.startsWith('ratelimit')) && writable.test(value))
      kept[name] = value
  }
  const type = typeFrom(headers['content-type'])
  if (type) kept['content-type'] = type
  const location = locationFrom(headers.location, upstream, origin)
  if (location) kept['location'] = location
  const challenge = headers['www-authenticate']
  if (challenge !== undefined)
    kept['www-authenticate'] = /^bearer\b/i.test(challenge) && writable.test(challenge) ? challenge : 'Bearer'
  return kept
}

function typeFrom(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const [type = ''] = given.toLowerCase().split(';', 1)
  const [, charset = 'utf-8'] = /;\s*charset="?([\w-]{1,40})"?/i.exec(given) ?? []
  return harmless.test(type.trim()) && writable.test(given) ? given : `text/plain; charset=${charset}`
}

/** An address of the API there, as the same one here; nothing for any other. */
function locationFrom(given: string | undefined, { target, prefix }: Upstream, origin: string): string | undefined {
  const url = given === undefined ? null : URL.parse(given, `${target.url.origin}${prefix}/api/v1/`)
  const isThere = url?.origin === target.url.origin && url.pathname.startsWith(`${prefix}/api/v1/`)
  return isThere ? origin + url.pathname.slice(prefix.length) + url.search : undefined
}
