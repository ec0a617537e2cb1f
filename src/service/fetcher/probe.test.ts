import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { Probe, ProbeRequest } from '#analyser/crawl.ts'
import { mayCrawl } from '#analyser/may-crawl.ts'
import { hostilePages, plainPage } from '#testing/hostile-pages.ts'
import { startFixedServer } from '#testing/hostile-server.ts'
import { sitemapIndex, urlset } from '#testing/hostile-sitemaps.ts'
import { type CountedServer, probeBeside, startCountedServer, wish } from '#testing/probing.ts'
import { startGathering } from './gathering.ts'
import { defaultLimits } from './limits.ts'

const servers: CountedServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.quiet()
    await server.close()
  }
})
const start = async (...args: Parameters<typeof startCountedServer>) => {
  const server = await startCountedServer(...args)
  servers.push(server)
  return server
}

type Beside = Parameters<typeof probeBeside>[3]
const beside = (server: CountedServer, wishes: ProbeRequest[], options?: Beside) =>
  probeBeside(`${server.origin}/page`, wishes, servers, options)
const one = async (server: CountedServer, path: string, more: Partial<ProbeRequest> = {}, options?: Beside) => {
  const [probe] = await beside(server, [wish('link', new URL(path, server.origin).href, more)], options)
  return probe as Probe
}
const links = (server: CountedServer, many: number, from = 0) =>
  Array.from({ length: many }, (_, index) => wish('link', `${server.origin}/${from + index}`))
const outcomes = (probes: Probe[]) => probes.map(({ outcome }) => outcome)
const hostile: Parameters<typeof startCountedServer>[0] = (_path, response, request) =>
  void hostilePages(request, response)

describe('an answer from beside the page', () => {
  it('is everything that was wished for, handed back with the wish', async () => {
    const server = await start((path, response) => {
      if (path === '/here')
        return void response
          .writeHead(200, { 'content-type': 'text/css', 'content-encoding': 'gzip' })
          .end(gzipSync('a{}'))
      return path === '/there' ? void response.writeHead(301, { location: '/here' }).end() : false
    })
    const probe = await one(server, '/there#part', { read: 'all', purpose: 'resource', at: 7 })
    expect(probe).toMatchObject({
      purpose: 'resource',
      url: `${server.origin}/there#part`,
      at: 7,
      outcome: 'answered',
      reason: null,
      status: 200,
      finalUrl: `${server.origin}/here`,
      redirects: [{ url: `${server.origin}/there`, status: 301, location: '/here' }],
      contentEncodings: ['gzip'],
      wireBytes: gzipSync('a{}').length,
      truncated: false,
      tlsVersion: null,
      sitemap: null,
    })
    expect(Buffer.from(probe.body ?? []).toString()).toBe('a{}')
    expect(probe.headers).toContainEqual(['content-type', 'text/css'])
  })

  it('is its head alone where nothing more is wanted, with the size that the head tells', async () => {
    const server = await start(
      (_path, response) => void response.writeHead(200, { 'content-length': '5000000' }).write('x'),
    )
    expect(await one(server, '/')).toMatchObject({
      outcome: 'answered',
      wireBytes: 5_000_000,
      body: null,
      truncated: false,
    })
  })

  it('ends after its start where that is enough', async () => {
    const server = await start(hostile)
    const probe = await one(server, '/endless', { read: 'start' })
    expect(probe).toMatchObject({ outcome: 'answered', truncated: true, wireBytes: null })
    expect(probe.body).toHaveLength(defaultLimits.startBytes)
    const large = await one(server, '/large/100000', { read: 'start' })
    expect([large.wireBytes, large.body?.length]).toEqual([null, defaultLimits.startBytes])
  })

  it('is cut at 2 MB where all is wanted', async () => {
    const server = await start(hostile)
    const probe = await one(server, '/endless', { read: 'all' })
    expect(probe).toMatchObject({ outcome: 'answered', truncated: true })
    expect(probe.body).toHaveLength(defaultLimits.resourceBytes)
  })

  it('is no bomb for a start that repeats itself, but is one where all is wanted', async () => {
    const server = await start(
      (_path, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000, 'x'))),
    )
    expect(await one(server, '/', { read: 'start' })).toMatchObject({ outcome: 'answered', truncated: true })
    expect(await one(server, '/', { read: 'all' })).toMatchObject({
      outcome: 'failed',
      reason: 'it unpacks to far more than was sent, as a compression bomb does',
    })
  })

  it('has no body when it is no success', async () => {
    const server = await start(hostile)
    expect(await one(server, '/missing', { read: 'all' })).toMatchObject({
      outcome: 'answered',
      status: 404,
      body: null,
      truncated: false,
    })
  })

  it('has memory of its own, which can be handed to another thread, also where two wishes share it', async () => {
    const server = await start()
    const url = `${server.origin}/a`
    const [first, second] = await beside(server, [
      wish('canonical', url, { read: 'start' }),
      wish('alternate', url, { read: 'start' }),
    ])
    expect(first?.body?.buffer.byteLength).toBe(plainPage.length)
    expect(first?.body).toEqual(second?.body)
    expect(first?.body?.buffer).not.toBe(second?.body?.buffer)
  })

  it.each([
    ['favicon', 'start', /image/],
    ['resource', 'all', /^\*\/\*$/],
    ['canonical', 'start', /html/],
  ] as const)('to a %s is asked for as what it is', async (purpose, read, accept) => {
    const server = await start(hostile)
    const [probe] = await beside(server, [wish(purpose, `${server.origin}/asked`, { read })])
    expect((JSON.parse(Buffer.from(probe?.body ?? []).toString()) as { accept: string }).accept).toMatch(accept)
  })
})

