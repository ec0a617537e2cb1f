import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sitemapIndex, urlset } from '#testing/servers/hostile-files.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { refusalOf } from '#testing/servers/page-fetcher.ts'
import { createConnections, type SessionConnections } from '../connection/connections.ts'
import { failures } from '../failures.ts'
import { allowanceOfJob, readSitemapUrls, type SitemapOptions } from './urls.ts'

const page = (at: number) => `https://example.com/${at}`

const gzipped = (text: string) => (_: unknown, response: ServerResponse) => void response.end(gzipSync(text))

type Pages = Parameters<typeof servePages>[0]

/** Reads all URLs, or those before `take` has enough. */
async function readAll(
  url: URL,
  options: Partial<SitemapOptions> & Pick<SitemapOptions, 'allowHosts'>,
  max = Infinity,
) {
  const urls: string[] = []
  const take = async (found: string[]) => {
    urls.push(...found)
    return urls.length <= max
  }
  const problem = await readSitemapUrls(url, take, { allowance: allowanceOfJob(), ...options })
  return { urls, problem: problem && problem.text, isAbsent: problem?.isAbsent ?? false }
}

/** Serves sitemaps, and reads the URLs of `/sitemap.xml`. */
async function read(sitemaps: (origin: string) => Pages, options: Partial<SitemapOptions> = {}, max?: number) {
  const pages: Pages = {}
  const { host, url } = await servePages(pages)
  Object.assign(pages, sitemaps(url))
  const all = await readAll(new URL('/sitemap.xml', url), { allowHosts: new Set([host]), ...options }, max)
  return { origin: url, ...all }
}

