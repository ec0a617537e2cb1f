/** Limits of one session, which fetches for one report. Times are in milliseconds, sizes in bytes. */
export const defaultFetchLimits = {
  lookupMs: 5_000,
  connectMs: 5_000,
  /** One request, from the DNS lookup to the last byte, and a URL with all its redirects. */
  requestMs: 15_000,
  /** The page and all its probe requests together. */
  totalMs: 30_000,
  headerBytes: 32 * 1024,
  /** Applies to the bytes on the wire and again to the decoded body. */
  bodyBytes: 5 * 1024 * 1024,
  robotsBytes: 500 * 1024,
  encodings: 2,
  /** Decoded bytes per byte on the wire, checked once the decoded body exceeds its limit. */
  inflation: 100,
  redirects: 10,
  robotsRedirects: 5,
  /** Probe requests, and that for robots.txt of the page. */
  probeRequests: 30,
  /** One probe request. */
  probeMs: 5_000,
  sitemapMs: 10_000,
  /** The start of a response: the head of a page, or the dimensions of an image. */
  startBytes: 64 * 1024,
  /** A script or a stylesheet. */
  resourceBytes: 2 * 1024 * 1024,
  /** Of one sitemap, decoded, and the URLs that it lists: the limits of sitemaps.org. */
  sitemapBytes: 50 * 1024 * 1024,
  sitemapUrls: 50_000,
  /** Decoded, for all sitemaps of a session together. */
  allSitemapsBytes: 50 * 1024 * 1024,
  /** Sitemaps requested of those that an index lists. */
  sitemapChildren: 5,
  hostsAtOnce: 4,
  /** Requests of one report to one host. Over all reports, the host's pace applies. */
  requestsAtOnce: 6,
  /** To keep a connection, the rest of an unwanted body is received up to this size and time. */
  discardBytes: 64 * 1024,
  discardMs: 500,
  /** A blocked host name is refused after a random part of this time, so that it looks like a refused connection. */
  blockedPauseMs: 150,
}

export type FetchLimits = typeof defaultFetchLimits