describe('what has no answer', () => {
  it.each([
    ['/silent', 'it was not complete after 0.1 seconds'],
    ['/dripping', 'it was not complete after 0.1 seconds'],
    ['/short', 'its server closed the connection before the page was complete'],
    ['/loop/a', 'it redirects in a circle'],
    ['/hops/11', 'it redirects more than 10 times'],
    ['/damaged', 'its compressed content is damaged'],
    ['/thrice', 'it is compressed more than twice'],
    [
      `/to/${encodeURIComponent('ftp://example.com/')}`,
      'it redirects to something that is not an http or https address',
    ],
  ])('says why: %s', async (path, reason) => {
    const server = await start(hostile)
    expect(await one(server, path, { read: 'all' }, { limits: { probeMs: 100 } })).toMatchObject({
      outcome: 'failed',
      reason,
      finalUrl: null,
      status: null,
      body: null,
    })
  })

  it('says the same of a blocked address, a blocked name, a redirect to one and a port where nothing listens', async () => {
    const server = await start(hostile)
    const closed = await startFixedServer('')
    await closed.close()
    const urls = [
      'http://10.0.0.1/',
      'http://localhost/',
      'http://[::1]/',
      'http://private.example.com/',
      `${server.origin}/to/${encodeURIComponent('http://169.254.169.254/latest/')}`,
      `${server.origin}/to/${encodeURIComponent('http://private.example.com/')}`,
      closed.origin,
    ]
    const probes = await probeBeside(
      `${server.origin}/`,
      urls.map((url) => wish('link', url)),
      [server, closed],
      { lookup: async () => ['10.0.0.1'] },
    )
    expect(new Set(probes.map(({ outcome, reason }) => `${outcome}: ${reason}`))).toEqual(
      new Set(['failed: nothing answers there, or it may not be contacted from here']),
    )
  })

  it('keeps the redirects as far as they went', async () => {
    const server = await start(hostile)
    const probe = await one(server, `/to/${encodeURIComponent('http://10.0.0.1/')}`)
    expect(probe.redirects).toEqual([{ url: probe.url, status: 302, location: 'http://10.0.0.1/' }])
  })

  it.each([
    ['http://example.com:8080/', 'only the standard ports, 80 for http and 443 for https, are asked'],
    ['http://user:secret@example.com/', 'addresses with a user name or a password are not asked'],
    ['ftp://example.com/', 'it is no web address'],
    ['nonsense', 'it is no web address'],
  ])('was not asked when no address like it is: %s', async (url, reason) => {
    const server = await start()
    const [probe] = await beside(server, [wish('link', url)])
    expect(probe).toMatchObject({ url, outcome: 'not-asked', reason })
  })

  it('of a host name that does not exist says so', async () => {
    const server = await start()
    const lookup = async () => {
      throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
    }
    expect((await beside(server, [wish('link', 'http://gone.example.com/')], { lookup }))[0]).toMatchObject({
      outcome: 'failed',
      reason: 'the host name does not exist',
    })
  })
})

