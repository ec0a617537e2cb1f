import { describe, expect, it, onTestFinished } from 'vitest'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import { plainPage } from '#testing/servers/hostile-pages.ts'
import { probeRequest, type startCountingServer } from '#testing/servers/page-fetcher.ts'
import { hostile, links, outcomes, probesOf, servers, startProbed } from '#testing/servers/probed-servers.ts'
import { failures } from '../failures.ts'
import { createPageFetcher } from '../page-fetcher.ts'

describe('scheduling', () => {
  it('requests each URL once and reads as much as any request needs', async () => {
    const server = await startProbed()
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
    const server = await startProbed((path, response) =>
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
    const server = await startProbed((path, response) =>
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
    const server = await startProbed(hostile)
    const fetcher = createPageFetcher({ allowHosts: new Set([server.host]), readRobots: createRobotsReader() })
    onTestFinished(fetcher.close)
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
      setTimeout(() => response.end('x'), 200)
      response.on('close', () => {
        open -= 1
      })
    }
    for (let host = 0; host < 6; host += 1) await startProbed(count)
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
    const server = await startProbed((path, response) =>
      Number(path.slice(1)) % 2 ? void response.writeHead(302, { location: `/end${path}` }).end() : false,
    )
    const fetcher = createPageFetcher({ allowHosts: new Set([server.host]), readRobots: createRobotsReader() })
    onTestFinished(fetcher.close)
    const page = await fetcher.page(new URL('/page', server.origin))
    const probes = await fetcher.probe(page, links(server, 40))
    expect(server.paths.length - 1).toBe(30)
    expect(probes).toHaveLength(40)
    const left = probes.filter(({ outcome }) => outcome === 'not-asked')
    expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set([failures.budget(30).clause]))
  })

  it('depends on the order of the requests, not on the speed of the servers', async () => {
    const [slow, quick] = [
      await startProbed((_path, response) => void setTimeout(() => response.end(), 3)),
      await startProbed(),
    ]
    const requests = Array.from({ length: 20 }, (_, index) => [
      probeRequest('link', `${slow.origin}/${index}`),
      probeRequest('resource', `${quick.origin}/${index}`),
    ]).flat()
    const answered = outcomes(await probesOf(slow, requests, { limits: { probeRequests: 11 } }))
    expect(answered).toEqual([...Array<string>(11).fill('answered'), ...Array<string>(29).fill('not-asked')])
  })

  it('follows the redirects of important requests before it starts sampled ones', async () => {
    const server = await startProbed(hostile)
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
    const server = await startProbed(() => {})
    const fetcher = createPageFetcher({
      allowHosts: new Set([server.host]),
      readRobots: createRobotsReader(),
      limits: { totalMs: 150, requestMs: 100, requestsAtOnce: 1 },
    })
    onTestFinished(fetcher.close)
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
