import { describe, expect, it } from 'vitest'
import { sitemapIndex, urlset } from '#testing/servers/hostile-files.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { refusalOf } from '#testing/servers/page-fetcher.ts'
import { createConnections, type SessionConnections } from '../connection/connections.ts'
import { failures } from '../failures.ts'
import { readSitemapUrls } from './urls.ts'

const page = (at: number) => `https://example.com/${at}`

type Pages = Parameters<typeof servePages>[0]

/** Serves sitemaps, and reads the URLs of `/sitemap.xml`. */
async function read(sitemaps: (origin: string) => Pages, max = 50_000) {
  const pages: Pages = {}
  const { host, url } = await servePages(pages)
  Object.assign(pages, sitemaps(url))
  return { origin: url, ...(await readSitemapUrls(new URL('/sitemap.xml', url), max, { allowHosts: new Set([host]) })) }
}

describe('the URLs of a sitemap', () => {
  it('are all there without a problem, each once', async () => {
    const { urls, problem } = await read((origin) => ({
      '/sitemap.xml': sitemapIndex(`${origin}/a.xml`, `${origin}/b.xml`),
      '/a.xml': urlset(page(1), page(2)),
      '/b.xml': urlset(page(2), page(3)),
    }))
    expect([urls, problem]).toEqual([[page(1), page(2), page(3)], null])
  })

  it('are not all there if it breaks off', async () => {
    const { urls, problem } = await read(() => ({ '/sitemap.xml': urlset(page(1), page(2)).replace('</urlset>', '') }))
    expect(urls).toEqual([page(1), page(2)])
    expect(problem).toMatch(/unclosed tag/i)
  })

  it('are not all there if it is too large', async () => {
    const comment = `<!--${'x'.repeat(200_000)}-->`
    const { urls, problem } = await read(() => ({
      '/sitemap.xml': (_, response) => {
        response.write(urlset(page(1)).replace('</urlset>', ''))
        for (let comments = 0; comments < 270; comments += 1) response.write(comment)
        response.end('</urlset>')
      },
    }))
    expect([urls, problem]).toEqual([[page(1)], 'it’s too large to be read to its end'])
  }, 60_000)

  it('are not all there if one that an index lists can’t be read', async () => {
    const { origin, urls, problem } = await read((at) => ({
      '/sitemap.xml': sitemapIndex(`${at}/a.xml`, `${at}/missing.xml`, `${at}/c.xml`),
      '/a.xml': urlset(page(1)),
      '/c.xml': urlset(page(3)),
    }))
    expect([urls, problem]).toEqual([[page(1), page(3)], `${origin}/missing.xml: the server returned 404`])
  })

  it('are not all there if an index lists another index', async () => {
    const { origin, urls, problem } = await read((at) => ({
      '/sitemap.xml': sitemapIndex(`${at}/a.xml`, `${at}/index.xml`),
      '/a.xml': urlset(page(1)),
      '/index.xml': sitemapIndex(`${at}/a.xml`),
    }))
    expect([urls, problem]).toEqual([[page(1)], `${origin}/index.xml: it’s an index within an index`])
  })

  it('are not all there if an index lists too many', async () => {
    const files = (at: string, count: number) => Array.from({ length: count }, (_, file) => `${at}/${file}.xml`)
    const serve = (count: number) => (at: string) => ({
      ...Object.fromEntries(files('', count).map((path, file) => [path, urlset(page(file))])),
      '/sitemap.xml': sitemapIndex(...files(at, count)),
    })
    const most = await read(serve(1_000))
    expect([most.urls.length, most.problem]).toEqual([1_000, null])
    const more = await read(serve(1_001))
    expect([more.urls.length, more.problem]).toEqual([1_000, 'only the first 1,000 sitemaps of its index were read'])
  }, 60_000)

  it('are not all there if there are too many', async () => {
    const three = () => ({ '/sitemap.xml': urlset(page(1), page(2), page(3), page(3)) })
    expect((await read(three, 3)).problem).toBeNull()
    const { urls, problem } = await read(three, 2)
    expect([urls, problem]).toEqual([[page(1), page(2)], 'only its first 2 URLs were taken'])
  })

  it('have a problem if there are none', async () => {
    expect((await read(() => ({}))).problem).toBe('the server returned 404')
  })
})

const portOf = ({ host }: { host: string }) => Number(host.split(':')[1])

describe('an entry of the allow list', () => {
  it('is not requested for an index elsewhere, to which a sitemap of its host redirects', async () => {
    const entryOf = (server: { host: string }) => `intranet.example:${portOf(server)}`
    let requests = 0
    const other = await servePages({
      '/child.xml': (_, response) => {
        requests += 1
        response.end(urlset(page(1)))
      },
    })
    const index = sitemapIndex(`http://${entryOf(other)}/child.xml`)
    const foreign = await servePages({ '/index.xml': index })
    const start = await servePages({
      '/sitemap.xml': (_, response) => response.writeHead(302, { location: 'http://foreign.example/index.xml' }).end(),
      '/index.xml': index,
    })
    const readFrom = (path: string) =>
      readSitemapUrls(new URL(path, `http://${entryOf(start)}`), 10, {
        allowHosts: new Set([entryOf(start), entryOf(other)]),
        lookup: async () => ['127.0.0.1'],
        connections: withPublicHost('foreign.example', portOf(foreign)),
      })
    expect(await readFrom('/sitemap.xml')).toEqual({
      urls: [],
      problem: `http://${entryOf(other)}/child.xml: ${failures.other_port.clause}`,
    })
    expect(requests).toBe(0)
    // An index of its own host can name it.
    expect(await readFrom('/index.xml')).toEqual({ urls: [page(1)], problem: null })
  })

  it('is no URL of a sitemap elsewhere', async () => {
    const pages: Pages = {}
    const foreign = await servePages(pages)
    const own = 'http://127.0.0.1:8080/'
    pages['/sitemap.xml'] = urlset(page(1), own)
    const readFrom = (origin: string) =>
      readSitemapUrls(new URL('/sitemap.xml', origin), 10, {
        allowHosts: new Set(['127.0.0.1:8080', foreign.host]),
        lookup: async () => ['127.0.0.1'],
        connections: withPublicHost('foreign.example', portOf(foreign)),
      })
    expect(await readFrom('http://foreign.example')).toEqual({
      urls: [page(1)],
      problem: 'it lists private addresses, which were left out',
    })
    expect(await readFrom(foreign.url)).toEqual({ urls: [page(1), own], problem: null })
  })

  it('is not requested for a robots.txt elsewhere that names a sitemap of it', async () => {
    let requests = 0
    const { host, url } = await servePages({
      '/sitemap.xml': (_, response) => {
        requests += 1
        response.end(urlset(page(1)))
      },
    })
    const sitemap = new URL('/sitemap.xml', url)
    const options = { allowHosts: new Set([host]) }
    const readFor = (website: string) => readSitemapUrls(sitemap, 10, options, new URL(website))
    expect(await refusalOf(readFor('https://example.com/'))).toBe('unreachable')
    expect(requests).toBe(0)
    expect((await readFor(url)).urls).toEqual([page(1)])
  })
})

/** Connections that reach a port on loopback as a public host, which is not on the allow list. */
function withPublicHost(host: string, port: number): SessionConnections {
  const connections = createConnections().forSession()
  return {
    ...connections,
    take: (target, ...given) =>
      connections.take(target.host === host ? { ...target, port, allowed: true } : target, ...given),
  }
}
