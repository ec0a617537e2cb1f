import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import { sitemapIndex, urlset } from '#testing/servers/hostile-files.ts'
import { hostilePages, plainPage } from '#testing/servers/hostile-pages.ts'
import { startFixedServer } from '#testing/servers/hostile-server.ts'
import { type CountingServer, probeFrom, startCountingServer, probeRequest } from '#testing/servers/page-fetcher.ts'
import { failures } from '../failures.ts'
import { defaultFetchLimits } from '../limits.ts'
import { createPageFetcher } from '../page-fetcher.ts'

const servers: CountingServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.quiet()
    await server.close()
  }
})
const start = async (...args: Parameters<typeof startCountingServer>) => {
  const server = await startCountingServer(...args)
  servers.push(server)
  return server
}

type Options = Parameters<typeof probeFrom>[3]
const probesOf = (server: CountingServer, requests: ProbeRequest[], options?: Options) =>
  probeFrom(`${server.origin}/page`, requests, servers, options)
const one = async (server: CountingServer, path: string, more: Partial<ProbeRequest> = {}, options?: Options) => {
  const [probe] = await probesOf(server, [probeRequest('link', new URL(path, server.origin).href, more)], options)
  return probe as Probe
}
const links = (server: CountingServer, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => probeRequest('link', `${server.origin}/${from + index}`))
const outcomes = (probes: Probe[]) => probes.map(({ outcome }) => outcome)
const hostile: Parameters<typeof startCountingServer>[0] = (_path, response, request) =>
  void hostilePages(request, response)

