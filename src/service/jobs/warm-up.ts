import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Crawl, Probe, ProbePurpose, ProbeRequest } from '#analyser/crawl.ts'
import { createRobotsReader } from '#analyser/facts/own-crawler.ts'
import { createCrawler } from '#service/fetcher/crawl.ts'
import { noDuplicates } from '#service/store/duplicates.ts'
import type { AnalyserPool } from './analyser-pool.ts'

/** Repeats the warm-up, because V8 compiles code only after it has run several times. */
const rounds = 3

/** Loads and compiles the analyser and the fetcher, so that the first report is as fast as later ones. */
export async function warmUp(pool: Pick<AnalyserPool, 'readPage' | 'judge'>): Promise<void> {
  await Promise.all([warmUpAnalyser(pool), warmUpFetcher()])
}

async function warmUpAnalyser(pool: Pick<AnalyserPool, 'readPage' | 'judge'>) {
  for (let round = 0; round < rounds; round += 1) {
    const { facts, probeRequests } = await pool.readPage(warmUpPage)
    await pool.judge({ facts, ...warmUpInputs(probeRequests) })
  }
}

const warmUpRequests: [ProbePurpose, string, ProbeRequest['read']][] = [
  ['sitemap', '/sitemap.xml', 'sitemap'],
  ['favicon', '/favicon.ico', 'start'],
  ['resource', '/style.css', 'all'],
  ...Array.from({ length: 8 }, (_, at): [ProbePurpose, string, ProbeRequest['read']] => ['link', `/${at}`, 'nothing']),
]

/** Crawls the warm-up page from a temporary server on a random loopback port. */
async function warmUpFetcher() {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(warmUpPage.body),
  )
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const probeRequests = warmUpRequests.map(([purpose, path, read]): ProbeRequest => ({
      purpose,
      url: `http://${host}${path}`,
      read,
      obeysRobots: true,
      at: null,
    }))
    for (let round = 0; round < rounds; round += 1) {
      const crawler = createCrawler({ allowHosts: new Set([host]), readRobots: createRobotsReader() })
      await crawler.probe(await crawler.page(new URL(`http://${host}/`)), probeRequests)
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const host = 'https://page.invalid'
const words =
  'The garden lamp shines on the table, the table stands under the tree, and every evening somebody reads there until the light is gone. '

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="description" content="${words}"><meta name="viewport" content="width=device-width"><meta name="robots" content="max-snippet:50">
<meta property="og:title" content="A page"><meta property="og:image" content="/p.png"><meta name="twitter:card" content="summary">
<link rel="canonical" href="${host}/other"><link rel="icon" href="/i.png"><link rel="alternate" hreflang="de" href="/de"><link rel="stylesheet" href="/s.css"><script src="http://page.invalid/s.js"></script>
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":"1"}},{"@type":"BreadcrumbList","itemListElement":[]}]}</script>
<script type="application/ld+json">{broken</script></head><body><nav><a href="/">Home</a> <a href="javascript:void(0)">More</a></nav><h1>A page</h1><h3>Lamps</h3>
${`<p>${words}<a href="/next" rel="nofollow">click here</a> <a href="https://other.invalid/">elsewhere</a></p><img src="/p.png" srcset="/p2.png 2x" loading="lazy"><picture><source srcset="/a.webp"><img src="/a.jpg" alt="A lamp" width="3" height="2"></picture>`.repeat(12)}
<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">Nobody</span></div><form action="http://page.invalid/f"><input name="a" id="a"><input type="password" id="a"></form><iframe src="http://page.invalid/f"></iframe><noscript><img src="/n.gif"></noscript></body></html>`

const robotsText = 'User-agent: *\nDisallow: /private\nSitemap: https://page.invalid/sitemap.xml\n'
const body = new TextEncoder().encode(html)

/** A page with something for every check. */
export const warmUpPage: Crawl = {
  askedUrl: 'http://page.invalid/a/page?of=1',
  finalUrl: `${host}/a/page?of=1`,
  status: 200,
  httpVersion: '1.1',
  headers: [
    ['content-type', 'text/html'],
    ['date', 'Tue, 02 Jun 2026 10:00:00 GMT'],
    ['server', 'web/1.2'],
    ['set-cookie', 'a=1'],
    ['link', `<${host}/en>; rel="alternate"; hreflang="en"`],
    ['x-robots-tag', 'googlebot: noarchive'],
    ['strict-transport-security', 'max-age=60'],
    ['content-security-policy', "default-src 'self' 'unsafe-inline'"],
  ],
  contentEncodings: [],
  redirects: [{ url: 'http://page.invalid/a/page?of=1', status: 301, location: `${host}/a/page?of=1` }],
  wireBytes: body.length,
  body,
  truncated: false,
  timings: { dns: null, connect: 1, tls: null, ttfb: 1, download: 1, total: 3 },
  tls: {
    protocol: 'TLSv1.3',
    trusted: true,
    problem: null,
    subject: 'page.invalid',
    issuer: 'Example CA',
    validFrom: '2026-01-01T00:00:00.000Z',
    validTo: '2027-01-01T00:00:00.000Z',
  },
  robots: { url: `${host}/robots.txt`, outcome: 'found', status: 200, text: robotsText, bytes: robotsText.length },
}

/** The same page as the response to every probe request, and one duplicate of each kind. */
export function warmUpInputs(probeRequests: ProbeRequest[]) {
  const answer = ({ purpose, url, at }: ProbeRequest): Probe => ({
    purpose,
    url,
    at,
    outcome: 'answered',
    reason: null,
    reasonCode: null,
    redirects: [],
    finalUrl: url,
    status: 200,
    headers: [['content-type', purpose === 'resource' ? 'text/css' : 'text/html']],
    contentEncodings: [],
    wireBytes: body.length,
    body,
    truncated: false,
    tlsVersion: null,
    sitemap:
      purpose === 'sitemap'
        ? { kind: 'urlset', urls: 1, bytes: 100, cut: false, gzip: false, problem: null, found: [], children: 0 }
        : null,
  })
  const twin = { items: [{ id: 1, url: `${host}/twin` }], total: 1 }
  const similar = { items: [{ id: 2, url: `${host}/near`, similarity: 0.9 }], total: 1 }
  return {
    probes: probeRequests.map(answer),
    site: { ...noDuplicates, others: 1, title: twin, description: twin, similar },
  }
}
