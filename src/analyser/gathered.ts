/**
 * What was gathered from the network for one report: everything the analyser knows about the world. Plain data that
 * crosses a thread boundary by structured clone. All times are milliseconds, all sizes bytes.
 */
export type Gathered = {
  /** As the WHATWG parser writes it, without fragment. */
  askedUrl: string
  finalUrl: string
  /** Of the final answer, as are all fields below. */
  status: number
  httpVersion: '1.0' | '1.1' | '2'
  headers: Header[]
  /** The codings undone, outermost first; empty when the body came as it is. */
  contentEncodings: string[]
  /** Every answer before the final one, in order. */
  redirects: Hop[]
  /** Body bytes as sent. */
  wireBytes: number
  /** Body bytes after decoding, before the cut. */
  body: Uint8Array
  /** True when the body was longer than the limit and the rest is missing. */
  truncated: boolean
  timings: GatheredTimings
  /** Null over http. */
  tls: Tls | null
  robots: RobotsFile
}

/** Name in lower case; a header sent twice is here twice. */
export type Header = [name: string, value: string]

export type Hop = { url: string; status: number; location: string | null }

export type GatheredTimings = {
  dns: number | null
  connect: number | null
  tls: number | null
  ttfb: number
  download: number
  /** Of the final answer alone, from looking up its name to its last byte. */
  total: number
}

export type Tls = {
  /** "TLSv1.3" */
  protocol: string | null
  trusted: boolean
  /** Why it is not trusted, as OpenSSL names it: CERT_HAS_EXPIRED, ERR_TLS_CERT_ALTNAME_INVALID … */
  problem: string | null
  subject: string | null
  issuer: string | null
  /** ISO 8601, UTC. */
  validFrom: string | null
  validTo: string | null
}

/** robots.txt of the final URL's origin. A 4xx is `absent` (all allowed), a 5xx `unavailable`, no answer `unreachable`. */
export type RobotsFile = {
  url: string
  outcome: 'found' | 'absent' | 'unavailable' | 'unreachable'
  status: number | null
  /** Decoded as UTF-8, without BOM, cut at 500 KiB. */
  text: string
  bytes: number
}