describe('the response to a probe request', () => {
  it('has all its facts, with those of the request', async () => {
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

  it('has no body when none is read, and the declared size', async () => {
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

  it('has only the start of its body when only that is read', async () => {
    const server = await start(hostile)
    const probe = await one(server, '/endless', { read: 'start' })
    expect(probe).toMatchObject({ outcome: 'answered', truncated: true, wireBytes: null })
    expect(probe.body).toHaveLength(defaultFetchLimits.startBytes)
    const large = await one(server, '/large/100000', { read: 'start' })
    expect([large.wireBytes, large.body?.length]).toEqual([null, defaultFetchLimits.startBytes])
  })

  it('is truncated at 2 MB when all is read', async () => {
    const server = await start(hostile)
    const probe = await one(server, '/endless', { read: 'all' })
    expect(probe).toMatchObject({ outcome: 'answered', truncated: true })
    expect(probe.body).toHaveLength(defaultFetchLimits.resourceBytes)
  })

  it('can be a compression bomb only when all is read', async () => {
    const server = await start(
      (_path, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000, 'x'))),
    )
    expect(await one(server, '/', { read: 'start' })).toMatchObject({ outcome: 'answered', truncated: true })
    expect(await one(server, '/', { read: 'all' })).toMatchObject({
      outcome: 'failed',
      reason: failures.compression_bomb.clause,
    })
  })

  it('has no body when it is not successful', async () => {
    const server = await start(hostile)
    expect(await one(server, '/missing', { read: 'all' })).toMatchObject({
      outcome: 'answered',
      status: 404,
      body: null,
      truncated: false,
    })
  })

  it('has its own memory for each request, which can be transferred to another thread', async () => {
    const server = await start()
    const url = `${server.origin}/a`
    const [first, second] = await probesOf(server, [
      probeRequest('canonical', url, { read: 'start' }),
      probeRequest('alternate', url, { read: 'start' }),
    ])
    expect(first?.body?.buffer.byteLength).toBe(plainPage.length)
    expect(first?.body).toEqual(second?.body)
    expect(first?.body?.buffer).not.toBe(second?.body?.buffer)
  })

  it.each([
    ['favicon', 'start', /image/],
    ['resource', 'all', /^\*\/\*$/],
    ['canonical', 'start', /html/],
  ] as const)('to a %s is requested with a suitable Accept header', async (purpose, read, accept) => {
    const server = await start(hostile)
    const [probe] = await probesOf(server, [probeRequest(purpose, `${server.origin}/request-headers`, { read })])
    expect((JSON.parse(Buffer.from(probe?.body ?? []).toString()) as { accept: string }).accept).toMatch(accept)
  })
})

describe('a probe without a response', () => {
  it.each([
    ['/silent', 'timeout', failures.timeout(100).clause],
    ['/dripping', 'timeout', failures.timeout(100).clause],
    ['/short', 'connection_closed', failures.connection_closed.clause],
    ['/loop/a', 'redirect_loop', failures.redirect_loop.clause],
    ['/hops/11', 'too_many_redirects', failures.too_many_redirects(10).clause],
    ['/damaged', 'corrupt_encoding', failures.corrupt_encoding.clause],
    ['/thrice', 'too_many_encodings', failures.too_many_encodings(2).clause],
    [`/to/${encodeURIComponent('ftp://example.com/')}`, 'redirect_scheme', failures.redirect_scheme.clause],
  ])('has a reason: %s', async (path, reasonCode, reason) => {
    const server = await start(hostile)
    // Only the slow pages need a short time limit. On a busy machine, the others could exceed it.
    const limits = path === '/silent' || path === '/dripping' ? { probeMs: 100 } : {}
    expect(await one(server, path, { read: 'all' }, { limits })).toMatchObject({
      outcome: 'failed',
      reason,
      reasonCode,
      finalUrl: null,
      status: null,
      body: null,
    })
  })

  it('has the same reason for blocked addresses, blocked names, redirects to them and closed ports', async () => {
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
    const probes = await probeFrom(
      `${server.origin}/`,
      urls.map((url) => probeRequest('link', url)),
      [server, closed],
      { lookup: async () => ['10.0.0.1'] },
    )
    expect(new Set(probes.map(({ outcome, reason, reasonCode }) => `${outcome}: ${reason} (${reasonCode})`))).toEqual(
      new Set([`failed: ${failures.unreachable.clause} (unreachable)`]),
    )
  })

  it('keeps the redirects up to the failure', async () => {
    const server = await start(hostile)
    const probe = await one(server, `/to/${encodeURIComponent('http://10.0.0.1/')}`)
    expect(probe.redirects).toEqual([{ url: probe.url, status: 302, location: 'http://10.0.0.1/' }])
  })

  it.each([
    ['http://example.com:8080/', 'other_port', failures.other_port.clause],
    ['http://user:secret@example.com/', 'has_credentials', failures.has_credentials.clause],
    ['ftp://example.com/', 'invalid_url', failures.invalid_url.clause],
    ['nonsense', 'invalid_url', failures.invalid_url.clause],
  ])('was not requested because of its URL: %s', async (url, reasonCode, reason) => {
    const server = await start()
    const [probe] = await probesOf(server, [probeRequest('link', url)])
    expect(probe).toMatchObject({ url, outcome: 'not-asked', reason, reasonCode })
  })

  it('names an unknown host name', async () => {
    const server = await start()
    const lookup = async () => {
      throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
    }
    expect((await probesOf(server, [probeRequest('link', 'http://gone.example.com/')], { lookup }))[0]).toMatchObject({
      outcome: 'failed',
      reason: failures.dns.clause,
    })
  })
})

describe('scheduling', () => {
  it('requests each URL once and reads as much as any request needs', async () => {
    const server = await start()
    const url = `${server.origin}/a`
    const probes = await probesOf(server, [
      probeRequest('alternate', url),
      probeRequest('canonical', url, { read: 'start' }),
      probeRequest('link', `${url}#b`),
      probeRequest('link', `${server.origin}/b`),
    ])
    expect(server.paths).toEqual(['/a', '/b'])
    expect(probes.map(({ body }) => body?.length ?? null)).toEqual([null, plainPage.length, null, null])
    expect(outcomes(probes)).toEqual(['answered', 'answered', 'answered', 'answered'])
  })

  it('reads as much as a later request needs, and requests again only if a redirect needs more', async () => {
    const server = await start((path, response) =>
      path === '/to-page' ? void response.writeHead(302, { location: '/page' }).end() : false,
    )
    const [early, late, redirected] = await probesOf(server, [
      probeRequest('alternate', `${server.origin}/a`),
      probeRequest('resource', `${server.origin}/a`, { read: 'all' }),
      probeRequest('canonical', `${server.origin}/to-page`, { read: 'start' }),
    ])
    expect([early?.body, late?.body?.length, redirected?.body?.length]).toEqual([
      null,
      plainPage.length,
      plainPage.length,
    ])
    expect(server.paths.toSorted()).toEqual(['/a', '/page', '/to-page'])
  })

  it('does not request again what other requests were redirected to, or the page itself', async () => {
    const server = await start((path, response) =>
      path.startsWith('/to-') ? void response.writeHead(302, { location: `/${path.slice(4)}` }).end() : false,
    )
    const probes = await probesOf(
      server,
      ['/to-a', '/a', '/to-page', '/page'].map((path) => probeRequest('link', server.origin + path)),
    )
    expect(server.paths).toEqual(['/to-a', '/a', '/to-page'])
    expect(probes.map(({ finalUrl, status }) => [finalUrl, status])).toEqual(
      ['/a', '/a', '/page', '/page'].map((path) => [server.origin + path, 200]),
    )
  })

  it('reuses the redirects of the page', async () => {
    const server = await start(hostile)
    const fetcher = createPageFetcher({ allowHosts: new Set([server.host]), readRobots: createRobotsReader() })
    const page = await fetcher.page(new URL('/hops/1', server.origin))
    const [probe] = await fetcher.probe(page, [probeRequest('link', `${server.origin}/hops/1`)])
    expect(probe).toMatchObject({
      outcome: 'answered',
      status: 200,
      finalUrl: `${server.origin}/hops/0`,
      redirects: [{ status: 302 }],
    })
    expect(server.paths).toEqual(['/hops/1', '/hops/0', '/robots.txt'])
  })

  it('sends six requests at once to a host, and requests to four hosts concurrently', async () => {
    let open = 0
    let most = 0
    const count: Parameters<typeof startCountingServer>[0] = (_path, response) => {
      most = Math.max(most, ++open)
      setTimeout(() => response.end('x'), 50)
      response.on('close', () => {
        open -= 1
      })
    }
    for (let host = 0; host < 6; host += 1) await start(count)
    const [first] = servers
    if (!first) throw new Error('no server')
    await probesOf(
      first,
      servers.flatMap((server) => links(server, 10)),
      { limits: { probeRequests: 63 } },
    )
    expect(servers.map((server) => server.maxConcurrent())).toEqual([6, 6, 6, 6, 6, 6])
    expect(most).toBeLessThanOrEqual(24)
  })

  it('sends thirty requests at most, robots.txt and redirects included', async () => {
    const server = await start((path, response) =>
      Number(path.slice(1)) % 2 ? void response.writeHead(302, { location: `/end${path}` }).end() : false,
    )
    const fetcher = createPageFetcher({ allowHosts: new Set([server.host]), readRobots: createRobotsReader() })
    const page = await fetcher.page(new URL('/page', server.origin))
    const probes = await fetcher.probe(page, links(server, 40))
    expect(server.paths.length - 1).toBe(30)
    expect(probes).toHaveLength(40)
    const left = probes.filter(({ outcome }) => outcome === 'not-asked')
    expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set([failures.budget(30).clause]))
  })

  it('depends on the order of the requests, not on the speed of the servers', async () => {
    const [slow, quick] = [await start((_path, response) => void setTimeout(() => response.end(), 3)), await start()]
    const requests = Array.from({ length: 20 }, (_, index) => [
      probeRequest('link', `${slow.origin}/${index}`),
      probeRequest('resource', `${quick.origin}/${index}`),
    ]).flat()
    const answered = outcomes(await probesOf(slow, requests, { limits: { probeRequests: 11 } }))
    expect(answered).toEqual([...Array<string>(11).fill('answered'), ...Array<string>(29).fill('not-asked')])
  })

  it('follows the redirects of important requests before it starts sampled ones', async () => {
    const server = await start(hostile)
    const probes = await probesOf(
      server,
      [...links(server, 10), probeRequest('canonical', `${server.origin}/hops/4`)],
      {
        limits: { probeRequests: 8 },
      },
    )
    expect(probes.at(-1)).toMatchObject({ outcome: 'answered', finalUrl: `${server.origin}/hops/0` })
    expect(outcomes(probes).filter((outcome) => outcome === 'answered')).toHaveLength(4)
  })

  it('stops when the time shared with the page is up', async () => {
    const server = await start(() => {})
    const fetcher = createPageFetcher({
      allowHosts: new Set([server.host]),
      readRobots: createRobotsReader(),
      limits: { totalMs: 150, requestMs: 100, requestsAtOnce: 1 },
    })
    const page = {
      finalUrl: `${server.origin}/page`,
      status: 200,
      headers: [],
      redirects: [],
      robots: { url: `${server.origin}/robots.txt`, outcome: 'absent' as const, status: 404, text: '', bytes: 0 },
    }
    const probes = await fetcher.probe(page, links(server, 5))
    expect(probes.map(({ reason }) => reason)).toEqual([
      failures.timeout(100).clause,
      ...Array<string>(4).fill(failures.time_up(0).clause),
    ])
    expect(outcomes(await fetcher.probe(page, links(server, 1, 9)))).toEqual(['not-asked'])
  })
})

describe('an abort by the caller', () => {
  it.each(['/silent', '/dripping', '/endless', '/stalled'])(
    'ends reading %s and leaves no connection',
    async (path) => {
      const received = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
      const [server, other] = await Promise.all(
        received.map(({ resolve }) =>
          start((_path, response, request) => (resolve(), hostilePages(request, response))),
        ),
      )
      if (!server || !other) throw new Error('no server')
      const controller = new AbortController()
      const probes = probesOf(
        server,
        [
          probeRequest('link', server.origin + path, { read: 'all' }),
          probeRequest('link', other.origin + path, { read: 'sitemap' }),
          ...links(server, 3),
        ],
        { signal: controller.signal, limits: { requestsAtOnce: 1 } },
      )
      void Promise.all(received.map(({ promise }) => promise)).then(() => controller.abort(new Error('aborted')))
      await expect(probes).rejects.toThrow('aborted')
      await Promise.all([server.quiet(), other.quiet()])
      expect(server.paths).toEqual([path])
    },
  )

  it('prevents every request', async () => {
    const server = await start()
    await expect(
      probesOf(server, links(server, 3), { signal: AbortSignal.abort(new Error('aborted')) }),
    ).rejects.toThrow('aborted')
    expect(server.connections()).toBe(0)
  })
})

describe('sitemaps', () => {
  it('of an index are requested after it, five at most', async () => {
    const server = await start((path, response) => {
      if (path === '/index.xml')
        return void response.end(
          sitemapIndex(...Array.from({ length: 8 }, (_, index) => `${server.origin}/child${index}.xml`)),
        )
      return path.startsWith('/child') ? void response.end(urlset('https://example.com/')) : false
    })
    const probes = await probesOf(server, [
      probeRequest('sitemap', `${server.origin}/index.xml`, { read: 'sitemap', lookFor: ['https://example.com/'] }),
      probeRequest('favicon', `${server.origin}/favicon.ico`),
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
    expect(server.paths.toSorted()).toEqual([
      '/child0.xml',
      '/child1.xml',
      '/child2.xml',
      '/child3.xml',
      '/child4.xml',
      '/favicon.ico',
      '/index.xml',
    ])
  })

  it('of several indexes are requested once each, five at most together', async () => {
    const server = await start((path, response) => {
      if (path === '/1.xml' || path === '/2.xml')
        return void response.end(
          sitemapIndex(`${server.origin}/2.xml`, ...['a', 'b', 'c'].map((name) => `${server.origin}/${name}${path}`)),
        )
      response.end(urlset())
    })
    const probes = await probesOf(
      server,
      ['/1.xml', '/2.xml'].map((path) => probeRequest('sitemap', server.origin + path, { read: 'sitemap' })),
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

  it('of an index within an index are not requested', async () => {
    const server = await start(
      (path, response) =>
        void response.end(
          path === '/1.xml' ? sitemapIndex(`${server.origin}/2.xml`) : sitemapIndex(`${server.origin}/3.xml`),
        ),
    )
    expect(
      await probesOf(server, [probeRequest('sitemap', `${server.origin}/1.xml`, { read: 'sitemap' })]),
    ).toMatchObject([{ sitemap: { children: 1 } }, { sitemap: { children: 1 } }])
  })

  it('that are missing have no reading', async () => {
    const server = await start(hostile)
    expect(await one(server, '/missing', { read: 'sitemap', purpose: 'sitemap' })).toMatchObject({
      outcome: 'answered',
      status: 404,
      sitemap: null,
    })
  })
})
