import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import { probe } from '#testing/pages/fetched-page.ts'

const code = `${'/* what it does */\nfunction one(first, second) {\n  return first + second\n}\n'.repeat(150)}`
const sheet = '.card {\n  margin: 0 auto;\n}\n'.repeat(300)
const head =
  '<!doctype html><html lang="en"><head><title>A page</title><link rel="canonical" href="/"></head><body><h1>A page</h1></body></html>'

/** Returns the responses of a well-kept website to the probe requests of a page. */
export const responsesTo = (probeRequests: ProbeRequest[]): Probe[] =>
  probeRequests.slice(0, 30).map((request) => ({ ...respond(request), at: request.at }))

function respond({ purpose, url, lookFor = [] }: ProbeRequest): Probe {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'max-age=600', etag: '"5f3a-61b2"' }
  switch (purpose) {
    case 'old-tls':
      return probe(purpose, url, { status: null, finalUrl: null })
    case 'soft-404':
      return probe(purpose, url, { status: 404, headers })
    case 'sitemap':
      return probe(purpose, url, {
        sitemap: {
          kind: 'urlset',
          urls: 900,
          bytes: 120_000,
          cut: false,
          gzip: false,
          problem: null,
          found: lookFor,
          children: 0,
          lastmods: { total: 0, most: [] },
        },
      })
    case 'resource': {
      const file = new URL(url).pathname
      if (file.endsWith('.css'))
        return probe(purpose, url, { headers: { ...headers, 'content-type': 'text/css' }, text: sheet })
      return file.endsWith('.js')
        ? probe(purpose, url, { headers: { ...headers, 'content-type': 'text/javascript' }, text: code })
        : probe(purpose, url, { headers: { ...headers, 'content-type': 'image/jpeg' }, wireBytes: 48_000 })
    }
    default:
      return probe(purpose, url, { headers, text: head })
  }
}
