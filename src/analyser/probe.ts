import { counted } from '#contract/format/numbers.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import type { RobotsLine } from './facts/robots-rules.ts'
import type { Cut } from './facts/text.ts'
import type { Header, Hop } from './fetched-page.ts'

// A probe is an additional request for a report, besides those for its page and robots.txt, and its result. Code always
// calls it a probe. Texts for users call it an extra request, and its target a linked resource.

/** Purposes of the probe requests, in the order of the requests. */
export const probePurposes = [
  'http-variant',
  'old-tls',
  'sitemap',
  'favicon',
  'og-image',
  'soft-404',
  'canonical',
  'alternate',
  'llms-txt',
  'link',
  'resource',
] as const
export type ProbePurpose = (typeof probePurposes)[number]

/** A probe request, and the needed part of its response. */
export type ProbeRequest = {
  purpose: ProbePurpose
  url: string
  /**
   * `start` is enough for an image's size or a page's head, `all` has its text. `handshake` sends no request, only a
   * TLS handshake of an old version.
   */
  read: 'nothing' | 'start' | 'all' | 'sitemap' | 'handshake'
  /** The host's robots.txt must allow the request, as for sampled URLs. */
  obeysRobots: boolean
  /** For a sitemap, the URLs to look for in it. */
  lookFor?: string[]
  /** For a sitemap, the host whose URLs in it are those of its own host. */
  productionHost?: string
  /** The element that names the URL. Returned with the response as given. */
  at: number | null
}

/** The result of a probe request. None of it can make a report fail. */
export type Probe = {
  purpose: ProbePurpose
  url: string
  at: number | null
  /** `answered`: there is a response; `not-asked`: no request was made. Stored reports have these values. */
  outcome: 'answered' | 'failed' | 'not-asked'
  /** The reason for a missing response: a clause for readers without a full stop. */
  reason: string | null
  /** The reason as a code. Results depend on it and never on `reason`. */
  reasonCode: FetchFailure | null
  /** Every response before the final one, in order. */
  redirects: Hop[]
  /** The fields from here on describe the final response. */
  finalUrl: string | null
  /** Also of a response that refused us. Stored facts before ruleset 8 have null there. */
  status: number | null
  headers: Header[]
  contentEncodings: string[]
  /** Body bytes as sent: counted if everything was read, else by Content-Length, else null. */
  wireBytes: number | null
  /** The decoded body, as far as it was needed. */
  body: Uint8Array | null
  /** The body is longer than the part that was read. */
  truncated: boolean
  /** For `handshake`, the negotiated version; null if the server refused. */
  tlsVersion: string | null
  sitemap: SitemapReading | null
  /**
   * For a resource, Google's access by the robots.txt of its host, or of the redirect that is blocked. Null without
   * one that could be read. Missing from older stored facts.
   */
  google?: { robotsUrl: string; allowed: boolean | null; rule: RobotsLine | null } | null
}

/** The fields of a probe that has no response. */
export const noResponse = {
  finalUrl: null,
  status: null,
  headers: [],
  contentEncodings: [],
  wireBytes: null,
  body: null,
  truncated: false,
  tlsVersion: null,
  sitemap: null,
} satisfies Partial<Probe>

/** Returns a probe of a page that is still being rendered: its requests are sent afterwards. */
export const notSentYet = ({ purpose, url, at }: ProbeRequest): Probe => ({
  ...noResponse,
  purpose,
  url,
  at,
  redirects: [],
  outcome: 'not-asked',
  reason: 'the page is still being rendered',
  reasonCode: null,
})

export type SitemapReading = {
  kind: 'urlset' | 'index' | 'text' | 'unknown'
  /** Number of URLs listed, as far as the file was read. */
  urls: number
  /** Decoded size. For an uncompressed file that was cut, by Content-Length. */
  bytes: number
  /** The file is longer than the limit, and the rest is missing. */
  cut: boolean
  gzip: boolean
  /** The error in the XML and its line. */
  problem: { text: string; line: number } | null
  /** Faults that leave the rest readable, one of each kind. Missing from older stored facts. */
  faults?: SitemapFault[]
  /** The URLs that the file lists of those to look for. */
  found: string[]
  /** For an index, the number of sitemaps it lists. Those that were requested are probes of their own. */
  children: number
  lastmods: Lastmods
  /** The hosts of its first URLs. Missing from older stored facts. */
  hosts?: { host: string; urls: number; url: string }[]
  /** Missing from older stored facts, and if the file has no hreflang links that concern the page. */
  versions?: SitemapVersions
}

/** The hreflang links of a sitemap, as far as they concern the URLs to look for. */
export type SitemapVersions = {
  /** Those of the entries of these URLs. */
  links: Cut<SitemapVersion>
  /** Other entries (`from`) with a link to one of these URLs. */
  returns: Cut<{ from: string; to: string }>
  /** The namespace of links that aren't in that of XHTML, so that search engines ignore them; empty without one. */
  ignored: { namespace: string; line: number } | null
}

/** One link of the entry of the URL `entry`. The file has an entry of its own for a `listed` version. */
export type SitemapVersion = { entry: string; hreflang: string; href: string; line: number; listed: boolean }

/**
 * A fault against the protocol (sitemaps.org): no namespace of sitemaps, a loc that isn't a full URL, an entry without
 * one or with several, a lastmod that isn't a W3C datetime, or no entry. `text` and `line` are those of the first of
 * `count` places.
 */
export type SitemapFault = {
  kind: 'namespace' | 'url' | 'no_loc' | 'more_locs' | 'date' | 'empty'
  count: number
  text: string
  line: number
}

/** Clauses about faults that reports and jobs say alike. */
export const nestedIndex = 'it’s an index within an index'
export const invalidUrls = ({ count: total, text, line }: Pick<SitemapFault, 'count' | 'text' | 'line'>) =>
  `${counted(total, 'URL')} ${total === 1 ? 'isn’t a full URL' : 'aren’t full URLs'}, such as “${text}” on line ${line}`

/** The lastmod dates of the listed URLs. */
export type Lastmods = {
  /** Number of URLs with a date that can be read. */
  total: number
  /** The most frequent dates first: hours (`2026-06-02T10`), or days without a time. */
  most: { date: string; urls: number }[]
  /** The latest day. Missing from older stored facts, and without a date. */
  latest?: { date: string; line: number }
}
