import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRobotsReader } from '#analyser/facts/robots-reader.ts'
import { createPageFetcher } from '#service/fetcher/page-fetcher.ts'
import type { AnalyserPool } from './analyser-pool.ts'

/** Repeats the warm-up, because V8 compiles code only after it has run several times. */
const rounds = 3

/** Analyses a page of its own, so that code is loaded and compiled, and the first report is as fast as later ones. */
export async function warmUp(pool: Pick<AnalyserPool, 'readPage' | 'evaluatePage'>): Promise<void> {
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files[url] ?? ['text/html', page]
    response.writeHead(200, { ...headers, 'content-type': type }).end(body)
  })
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    for (let round = 0; round < rounds; round += 1) {
      const fetcher = createPageFetcher({ allowHosts: new Set([host]), readRobots: createRobotsReader() })
      try {
        const fetched = await fetcher.page(new URL(`http://${host}/`))
        const { facts, probeRequests } = await pool.readPage(fetched)
        await pool.evaluatePage({ facts, probes: await fetcher.probe(fetched, probeRequests) })
      } finally {
        fetcher.close()
      }
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const headers = {
  server: 'web/1.2',
  'set-cookie': 'a=1',
  link: '</en>; rel="alternate"; hreflang="en"',
  'x-robots-tag': 'googlebot: noarchive',
  'content-security-policy': "default-src 'self' 'unsafe-inline'",
}

const files: Record<string, [type: string, body: string]> = {
  '/robots.txt': ['text/plain', 'User-agent: *\nDisallow: /private\n'],
  '/sitemap.xml': [
    'application/xml',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://page.invalid/</loc></url></urlset>',
  ],
  '/style.css': ['text/css', 'body {\n  color: black;\n}\n'],
}

const words =
  'The garden lamp stands on the table under the tree, and the table is set every evening until the lamp goes out. '

/** Has something for every check. */
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="description" content="${words}"><meta name="viewport" content="width=device-width"><meta name="robots" content="max-snippet:50">
<meta property="og:title" content="A page"><meta property="og:image" content="/p.png"><meta name="twitter:card" content="summary">
<link rel="canonical" href="/other"><link rel="icon" href="/i.png"><link rel="alternate" hreflang="de" href="/de"><link rel="stylesheet" href="/style.css"><script src="/s.js"></script>
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":"1"}},{"@type":"BreadcrumbList","itemListElement":[]}]}</script>
<script type="application/ld+json">{broken</script></head><body><nav><a href="/">Home</a> <a href="javascript:void(0)">More</a></nav><h1>A page</h1><h3>Lamps</h3>
${Array.from({ length: 12 }, (_, at) => `<p>${words}<a href="/${at}" rel="nofollow">click here</a> <a href="https://other.invalid/">elsewhere</a></p><img src="/p.png" srcset="/p2.png 2x" loading="lazy"><picture><source srcset="/a.webp"><img src="/a.jpg" alt="A lamp" width="3" height="2"></picture>`).join('\n')}
<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">A person</span></div><form action="/f"><input name="a" id="a"><input type="password" id="a"></form><iframe src="/f"></iframe><noscript><img src="/n.gif"></noscript></body></html>`