describe('asking', () => {
  it('asks each address once, as fully as anybody wants it', async () => {
    const server = await start()
    const url = `${server.origin}/a`
    const probes = await beside(server, [
      wish('alternate', url),
      wish('canonical', url, { read: 'start' }),
      wish('link', `${url}#b`),
      wish('link', `${server.origin}/b`),
    ])
    expect(server.asked).toEqual(['/a', '/b'])
    expect(probes.map(({ body }) => body?.length ?? null)).toEqual([null, plainPage.length, null, null])
    expect(outcomes(probes)).toEqual(['answered', 'answered', 'answered', 'answered'])
  })

  it('asks as fully as a later wish wants it, and again only where more is wanted than was foreseen', async () => {
    const server = await start((path, response) =>
      path === '/to-page' ? void response.writeHead(302, { location: '/page' }).end() : false,
    )
    const [early, late, led] = await beside(server, [
      wish('alternate', `${server.origin}/a`),
      wish('resource', `${server.origin}/a`, { read: 'all' }),
      wish('canonical', `${server.origin}/to-page`, { read: 'start' }),
    ])
    expect([early?.body, late?.body?.length, led?.body?.length]).toEqual([null, plainPage.length, plainPage.length])
    expect(server.asked.toSorted()).toEqual(['/a', '/page', '/to-page'])
  })

  it('does not ask again for what other wishes were redirected to, or for the page itself', async () => {
    const server = await start((path, response) =>
      path.startsWith('/to-') ? void response.writeHead(302, { location: `/${path.slice(4)}` }).end() : false,
    )
    const probes = await beside(
      server,
      ['/to-a', '/a', '/to-page', '/page'].map((path) => wish('link', server.origin + path)),
    )
    expect(server.asked).toEqual(['/to-a', '/a', '/to-page'])
    expect(probes.map(({ finalUrl, status }) => [finalUrl, status])).toEqual(
      ['/a', '/a', '/page', '/page'].map((path) => [server.origin + path, 200]),
    )
  })

  it('knows the redirects by which the page was reached', async () => {
    const server = await start(hostile)
    const gathering = startGathering({ allowHosts: new Set([server.host]), mayCrawl })
    const page = await gathering.page(new URL('/hops/1', server.origin))
    const [probe] = await gathering.probe(page, [wish('link', `${server.origin}/hops/1`)])
    expect(probe).toMatchObject({
      outcome: 'answered',
      status: 200,
      finalUrl: `${server.origin}/hops/0`,
      redirects: [{ status: 302 }],
    })
    expect(server.asked).toEqual(['/hops/1', '/hops/0', '/robots.txt'])
  })

  it('asks a host one thing at a time, and hosts side by side', async () => {
    let open = 0
    let most = 0
    const count: Parameters<typeof startCountedServer>[0] = (_path, response) => {
      most = Math.max(most, ++open)
      setTimeout(() => response.end('x'), 5)
      response.on('close', () => {
        open -= 1
      })
    }
    for (let host = 0; host < 6; host += 1) await start(count)
    const [first] = servers
    if (!first) throw new Error('no server')
    await beside(
      first,
      servers.flatMap((server) => links(server, 4)),
    )
    expect(servers.map((server) => server.mostAtOnce())).toEqual([1, 1, 1, 1, 1, 1])
    expect(most).toBe(4)
  })

  it('makes thirty requests and not one more, robots.txt and redirects among them', async () => {
    const server = await start((path, response) =>
      Number(path.slice(1)) % 2 ? void response.writeHead(302, { location: `/end${path}` }).end() : false,
    )
    const gathering = startGathering({ allowHosts: new Set([server.host]), mayCrawl })
    const page = await gathering.page(new URL('/page', server.origin))
    const probes = await gathering.probe(page, links(server, 40))
    expect(server.asked.length - 1).toBe(30)
    expect(probes).toHaveLength(40)
    const left = probes.filter(({ outcome }) => outcome === 'not-asked')
    expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['the limit of 30 requests was reached']))
  })

  it('gives requests by the order of wishes, whoever answers first', async () => {
    const [slow, quick] = [await start((_path, response) => void setTimeout(() => response.end(), 3)), await start()]
    const wishes = Array.from({ length: 20 }, (_, index) => [
      wish('link', `${slow.origin}/${index}`),
      wish('resource', `${quick.origin}/${index}`),
    ]).flat()
    const answered = outcomes(await beside(slow, wishes, { limits: { subRequests: 11 } }))
    expect(answered).toEqual([...Array<string>(11).fill('answered'), ...Array<string>(29).fill('not-asked')])
  })

  it('gives what matters more its redirects before it begins with the sample', async () => {
    const server = await start(hostile)
    const probes = await beside(server, [...links(server, 10), wish('canonical', `${server.origin}/hops/4`)], {
      limits: { subRequests: 8 },
    })
    expect(probes.at(-1)).toMatchObject({ outcome: 'answered', finalUrl: `${server.origin}/hops/0` })
    expect(outcomes(probes).filter((outcome) => outcome === 'answered')).toHaveLength(4)
  })

  it('stops when the time is up, which the page has shared, and says so', async () => {
    const server = await start(() => {})
    const gathering = startGathering({
      allowHosts: new Set([server.host]),
      mayCrawl,
      limits: { totalMs: 150, requestMs: 100 },
    })
    const page = {
      finalUrl: `${server.origin}/page`,
      status: 200,
      headers: [],
      redirects: [],
      robots: { url: `${server.origin}/robots.txt`, outcome: 'absent' as const, status: 404, text: '', bytes: 0 },
    }
    const probes = await gathering.probe(page, links(server, 5))
    expect(probes.map(({ reason }) => reason)).toEqual([
      'it was not complete after 0.1 seconds',
      ...Array<string>(4).fill('the time for this report was up'),
    ])
    expect(outcomes(await gathering.probe(page, links(server, 1, 9)))).toEqual(['not-asked'])
  })
})

