import type { Gathered, Header } from '../gathered.ts'
import { listLimit, type ResponseFacts } from '../page-facts.ts'
import { readDate } from './dates.ts'
import { clip, clipOrNull, limits } from './text.ts'

const headerLimit = 4000

/** The first header of that name (in lower case), or null. */
export const headerValue = (headers: Header[], name: string) => headers.find(([one]) => one === name)?.[1] ?? null

export function readResponse(gathered: Gathered): ResponseFacts {
  const { askedUrl, finalUrl, status, httpVersion, headers, contentEncodings, redirects, wireBytes, body, truncated, tls } = gathered
  return {
    askedUrl,
    finalUrl,
    status,
    httpVersion,
    headers: headers.slice(0, listLimit).map(([name, value]): Header => [clip(name, 200), clip(value, headerLimit)]),
    contentType: clipOrNull(headerValue(headers, 'content-type'), limits.text),
    contentEncodings: contentEncodings.map((coding) => coding.toLowerCase()),
    redirects: redirects.map(({ url, status, location }) => ({ url, status, location: clipOrNull(location, limits.url) })),
    wireBytes,
    bytes: body.length,
    truncated,
    tls,
    answeredAt: readClock(headers),
  }
}

function readClock(headers: Header[]): string | null {
  const date = headerValue(headers, 'date')
  const at = date === null ? null : readDate(date)
  return at === null ? null : new Date(at).toISOString()
}
