import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import { probePurposes } from '#analyser/probe.ts'
import { readPage } from '#analyser/run.ts'
import { type CountingServer, probeRequest, refusalOf, startCountingServer } from '#testing/servers/page-fetcher.ts'
import { createPageFetcher } from './page-fetcher.ts'
import { createResponseCache } from './probes/response-cache.ts'

/** An internal server, and a page that names it in every way. */
let internal: CountingServer
let page: CountingServer
/** The internal server's origin, as the page names it. */
let internalOrigin: string

const html = () => `<!doctype html><html lang="en"><title>A page</title>
  <link rel="canonical" href="${internalOrigin}/canonical"><link rel="icon" href="${internalOrigin}/icon.png">
  <meta property="og:image" content="${internalOrigin}/image.png">
  <link rel="alternate" hreflang="de" href="${internalOrigin}/de"><link rel="stylesheet" href="${internalOrigin}/a.css">
  <a href="${internalOrigin}/link">Link</a><a href="/to-internal">Redirect</a><img src="${internalOrigin}/b.png">`
const sitemapIndex = () =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${internalOrigin}/child.xml</loc></sitemap></sitemapindex>`

beforeEach(async () => {
  internal = await startCountingServer()
  page = await startCountingServer((path, response) => {
    if (path === '/page') response.setHeader('content-type', 'text/html').end(html())
    else if (path === '/sitemap.xml') response.end(sitemapIndex())
    else if (path === '/robots.txt')
      response.end(`Sitemap: ${internalOrigin}/sitemap.xml\nSitemap: ${page.origin}/sitemap.xml`)
    else if (path === '/to-internal') response.writeHead(302, { location: `${internalOrigin}/redirected` }).end()
    else response.writeHead(404).end()
  })
})
afterEach(() => Promise.all([internal.close(), page.close()]))

const pageFetcherFor = (...allowHosts: string[]) =>
  createPageFetcher({
    allowHosts: new Set(allowHosts),
    lookup: async () => ['127.0.0.1'],
    readRobots: createRobotsReader(),
    cache: createResponseCache(),
  })

/** Analyses the page up to its probes. */
async function probesOfPage(...allowHosts: string[]) {
  const fetcher = pageFetcherFor(...allowHosts)
  const fetched = await fetcher.page(new URL('/page', page.origin))
  return fetcher.probe(fetched, readPage(fetched).probeRequests)
}

describe('an entry of the allow list', () => {
  it('of another host is never requested for a page, whatever names it or redirects to it', async () => {
    internalOrigin = `http://internal.example.com:${internal.port}`
    const probes = await probesOfPage(page.host, `internal.example.com:${internal.port}`)
    const toInternal = probes.filter(({ url, redirects }) => url.startsWith(internalOrigin) || redirects.length > 0)
    expect(new Set(toInternal.map(({ purpose }) => purpose))).toEqual(
      new Set(['canonical', 'favicon', 'og-image', 'alternate', 'sitemap', 'link', 'resource']),
    )
    expect(new Set(toInternal.map(({ outcome }) => outcome))).toEqual(new Set(['not-asked']))
    expect(internal.connections()).toBe(0)
  })

  it('of another host is not reached by a redirect of the page itself', async () => {
    internalOrigin = `http://internal.example.com:${internal.port}`
    const outcome = pageFetcherFor(page.host, `internal.example.com:${internal.port}`).page(
      new URL('/to-internal', page.origin),
    )
    expect(await refusalOf(outcome)).toBe('other_port')
    expect(internal.connections()).toBe(0)
  })

  it('is requested for a page of the same host, also on another port', async () => {
    internalOrigin = internal.origin
    const probes = await probesOfPage(page.host, internal.host)
    expect(probes.filter(({ outcome }) => outcome !== 'answered')).toEqual([])
    expect(internal.paths).toEqual(
      expect.arrayContaining(['/canonical', '/icon.png', '/image.png', '/de', '/a.css', '/link', '/b.png']),
    )
    expect(internal.paths).toEqual(expect.arrayContaining(['/sitemap.xml', '/child.xml', '/redirected']))
  })

  it.each(probePurposes)('is not requested as %s for a page elsewhere', async (purpose) => {
    const read = purpose === 'old-tls' ? 'handshake' : purpose === 'sitemap' ? 'sitemap' : 'start'
    const request = probeRequest(purpose, `${internal.origin}/`, { read })
    const robots = { url: '', outcome: 'absent', status: 404, text: '', bytes: 0 } as const
    const elsewhere = { finalUrl: 'https://www.example.com/', status: 200, headers: [], redirects: [], robots }
    const [probe] = await pageFetcherFor(internal.host).probe(elsewhere, [request])
    expect(probe).toMatchObject({ outcome: 'failed', reasonCode: 'unreachable' })
    expect(internal.connections()).toBe(0)
  })

  it('is not reached by a redirect of a page elsewhere, even for a page of its own host', async () => {
    // The redirect is known from the page's own chain, so no public server is needed.
    const elsewhere = 'http://www.example.com/hop'
    const robots = { url: '', outcome: 'absent', status: 404, text: '', bytes: 0 } as const
    const fetched = {
      finalUrl: `${page.origin}/page`,
      status: 200,
      headers: [],
      redirects: [{ url: elsewhere, status: 302, location: `${internal.origin}/` }],
      robots,
    }
    const [probe] = await pageFetcherFor(page.host, internal.host).probe(fetched, [probeRequest('link', elsewhere)])
    expect(probe).toMatchObject({ outcome: 'failed', reasonCode: 'unreachable' })
    expect(internal.connections()).toBe(0)
  })
})