describe('the URLs of a sitemap', () => {
  it('are all there without a problem', async () => {
    const { urls, problem } = await read((origin) => ({
      '/sitemap.xml': sitemapIndex(`${origin}/a.xml`, `${origin}/b.xml`),
      '/a.xml': urlset(page(1), page(2)),
      '/b.xml': urlset(page(2), page(3)),
    }))
    expect([urls, problem]).toEqual([[page(1), page(2), page(2), page(3)], null])
  })

  it('are not all there if it breaks off', async () => {
    const { urls, problem } = await read(() => ({ '/sitemap.xml': urlset(page(1), page(2)).replace('</urlset>', '') }))
    expect(urls).toEqual([page(1), page(2)])
    expect(problem).toMatch(/unclosed tag/i)
  })

  it('are not all there if it is too large', { tags: 'all' }, async () => {
    const comment = `<!--${'x'.repeat(200_000)}-->`
    const { urls, problem } = await read(() => ({
      '/sitemap.xml': (_, response) => {
        response.write(urlset(page(1)).replace('</urlset>', ''))
        for (let comments = 0; comments < 270; comments += 1) response.write(comment)
        response.end('</urlset>')
      },
    }))
    expect([urls, problem]).toEqual([[page(1)], 'it’s too large to be read to its end'])
  })

  const failing: Pages[string] = (_, response) => void response.writeHead(500).end()
  it.each([
    ['all there although one that an index lists doesn’t exist', {}, 'missing', 404, true],
    ['not all there if one that an index lists fails', {}, 'failing', 500, false],
    [
      'not all there if another one fails after one that doesn’t exist',
      { '/missing.xml': failing },
      'missing',
      500,
      false,
    ],
  ])('are %s', async (_, more, name, status, isAbsent) => {
    const { origin, urls, ...result } = await read((at) => ({
      '/sitemap.xml': sitemapIndex(`${at}/a.xml`, `${at}/absent.xml`, `${at}/${name}.xml`, `${at}/c.xml`),
      '/a.xml': urlset(page(1)),
      '/c.xml': urlset(page(3)),
      '/failing.xml': failing,
      ...more,
    }))
    expect(urls).toEqual([page(1), page(3)])
    const first = isAbsent ? 'absent' : name
    expect(result).toEqual({ problem: `${origin}/${first}.xml (the server returned ${status})`, isAbsent })
  })

  it('are not all there if an index lists another index', async () => {
    const { origin, urls, problem } = await read((at) => ({
      '/sitemap.xml': sitemapIndex(`${at}/a.xml`, `${at}/index.xml`),
      '/a.xml': urlset(page(1)),
      '/index.xml': sitemapIndex(`${at}/a.xml`),
    }))
    expect([urls, problem]).toEqual([[page(1)], `${origin}/index.xml (it’s an index within an index)`])
  })

  it('are not all there if an index lists too many', { tags: 'all' }, async () => {
    const files = (at: string, count: number) => Array.from({ length: count }, (_, file) => `${at}/${file}.xml`)
    const serve = (count: number) => (at: string) => ({
      ...Object.fromEntries(files('', count).map((path, file) => [path, urlset(page(file))])),
      '/sitemap.xml': sitemapIndex(...files(at, count)),
    })
    const most = await read(serve(1_000))
    expect([most.urls.length, most.problem]).toEqual([1_000, null])
    const more = await read(serve(1_001))
    expect([more.urls.length, more.problem]).toEqual([1_000, 'only the first 1,000 sitemaps of its index were read'])
  })

  it('are no longer read once there are enough', async () => {
    const requested: string[] = []
    const file = (name: string) => ({
      [name]: (_: unknown, response: ServerResponse) => {
        requested.push(name)
        response.end(urlset(page(1), page(2)))
      },
    })
    const { urls, problem } = await read(
      (at) => ({
        '/sitemap.xml': sitemapIndex(`${at}/a.xml`, `${at}/b.xml`, `${at}/c.xml`),
        ...file('/a.xml'),
        ...file('/b.xml'),
        ...file('/c.xml'),
      }),
      {},
      2,
    )
    expect([requested, urls.length, problem]).toEqual([['/a.xml', '/b.xml'], 4, null])
  })

  it('are left out and counted if they have over 2,048 characters', async () => {
    const longest = `https://example.com/${'x'.repeat(2_028)}`
    const { urls, problem } = await read(() => ({
      '/sitemap.xml': urlset(longest, `${longest}x`, `${longest}ü`, page(1)),
    }))
    expect(urls).toEqual([longest, page(1)])
    expect(problem).toBe('2 URLs of over 2,048 characters were left out')
  })

  it('are read up to 50,000 of one sitemap', { tags: 'all' }, async () => {
    const urls = Array.from({ length: 50_001 }, (_, at) => page(at))
    const most = await read(() => ({ '/sitemap.xml': urlset(...urls.slice(1)) }))
    expect([most.urls.length, most.problem]).toEqual([50_000, null])
    const more = await read(() => ({ '/sitemap.xml': gzipped(urlset(...urls)) }))
    expect([more.urls.length, more.problem]).toEqual([50_000, 'only the first 50,000 URLs of one sitemap were read'])
  })

  it.each([
    ['URLs', () => ({ bytes: { left: 1_000_000 }, urls: { left: 3 } }), 3],
    ['bytes', () => ({ bytes: { left: 250 }, urls: { left: 100 } }), 4],
  ])('of all sitemaps share one allowance of %s', async (_, allowance, most) => {
    const file = urlset(page(1), page(2))
    const { urls, problem } = await read(
      (at) => ({
        '/sitemap.xml': sitemapIndex(...[1, 2, 3].map((name) => `${at}/${name}.xml`)),
        '/1.xml': file,
        '/2.xml': file,
        '/3.xml': file,
      }),
      { allowance: allowance() },
    )
    expect([urls.length <= most, problem]).toEqual([true, 'its sitemaps are too large to be read to their end'])
  })

  it('fail with the error of the one who takes them, also from a compressed file', async () => {
    const { url, host } = await servePages({ '/sitemap.xml': gzipped(urlset(page(1))) })
    const take = () => Promise.reject(new Error('lease lost'))
    const reading = readSitemapUrls(new URL('/sitemap.xml', url), take, {
      allowHosts: new Set([host]),
      allowance: allowanceOfJob(),
    })
    await expect(reading).rejects.toThrow('lease lost')
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
      readAll(new URL(path, `http://${entryOf(start)}`), {
        allowHosts: new Set([entryOf(start), entryOf(other)]),
        lookup: async () => ['127.0.0.1'],
        connections: withPublicHost('foreign.example', portOf(foreign)),
      })
    expect(await readFrom('/sitemap.xml')).toMatchObject({
      urls: [],
      problem: `http://${entryOf(other)}/child.xml (${failures.other_port.clause})`,
    })
    expect(requests).toBe(0)
    // An index of its own host can name it.
    expect(await readFrom('/index.xml')).toMatchObject({ urls: [page(1)], problem: null })
  })

  it('is no URL of a sitemap elsewhere', async () => {
    const pages: Pages = {}
    const foreign = await servePages(pages)
    const own = 'http://127.0.0.1:8080/'
    pages['/sitemap.xml'] = urlset(page(1), own)
    const readFrom = (origin: string) =>
      readAll(new URL('/sitemap.xml', origin), {
        allowHosts: new Set(['127.0.0.1:8080', foreign.host]),
        lookup: async () => ['127.0.0.1'],
        connections: withPublicHost('foreign.example', portOf(foreign)),
      })
    expect(await readFrom('http://foreign.example')).toMatchObject({
      urls: [page(1)],
      problem: 'it lists private addresses, which were left out',
    })
    expect(await readFrom(foreign.url)).toMatchObject({ urls: [page(1), own], problem: null })
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
    const readFor = (website: string) => readAll(sitemap, { ...options, namedBy: new URL(website) })
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
