/** How much a page may cost. Times are milliseconds, sizes bytes. */
export const defaultLimits = {
  lookupMs: 5_000,
  connectMs: 5_000,
  /** One request, from looking up the name to the last byte. */
  requestMs: 15_000,
  /** A page with everything fetched for its sake. */
  totalMs: 30_000,
  headerBytes: 32 * 1024,
  /** Holds on the wire and again after decoding. */
  bodyBytes: 5 * 1024 * 1024,
  robotsBytes: 500 * 1024,
  encodings: 2,
  /** Output bytes for one byte on the wire, judged when the output passes its cap. */
  inflation: 100,
  redirects: 10,
  robotsRedirects: 5,
  subRequests: 30,
  /** One request beside the page. */
  probeMs: 5_000,
  sitemapMs: 10_000,
  /** Enough for the head of a page or the size of an image. */
  startBytes: 64 * 1024,
  /** Of a script or a style sheet. */
  resourceBytes: 2 * 1024 * 1024,
  /** Decoded; sitemaps.org allows no larger file. All sitemaps of a page together are read as far. */
  sitemapBytes: 50 * 1024 * 1024,
  /** Sitemaps that an index lists. */
  sitemapChildren: 5,
  hostsAtOnce: 4,
  /** Between two requests to one host, from the third on. */
  restMs: 200,
  /** A blocked name is refused after a random part of this, as a refused connection would be. */
  blockedPauseMs: 150,
}

export type Limits = typeof defaultLimits
