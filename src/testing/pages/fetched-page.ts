import type { FetchedPage, Header, RobotsFile } from '#analyser/fetched-page.ts'
import type { DuplicateFacts } from '#analyser/page-facts.ts'
import type { Probe, ProbePurpose, SitemapReading } from '#analyser/probe.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'

export type Page = Partial<Omit<FetchedPage, 'headers' | 'robots' | 'body'>> & {
  html?: string
  /** Instead of `html`, if the bytes themselves matter. */
  body?: Uint8Array
  /** Added to a content type and a date; a header given here as null is left out. */
  headers?: Record<string, string | string[] | null>
  /** The text of robots.txt, or the parts of the file that differ from an absent one. */
  robots?: string | Partial<RobotsFile>
  /** The responses to the probe requests. */
  probes?: Probe[]
  duplicates?: DuplicateFacts
}

export const pageUrl = 'https://example.com/garden/lamps?page=2'

/** Returns a fetched page without faults, except for the given parts. */
export function fetchedPageOf({
  html = '',
  body,
  headers = {},
  robots,
  ...rest
}: Omit<Page, 'probes' | 'duplicates'> = {}): FetchedPage {
  const bytes = body ?? new TextEncoder().encode(html)
  const finalUrl = rest.finalUrl ?? pageUrl
  return {
    askedUrl: finalUrl,
    finalUrl,
    status: 200,
    httpVersion: '2',
    headers: headersOf({
      'content-type': 'text/html; charset=utf-8',
      date: 'Tue, 02 Jun 2026 10:00:00 GMT',
      ...headers,
    }),
    faults: [],
    contentEncodings: ['br'],
    redirects: [],
    wireBytes: Math.ceil(bytes.length / 4),
    body: bytes,
    truncated: false,
    timings: { dns: 1, connect: 2, tls: 3, ttfb: 40, download: 5, total: 51 },
    tls: {
      protocol: 'TLSv1.3',
      trusted: true,
      problem: null,
      subject: 'example.com',
      issuer: 'Test CA',
      validFrom: '2026-01-01T00:00:00.000Z',
      validTo: '2027-01-01T00:00:00.000Z',
    },
    robots: robotsOf(robots, new URL('/robots.txt', finalUrl).href),
    ...rest,
  }
}

function headersOf(headers: Record<string, string | string[] | null>): Header[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one): Header => [name, one]),
  )
}

function robotsOf(robots: Page['robots'], url: string): RobotsFile {
  if (robots === undefined) return { url, outcome: 'absent', status: 404, text: '', bytes: 0 }
  if (typeof robots !== 'string') return { url, outcome: 'absent', status: 404, text: '', bytes: 0, ...robots }
  return { url, outcome: 'found', status: 200, text: robots, bytes: new TextEncoder().encode(robots).length }
}

/** Wraps contents of head and body in a complete document. */
export const document = (head: string, body = '') =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>`

/** Returns the response to a probe request: 200 unless stated otherwise. */
export function probe(
  purpose: ProbePurpose,
  url: string,
  {
    headers = {},
    text,
    ...rest
  }: Partial<Omit<Probe, 'headers'>> & { headers?: Record<string, string | string[] | null>; text?: string } = {},
): Probe {
  const body = text === undefined ? null : new TextEncoder().encode(text)
  return {
    purpose,
    url,
    at: null,
    outcome: 'answered',
    reason: null,
    reasonCode: null,
    redirects: [],
    finalUrl: url,
    status: 200,
    headers: headersOf(headers),
    contentEncodings: [],
    wireBytes: body?.length ?? null,
    body,
    truncated: false,
    tlsVersion: null,
    sitemap: null,
    ...rest,
  }
}

/** Returns a probe without a response. The text of its reason is the code. */
export const failedProbe = (
  purpose: ProbePurpose,
  url: string,
  reasonCode: FetchFailure,
  outcome: 'failed' | 'not-asked' = 'failed',
): Probe => probe(purpose, url, { outcome, reason: reasonCode, reasonCode, finalUrl: null, status: null })

export const sitemapUrl = 'https://example.com/sitemap.xml'

/** Returns the response to a probe of a sitemap of three URLs, with other contents. */
export const sitemap = (url = sitemapUrl, contents: Partial<SitemapReading> = {}, status = 200) =>
  probe('sitemap', url, {
    status,
    sitemap: {
      kind: 'urlset',
      urls: 3,
      bytes: 500,
      cut: false,
      gzip: false,
      problem: null,
      found: [],
      children: 0,
      lastmods: { total: 0, most: [] },
      ...contents,
    },
  })