describe('a caller who gives up', () => {
  it.each(['/silent', '/dripping', '/endless', '/stalled'])(
    'is heard while %s is read, and no socket is left',
    async (path) => {
      const server = await start(hostile)
      const other = await start(hostile)
      const controller = new AbortController()
      const asking = beside(
        server,
        [
          wish('link', server.origin + path, { read: 'all' }),
          wish('link', other.origin + path, { read: 'sitemap' }),
          ...links(server, 3),
        ],
        { signal: controller.signal },
      )
      setTimeout(() => controller.abort(new Error('gave up')), 20)
      await expect(asking).rejects.toThrow('gave up')
      await Promise.all([server.quiet(), other.quiet()])
      expect(server.asked).toEqual([path])
    },
  )

  it('is heard before anything is asked', async () => {
    const server = await start()
    await expect(beside(server, links(server, 3), { signal: AbortSignal.abort(new Error('gave up')) })).rejects.toThrow(
      'gave up',
    )
    expect(server.connections()).toBe(0)
  })
})

describe('sitemaps', () => {
  it('that an index lists are asked after it, five at most', async () => {
    const server = await start((path, response) => {
      if (path === '/index.xml')
        return void response.end(
          sitemapIndex(...Array.from({ length: 8 }, (_, index) => `${server.origin}/child${index}.xml`)),
        )
      return path.startsWith('/child') ? void response.end(urlset('https://example.com/')) : false
    })
    const probes = await beside(server, [
      wish('sitemap', `${server.origin}/index.xml`, { read: 'sitemap', lookFor: ['https://example.com/'] }),
      wish('favicon', `${server.origin}/favicon.ico`),
    ])
    expect(probes.map(({ url }) => new URL(url).pathname)).toEqual([
      '/index.xml',
      '/child0.xml',
      '/child1.xml',
      '/child2.xml',
      '/child3.xml',
      '/child4.xml',
      '/favicon.ico',
    ])
    expect(probes[0]?.sitemap).toMatchObject({ kind: 'index', children: 8 })
    expect(probes[2]).toMatchObject({
      purpose: 'sitemap',
      sitemap: { kind: 'urlset', urls: 1, found: ['https://example.com/'] },
      body: null,
    })
    expect(server.asked.toSorted()).toEqual([
      '/child0.xml',
      '/child1.xml',
      '/child2.xml',
      '/child3.xml',
      '/child4.xml',
      '/favicon.ico',
      '/index.xml',
    ])
  })

  it('that several indexes list are five all together, each once', async () => {
    const server = await start((path, response) => {
      if (path === '/1.xml' || path === '/2.xml')
        return void response.end(
          sitemapIndex(`${server.origin}/2.xml`, ...['a', 'b', 'c'].map((name) => `${server.origin}/${name}${path}`)),
        )
      response.end(urlset())
    })
    const probes = await beside(
      server,
      ['/1.xml', '/2.xml'].map((path) => wish('sitemap', server.origin + path, { read: 'sitemap' })),
    )
    expect(probes.map(({ url }) => new URL(url).pathname)).toEqual([
      '/1.xml',
      '/a/1.xml',
      '/b/1.xml',
      '/c/1.xml',
      '/2.xml',
      '/a/2.xml',
      '/b/2.xml',
    ])
  })

  it('that an index lists are not followed to a third', async () => {
    const server = await start(
      (path, response) =>
        void response.end(
          path === '/1.xml' ? sitemapIndex(`${server.origin}/2.xml`) : sitemapIndex(`${server.origin}/3.xml`),
        ),
    )
    expect(await beside(server, [wish('sitemap', `${server.origin}/1.xml`, { read: 'sitemap' })])).toMatchObject([
      { sitemap: { children: 1 } },
      { sitemap: { children: 1 } },
    ])
  })

  it('that are missing have nothing to read', async () => {
    const server = await start(hostile)
    expect(await one(server, '/missing', { read: 'sitemap', purpose: 'sitemap' })).toMatchObject({
      outcome: 'answered',
      status: 404,
      sitemap: null,
    })
  })
})
