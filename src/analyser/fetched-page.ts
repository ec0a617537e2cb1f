import type { ResponseFault } from '#contract/reports/report-facts.ts'

/**
 * A page and its robots.txt, as the fetcher returns them and the analyser reads them. Plain data that crosses a thread
 * boundary by structured clone. All times are in milliseconds, all sizes in bytes.
 */
export type FetchedPage = {
  /** The requested URL in the form of the WHATWG parser, without fragment. */
  askedUrl: string
  finalUrl: string
  /** The fields from here on describe the final response. */
  status: number
  httpVersion: '1.0' | '1.1' | '2'
  headers: Header[]
  /** Faults that browsers forgive. Proxies can refuse the response for them. */
  faults: ResponseFault[]
  /** The decoded content codings, outermost first. Empty if the body was sent uncompressed. */
  contentEncodings: string[]
  /** Every response before the final one, in order. */
  redirects: Hop[]
  /** Body bytes as sent. */
  wireBytes: number
  /** Body after decoding, up to the limit. */
  body: Uint8Array
  /** The body was longer than the limit, and the rest is missing. */
  truncated: boolean
  timings: FetchTimings
  /** Null over http. */
  tls: Tls | null
  robots: RobotsFile
}

/** The name is in lower case. A header sent twice is here twice. */
export type Header = [name: string, value: string]

export type Hop = { url: string; status: number; location: string | null }

export type FetchTimings = {
  dns: number | null
  connect: number | null
  tls: number | null
  ttfb: number
  download: number
  /** The time of the final response alone, from DNS to the last byte. */
  total: number
}

export type Tls = {
  /** "TLSv1.3" */
  protocol: string | null
  trusted: boolean
  /** OpenSSL's reason for an untrusted certificate: CERT_HAS_EXPIRED, ERR_TLS_CERT_ALTNAME_INVALID … */
  problem: string | null
  subject: string | null
  issuer: string | null
  /** ISO 8601, UTC. */
  validFrom: string | null
  validTo: string | null
}

/**
 * robots.txt of the final URL's origin. A 4xx is `absent` (everything allowed), a 5xx `unavailable`, no response
 * `unreachable`.
 */
export type RobotsFile = {
  url: string
  outcome: 'found' | 'absent' | 'unavailable' | 'unreachable'
  status: number | null
  /** Decoded as UTF-8, without BOM, cut at 500 KiB. */
  text: string
  bytes: number
}

/** Returns true if an HTTP status says that there is nothing at the URL. */
export const isAbsent = (status: number | null): boolean => status === 404 || status === 410

/** Returns true if an HTTP status is a success, 200 to 299 (RFC 9110, 15.3). Null is no response. */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300
