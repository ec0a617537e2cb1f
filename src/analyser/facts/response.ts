import type { Crawl, Header } from '../crawl.ts'
import { listLimit, type ResponseFacts } from '../page-facts.ts'
import { readDate } from './dates.ts'
import { redactCookie } from './set-cookie.ts'
import { clip, clipOrNull, limits } from './text.ts'

const nameLimit = 200
const valueLimit = 4000
/** Half a Content Security Policy says nothing certain, and some are long. */
const policyLimit = 16_000

/** The first header of that name (in lower case), or null. */
export const headerValue = (headers: Header[], name: string) => headers.find(([one]) => one === name)?.[1] ?? null

/** All headers of that name, in order. */
export const headerValues = (headers: Header[], name: string) =>
  headers.filter(([one]) => one === name).map(([, value]) => value)

/** Whether a header as stored lacks its end: none that was sent holds an ellipsis, since its letters are bytes. */
export const isCut = (value: string) => value.endsWith('…')

const limitOf = (name: string) => (name === 'content-security-policy' ? policyLimit : valueLimit)

export function readResponse(crawl: Crawl): ResponseFacts {
  const {
    askedUrl,
    finalUrl,
    status,
    httpVersion,
    headers,
    contentEncodings,
    redirects,
    wireBytes,
    body,
    truncated,
    tls,
  } = crawl
  return {
    askedUrl,
    finalUrl,
    status,
    httpVersion,
    headers: headers.slice(0, listLimit).map(keep),
    contentType: clipOrNull(headerValue(headers, 'content-type'), limits.text),
    contentEncodings: contentEncodings.map((coding) => coding.toLowerCase()),
    redirects: redirects.map(({ url, status, location }) => ({
      url,
      status,
      location: clipOrNull(location, limits.url),
    })),
    wireBytes,
    bytes: body.length,
    truncated,
    tls,
    answeredAt: readClock(headers),
  }
}

const keep = ([name, value]: Header): Header => [
  clip(name, nameLimit),
  name === 'set-cookie' ? redactCookie(value) : clip(value, limitOf(name)),
]

function readClock(headers: Header[]): string | null {
  const date = headerValue(headers, 'date')
  const at = date === null ? null : readDate(date)
  return at === null ? null : new Date(at).toISOString()
}
