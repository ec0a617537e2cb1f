import type { Header } from '#analyser/fetched-page.ts'
import type { Probe, ProbeRequest, SitemapReading } from '#analyser/probe.ts'
import type { SeedPage } from './pages.ts'

const brokenLink = /\/(help\/returns|contact)$/

/** Returns the response of the page's website, or of another one, to a probe request. */
export function seedResponse(request: ProbeRequest, { broken, url: page }: SeedPage): Probe {
  const isOwn = new URL(request.url).host === new URL(page).host
  switch (request.purpose) {
    case 'http-variant': {
      const location = request.url.replace('http:', 'https:')
      return { ...found(request), redirects: [{ url: request.url, status: 301, location }], finalUrl: location }
    }
    case 'old-tls':
      return { ...found(request), status: null, finalUrl: null }
    case 'sitemap':
      return broken.has('sitemap') ? missing(request) : { ...found(request), sitemap: sitemap(request) }
    case 'soft-404':
      return broken.has('missing page') ? found(request) : missing(request)
    case 'llms-txt':
      return missing(request)
    case 'favicon':
      return image(request, 96, 96)
    case 'og-image':
      return image(request, 1200, 630)
    case 'resource':
      return broken.has('files') && isOwn ? missing(request) : resource(request)
    case 'link':
      return broken.has('links') && isOwn && brokenLink.test(request.url) ? missing(request) : found(request)
    default:
      return found(request)
  }
}

const response = ({ purpose, url, at }: ProbeRequest, status: number, headers: Header[], body: Uint8Array | null) => ({
  purpose,
  url,
  at,
  outcome: 'answered' as const,
  reason: null,
  reasonCode: null,
  redirects: [],
  finalUrl: url,
  status,
  headers,
  contentEncodings: [],
  wireBytes: body?.length ?? null,
  body,
  truncated: false,
  tlsVersion: null,
  sitemap: null,
})

const html: Header = ['content-type', 'text/html; charset=utf-8']
const cached: Header = ['cache-control', 'max-age=604800']
const encoder = new TextEncoder()

const found = (request: ProbeRequest): Probe => response(request, 200, [html], null)
const missing = (request: ProbeRequest): Probe => response(request, 404, [html], null)

const sitemap = ({ lookFor = [] }: ProbeRequest): SitemapReading => ({
  kind: 'urlset',
  urls: 120,
  bytes: 14_000,
  cut: false,
  gzip: false,
  problem: null,
  found: lookFor,
  children: 0,
  lastmods: { total: 120, most: [{ date: '2026-05-11T08', urls: 9 }] },
})

function resource(request: ProbeRequest): Probe {
  const { pathname } = new URL(request.url)
  if (pathname.endsWith('.css'))
    return response(request, 200, [['content-type', 'text/css'], cached], encoder.encode('.shop{display:grid}'))
  if (pathname.endsWith('.js'))
    return response(request, 200, [['content-type', 'text/javascript'], cached], encoder.encode('document.title+=""'))
  const type = pathname.endsWith('.webp') ? 'image/webp' : 'image/jpeg'
  const bytes = type === 'image/webp' ? 48_000 : 190_000
  return { ...response(request, 200, [['content-type', type], cached], null), wireBytes: bytes }
}

/** The first bytes of a PNG of that size. */
function image(request: ProbeRequest, width: number, height: number): Probe {
  const start = Buffer.alloc(33)
  start.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  start.writeUInt32BE(width, 16)
  start.writeUInt32BE(height, 20)
  start.set([8, 2], 24)
  const headers: Header[] = [['content-type', 'image/png'], cached]
  return { ...response(request, 200, headers, Uint8Array.from(start)), wireBytes: 21_000 }
}
