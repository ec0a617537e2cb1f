import { isUtf8 } from 'node:buffer'
import type { Hop } from '#analyser/crawl.ts'
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
  for (let url = start; ;) {
    beforeEach()
    const answer = await request(url, endOfTrail(wanted), context)
    const next = nextStop(url, answer, redirects, most)
    if (!next) return { answer, redirects }
    url = next
  }
}

/** The same wishes, with the body of a redirect left unread. */
export const endOfTrail = (wanted: Wanted): Wanted => ({
  ...wanted,
  wantsBody: (head) => locationOf(head) === null && wanted.wantsBody(head),
})

/**
 * Where an answer sends on to, noted among `redirects`; null when it is the end of the trail.
 * @throws PageRefused for a loop and for one hop more than `most`
 */
export function nextStop(
  url: URL,
  answer: Pick<Head, 'status' | 'headers'>,
  redirects: Hop[],
  most: number,
): URL | null {
  const location = locationOf(answer)
  if (location === null) return null
  redirects.push({ url: url.href, status: answer.status, location })
  if (redirects.length > most) throw new PageRefused(sentences.tooManyRedirects(most), { host: url.host })
  const next = destinationOf(location, url)
  if (redirects.some((hop) => hop.url === next.href))
    throw new PageRefused(sentences.redirectLoop, { host: next.host, hops: redirects.length })
  return next
}

/** Where an answer redirects to; null for one that is the end of the trail. */
function locationOf({ status, headers }: Pick<Head, 'status' | 'headers'>): string | null {
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
