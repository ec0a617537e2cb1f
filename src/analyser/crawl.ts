/**
 * What was crawl from the network for one report: everything the analyser knows about the world. Plain data that
 * crosses a thread boundary by structured clone. All times are milliseconds, all sizes bytes.
 */
export type Crawl = {
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
  timings: CrawlTimings
  /** Null over http. */
  tls: Tls | null
  robots: RobotsFile
}

/** Name in lower case; a header sent twice is here twice. */
export type Header = [name: string, value: string]

export type Hop = { url: string; status: number; location: string | null }

export type CrawlTimings = {
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

/** Why an address is asked beside the page, in the order of asking. */
export const probePurposes = [
  'http-variant',
  'old-tls',
  'sitemap',
  'favicon',
  'og-image',
  'soft-404',
  'canonical',
  'alternate',
  'link',
  'resource',
] as const
export type ProbePurpose = (typeof probePurposes)[number]

/** An address to ask beside the page, and how much of its answer is wanted. */
export type ProbeRequest = {
  purpose: ProbePurpose
  url: string
  /** `start`: enough for an image's size or a page's head; `handshake`: no request, only TLS of an old version. */
  read: 'nothing' | 'start' | 'all' | 'sitemap' | 'handshake'
  /** Sampled addresses are asked only where their host's robots.txt allows it. */
  obeysRobots: boolean
  /** For a sitemap: the addresses to look for in it. */
  lookFor?: string[]
  /** Handed back with the answer as it came: the element that names the address. */
  at: number | null
}

/** What came of a request. Nothing of it may fail a report. */
export type Probe = {
  purpose: ProbePurpose
  url: string
  at: number | null
  outcome: 'answered' | 'failed' | 'not-asked'
  /** A clause for a reader, without a full stop, when there is no answer. */
  reason: string | null
  /** Every answer before the final one, in order. */
  redirects: Hop[]
  /** Of the final answer, as are all fields below. */
  finalUrl: string | null
  status: number | null
  headers: Header[]
  contentEncodings: string[]
  /** Body bytes as sent: counted where all was read, else as Content-Length says, else null. */
  wireBytes: number | null
  /** Decoded, as far as it was wanted. */
  body: Uint8Array | null
  /** The body goes on beyond what was read. */
  truncated: boolean
  /** What was agreed on, for `handshake`: null when the server refused. */
  tlsVersion: string | null
  sitemap: SitemapReading | null
}

export type SitemapReading = {
  kind: 'urlset' | 'index' | 'text' | 'unknown'
  /** Addresses listed in this file, as far as it was read. */
  urls: number
  /** Decoded; of a plain file that was cut, as its Content-Length says. */
  bytes: number
  /** It is longer than what is read of it. */
  cut: boolean
  gzip: boolean
  /** What is wrong with the XML, and on which line. */
  problem: { text: string; line: number } | null
  /** Of the addresses looked for, those listed. */
  found: string[]
  /** Of an index: the sitemaps it lists. Those that were asked are probes of their own. */
  children: number
}
