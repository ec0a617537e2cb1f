import { isUtf8 } from 'node:buffer'
import type { Hop } from '#analyser/gathered.ts'
import { PageRefused } from './page-refused.ts'
import { hasCredentials } from './page-url.ts'
import { valuesOf } from './reply.ts'
import { request, type Answer, type Context, type Head, type Wanted } from './request.ts'
import { sentences } from './sentences.ts'

const redirectStatuses = new Set([301, 302, 303, 307, 308])

export type Trail = { answer: Answer; redirects: Hop[] }

/**
 * Asks, and follows redirects by hand: each hop passes every rule again, on a connection of its own.
 * @param beforeEach called before every request; a throw ends the trail
 * @throws PageRefused for a loop and for one hop more than `most`
 */
export async function followRedirects(
  start: URL,
  wanted: Wanted,
  most: number,
  context: Context,
  beforeEach: () => void = () => {},
): Promise<Trail> {
  const redirects: Hop[] = []
  const seen = new Set<string>()
  const read: Wanted = { ...wanted, wantsBody: (head) => locationOf(head) === null && wanted.wantsBody(head) }
  for (let url = start; ;) {
    seen.add(url.href)
    beforeEach()
    const answer = await request(url, read, context)
    const location = locationOf(answer)
    if (location === null) return { answer, redirects }
    redirects.push({ url: url.href, status: answer.status, location })
    if (redirects.length > most) throw new PageRefused(sentences.tooManyRedirects(most), { host: url.host })
    url = destinationOf(location, url)
    if (seen.has(url.href)) throw new PageRefused(sentences.redirectLoop, { host: url.host, hops: redirects.length })
  }
}

/** Where an answer redirects to; null for one that is the end of the trail. */
function locationOf({ status, headers }: Head): string | null {
  if (!redirectStatuses.has(status)) return null
  const [location] = valuesOf(headers, 'location')
  return location === undefined ? null : asUtf8(location)
}

function destinationOf(location: string, from: URL): URL {
  const url = URL.parse(location, from.href)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new PageRefused(sentences.redirectElsewhere, { host: from.host })
  }
  if (hasCredentials(url)) throw new PageRefused(sentences.redirectCredentials, { host: from.host })
  url.hash = ''
  return url
}

/** Header bytes arrive one character each; what is UTF-8 is read so, as browsers read a Location. */
function asUtf8(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : value
}
