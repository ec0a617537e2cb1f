import { afterEach, describe, expect, it } from 'vitest'
import { hostilePages } from '#testing/hostile-pages.ts'
import { type CountedServer, probeBeside, startCountedServer, wish } from '#testing/probing.ts'

const servers: CountedServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.quiet()
    await server.close()
  }
})
const start = async (listener?: Parameters<typeof startCountedServer>[0]) => {
  const server = await startCountedServer(listener)
  servers.push(server)
  return server
}
/** A host whose robots.txt says so. */
const startWith = (text: string, status = 200) =>
  start((path, response) => (path === '/robots.txt' ? void response.writeHead(status).end(text) : false))

const sampled = (server: CountedServer, ...paths: string[]) =>
  paths.map((path) => wish('link', server.origin + path, { obeysRobots: true }))
const beside = (
  page: CountedServer,
  wishes: Parameters<typeof probeBeside>[1],
  options?: Parameters<typeof probeBeside>[3],
) => probeBeside(`${page.origin}/page`, wishes, servers, options)
const outcomes = (probes: { outcome: string }[]) => probes.map(({ outcome }) => outcome)

describe('robots.txt', () => {
  it('of the own host is known from the page and obeyed by what is sampled alone', async () => {
    const server = await start()
    const [first, second, third] = await beside(
      server,
      [...sampled(server, '/no', '/yes'), wish('http-variant', `${server.origin}/no-but-asked`)],
      { robots: { outcome: 'found', status: 200, text: 'User-agent: *\nDisallow: /no' } },
    )
    expect(first).toMatchObject({
      outcome: 'not-asked',
      reason: `robots.txt of ${server.host} forbids it`,
      status: null,
    })
    expect(outcomes([second, third].flatMap((probe) => probe ?? []))).toEqual(['answered', 'answered'])
    expect(server.asked).toEqual(['/no-but-asked', '/yes'])
  })

  it('of another host is read once and obeyed', async () => {
    const [page, other] = [await start(), await startWith('User-agent: seo-reports\nDisallow: /no')]
    const probes = await beside(page, sampled(other, '/a', '/no', '/b'))
    expect(outcomes(probes)).toEqual(['answered', 'not-asked', 'answered'])
    expect(other.asked).toEqual(['/robots.txt', '/a', '/b'])
    expect(page.asked).toEqual([])
  })

  it('of a host that is redirected to is obeyed as well', async () => {
    const other = await startWith('User-agent: *\nDisallow: /')
    const page = await start((_path, response) => void response.writeHead(302, { location: `${other.origin}/a` }).end())
    const [probe] = await beside(page, sampled(page, '/away'))
    expect(probe).toMatchObject({
      outcome: 'not-asked',
      reason: `robots.txt of ${other.host} forbids it`,
      redirects: [{ status: 302 }],
    })
    expect(other.asked).toEqual(['/robots.txt'])
  })

  it.each([
    [404, 'answered'],
    [403, 'answered'],
    [429, 'not-asked'],
    [500, 'not-asked'],
    [503, 'not-asked'],
  ])('of another host answered with %i: %s', async (status, outcome) => {
    const [page, other] = [await start(), await startWith('', status)]
    const [probe] = await beside(page, sampled(other, '/a'))
    expect(probe?.outcome).toBe(outcome)
    if (outcome === 'not-asked') expect(probe?.reason).toBe(`robots.txt of ${other.host} could not be read`)
  })

  it.each(['/silent', '/dripping'])(
    'that never comes forbids all, and says that it could not be read: %s',
    async (path) => {
      const other = await start((asked, response, request) =>
        asked === '/robots.txt' ? void hostilePages(Object.assign(request, { url: path }), response) : false,
      )
      const page = await start()
      const [probe] = await beside(page, sampled(other, '/a'), { limits: { probeMs: 60 } })
      expect(probe).toMatchObject({ outcome: 'not-asked', reason: `robots.txt of ${other.host} could not be read` })
      expect(other.asked).toEqual(['/robots.txt'])
    },
  )

  it('without an end is read to its limit', async () => {
    const other = await start((path, response, request) => {
      if (path !== '/robots.txt') return false
      response.write('User-agent: *\nDisallow: /no\n')
      return void hostilePages(
        Object.assign(request, { url: '/endless' }),
        Object.assign(response, { writeHead: () => response }),
      )
    })
    const page = await start()
    expect(outcomes(await beside(page, sampled(other, '/no', '/yes')))).toEqual(['not-asked', 'answered'])
  })

  it('is followed to where it was redirected, each request counted', async () => {
    const other = await start((path, response) => {
      if (path === '/robots.txt') return void response.writeHead(301, { location: '/elsewhere.txt' }).end()
      return path === '/elsewhere.txt' ? void response.end('User-agent: *\nDisallow: /no') : false
    })
    const page = await start()
    expect(
      outcomes(await beside(page, sampled(other, '/no', '/yes', '/more'), { limits: { subRequests: 3 } })),
    ).toEqual(['not-asked', 'answered', 'not-asked'])
    expect(other.asked).toEqual(['/robots.txt', '/elsewhere.txt', '/yes'])
  })

  it('of a host is asked for only as long as each host that is begun with keeps a request for its page', async () => {
    const [page, first, second] = [await start(), await start(), await start()]
    const wishes = [...sampled(first, '/a'), ...sampled(second, '/b'), ...sampled(page, '/c')].map((one) => ({
      ...one,
      purpose: 'alternate' as const,
    }))
    expect(outcomes(await beside(page, wishes, { limits: { subRequests: 4 } }))).toEqual([
      'answered',
      'answered',
      'not-asked',
    ])
  })

  it('of a host is not asked for when nothing would be left for its page', async () => {
    const [page, other] = [await start(), await start()]
    const probes = await beside(page, [...sampled(page, '/a', '/b'), ...sampled(other, '/c'), ...sampled(page, '/d')], {
      limits: { subRequests: 3 },
    })
    expect(outcomes(probes)).toEqual(['answered', 'answered', 'not-asked', 'answered'])
    expect(other.asked).toEqual([])
  })
})
