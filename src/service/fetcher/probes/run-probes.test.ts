import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import { sitemapIndex, urlset } from '#testing/servers/hostile-files.ts'
import { hostilePages, plainPage } from '#testing/servers/hostile-pages.ts'
import { startFixedServer } from '#testing/servers/hostile-server.ts'
import { type CountingServer, probeFrom, probeRequest } from '#testing/servers/page-fetcher.ts'
import { hostile, links, probesOf, startProbed } from '#testing/servers/probed-servers.ts'
import { failures } from '../failures.ts'
import { defaultFetchLimits } from '../limits.ts'

const one = async (
  server: CountingServer,
  path: string,
  more: Partial<ProbeRequest> = {},
  options?: Parameters<typeof probesOf>[2],
) => {
  const [probe] = await probesOf(server, [probeRequest('link', new URL(path, server.origin).href, more)], options)
  return probe as Probe
}

describe('the response to a probe request', () => {
  it('has all its facts, with those of the request', async () => {
    const server = await startProbed((path, response) => {
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
    const server = await startProbed(
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
    const server = await startProbed(hostile)
    const probe = await one(server, '/endless', { read: 'start' })
    expect(probe).toMatchObject({ outcome: 'answered', truncated: true, wireBytes: null })
    expect(probe.body).toHaveLength(defaultFetchLimits.startBytes)
    const large = await one(server, '/large/100000', { read: 'start' })
    expect([large.wireBytes, large.body?.length]).toEqual([null, defaultFetchLimits.startBytes])
  })

  it('is truncated at 2 MB when all is read', async () => {
    const server = await startProbed(hostile)
    const probe = await one(server, '/endless', { read: 'all' })
    expect(probe).toMatchObject({ outcome: 'answered', truncated: true })
    expect(probe.body).toHaveLength(defaultFetchLimits.resourceBytes)
  })

  it('can be a compression bomb only when all is read', async () => {
    const server = await startProbed(
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
    const server = await startProbed(hostile)
    expect(await one(server, '/missing', { read: 'all' })).toMatchObject({
      outcome: 'answered',
      status: 404,
      body: null,
      truncated: false,
    })
  })

  it('has its own memory for each request, which can be transferred to another thread', async () => {
    const server = await startProbed()
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
    const server = await startProbed(hostile)
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
    const server = await startProbed(hostile)
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
    const server = await startProbed(hostile)
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
    const server = await startProbed(hostile)
    const probe = await one(server, `/to/${encodeURIComponent('http://10.0.0.1/')}`)
    expect(probe.redirects).toEqual([{ url: probe.url, status: 302, location: 'http://10.0.0.1/' }])
  })

  it.each([
    ['http://example.com:8080/', 'other_port', failures.other_port.clause],
    ['http://user:secret@example.com/', 'has_credentials', failures.has_credentials.clause],
    ['ftp://example.com/', 'invalid_url', failures.invalid_url.clause],
    ['nonsense', 'invalid_url', failures.invalid_url.clause],
  ])('was not requested because of its URL: %s', async (url, reasonCode, reason) => {
    const server = await startProbed()
    const [probe] = await probesOf(server, [probeRequest('link', url)])
    expect(probe).toMatchObject({ url, outcome: 'not-asked', reason, reasonCode })
  })

  it('names an unknown host name', async () => {
    const server = await startProbed()
    const lookup = async () => {
      throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
    }
    expect((await probesOf(server, [probeRequest('link', 'http://gone.example.com/')], { lookup }))[0]).toMatchObject({
      outcome: 'failed',
      reason: failures.dns.clause,
    })
  })
})

describe('an abort by the caller', () => {
  it.each(['/silent', '/dripping', '/endless', '/stalled'])(
    'ends reading %s and leaves no connection',
    async (path) => {
      const received = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
      const [server, other] = await Promise.all(
        received.map(({ resolve }) =>
          startProbed((_path, response, request) => (resolve(), hostilePages(request, response))),
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
    const server = await startProbed()
    await expect(
      probesOf(server, links(server, 3), { signal: AbortSignal.abort(new Error('aborted')) }),
    ).rejects.toThrow('aborted')
    expect(server.connections()).toBe(0)
  })
})

describe('sitemaps', () => {
  it('of an index are requested after it, five at most', async () => {
    const server = await startProbed((path, response) => {
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
    const server = await startProbed((path, response) => {
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
    const server = await startProbed(
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
    const server = await startProbed(hostile)
    expect(await one(server, '/missing', { read: 'sitemap', purpose: 'sitemap' })).toMatchObject({
      outcome: 'answered',
      status: 404,
      sitemap: null,
    })
  })
})
