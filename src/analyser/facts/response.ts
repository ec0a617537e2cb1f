import type { ResponseFault } from '#contract/reports/report-facts.ts'
import type { FetchedPage, Header, Hop, Tls } from '../fetched-page.ts'
import { readDate } from './dates.ts'
import { headerValue, redactCookie } from './headers.ts'
import { clip, clipOrNull, limits, maxListed } from './text.ts'

export type ResponseFacts = {
  askedUrl: string
  finalUrl: string
  status: number
  httpVersion: string
  headers: Header[]
  /** Missing from older stored facts. */
  faults?: ResponseFault[]
  contentType: string | null
  contentEncodings: string[]
  redirects: Hop[]
  wireBytes: number
  /** After decoding. If `truncated`, only the part that was kept. */
  bytes: number
  truncated: boolean
  tls: Tls | null
  /** The Date header of the response, ISO 8601. Dates on the page are compared with it. */
  answeredAt: string | null
}

const maxNameLength = 200
const maxValueLength = 4000
/** Longer than other headers, because half of a Content Security Policy cannot be evaluated. */
const maxPolicyLength = 16_000

const maxLengthOf = (name: string) => (name === 'content-security-policy' ? maxPolicyLength : maxValueLength)

export function readResponse(fetched: FetchedPage): ResponseFacts {
  const {
    askedUrl,
    finalUrl,
    status,
    httpVersion,
    headers,
    faults,
    contentEncodings,
    redirects,
    wireBytes,
    body,
    truncated,
    tls,
  } = fetched
  return {
    askedUrl,
    finalUrl,
    status,
    httpVersion,
    headers: headers.slice(0, maxListed).map(keep),
    faults,
    contentType: clipOrNull(headerValue(headers, 'content-type'), limits.text),
    contentEncodings: contentEncodings.map((coding) => coding.toLowerCase()),
    redirects: redirects.map(({ url, status, location }) => ({
      url: clip(url, limits.url),
      status,
      location: clipOrNull(location, limits.url),
    })),
    wireBytes,
    bytes: body.length,
    truncated,
    tls,
    answeredAt: readDateHeader(headers),
  }
}

const keep = ([name, value]: Header): Header => [
  clip(name, maxNameLength),
  name === 'set-cookie' ? redactCookie(value) : clip(value, maxLengthOf(name)),
]

function readDateHeader(headers: Header[]): string | null {
  const date = headerValue(headers, 'date')
  const at = date === null ? null : readDate(date)
  return at === null ? null : new Date(at).toISOString()
}
