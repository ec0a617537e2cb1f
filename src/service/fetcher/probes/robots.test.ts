import { afterEach, describe, expect, it } from 'vitest'
import { hostilePages } from '#testing/servers/hostile-pages.ts'
import { type CountingServer, probeFrom, startCountingServer, probeRequest } from '#testing/servers/page-fetcher.ts'
import { failures } from '../failures.ts'

const servers: CountingServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.quiet()
    await server.close()
  }
})
const start = async (listener?: Parameters<typeof startCountingServer>[0]) => {
  const server = await startCountingServer(listener)
  servers.push(server)
  return server
}
/** Starts a server with this robots.txt. */
const startWith = (text: string, status = 200) =>
  start((path, response) => (path === '/robots.txt' ? void response.writeHead(status).end(text) : false))

const sampled = (server: CountingServer, ...paths: string[]) =>
  paths.map((path) => probeRequest('link', server.origin + path, { obeysRobots: true }))
const probesOf = (
  page: CountingServer,
  requests: Parameters<typeof probeFrom>[1],
  options?: Parameters<typeof probeFrom>[3],
) => probeFrom(`${page.origin}/page`, requests, servers, options)
const outcomes = (probes: { outcome: string }[]) => probes.map(({ outcome }) => outcome)

describe('robots.txt', () => {
  it('of the page host is known from the page and applies to sampled requests only', async () => {
    const server = await start()
    const [first, second, third] = await probesOf(
      server,
      [...sampled(server, '/no', '/yes'), probeRequest('http-variant', `${server.origin}/no-but-requested`)],
      { robots: { outcome: 'found', status: 200, text: 'User-agent: *\nDisallow: /no' } },
    )
    expect(first).toMatchObject({
      outcome: 'not-asked',
      reason: failures.robots(server.host).clause,
      status: null,
    })
    expect(outcomes([second, third].flatMap((probe) => probe ?? []))).toEqual(['answered', 'answered'])
    expect(server.paths).toEqual(['/no-but-requested', '/yes'])
  })

  it('of another host is requested once and obeyed', async () => {
    const [page, other] = [await start(), await startWith('User-agent: seo-reports\nDisallow: /no')]
    const probes = await probesOf(page, sampled(other, '/a', '/no', '/b'))
    expect(outcomes(probes)).toEqual(['answered', 'not-asked', 'answered'])
    expect(other.paths).toEqual(['/robots.txt', '/a', '/b'])
    expect(page.paths).toEqual([])
  })

  it('of a redirect target is obeyed', async () => {
    const other = await startWith('User-agent: *\nDisallow: /')
    const page = await start((_path, response) => void response.writeHead(302, { location: `${other.origin}/a` }).end())
    const [probe] = await probesOf(page, sampled(page, '/away'))
    expect(probe).toMatchObject({
      outcome: 'not-asked',
      reason: failures.robots(other.host).clause,
      redirects: [{ status: 302 }],
    })
    expect(other.paths).toEqual(['/robots.txt'])
  })

  it('gives Google’s access to resources, with the line that decides', async () => {
    const other = await startWith(
      'User-agent: Googlebot\nDisallow: /a.js\n\nUser-agent: Googlebot-Image\nDisallow: /b.png',
    )
    const page = await start((path, response) =>
      path === '/away.js' ? void response.writeHead(302, { location: `${other.origin}/a.js` }).end() : false,
    )
    const [script, image, allowed, redirect, link] = await probesOf(page, [
      probeRequest('resource', `${other.origin}/a.js`, { obeysRobots: true, read: 'all' }),
      probeRequest('resource', `${other.origin}/b.png`, { obeysRobots: true, read: 'start' }),
      probeRequest('resource', `${other.origin}/c.js`, { obeysRobots: true, read: 'all' }),
      probeRequest('resource', `${page.origin}/away.js`, { obeysRobots: true, read: 'all' }),
      ...sampled(other, '/a.js'),
    ])
    const robotsUrl = `${other.origin}/robots.txt`
    const rule = { line: 2, text: 'Disallow: /a.js' }
    expect(script).toMatchObject({ outcome: 'answered', google: { robotsUrl, allowed: false, rule } })
    expect(image?.google).toEqual({ robotsUrl, allowed: false, rule: { line: 5, text: 'Disallow: /b.png' } })
    expect(allowed?.google).toEqual({ robotsUrl, allowed: true, rule: null })
    expect(redirect?.google).toEqual({ robotsUrl, allowed: false, rule })
    expect(link).not.toHaveProperty('google')
  })

  it('gives no access of Google if the file can’t be read', async () => {
    const [page, other] = [await start(), await startWith('', 503)]
    const [script] = await probesOf(page, [
      probeRequest('resource', `${other.origin}/a.js`, { obeysRobots: true, read: 'all' }),
    ])
    expect(script).toMatchObject({ outcome: 'not-asked', google: null })
  })

  it.each([
    [404, 'answered'],
    [403, 'answered'],
    [429, 'not-asked'],
    [500, 'not-asked'],
    [503, 'not-asked'],
  ])('of another host with status %i: %s', async (status, outcome) => {
    const [page, other] = [await start(), await startWith('', status)]
    const [probe] = await probesOf(page, sampled(other, '/a'))
    expect(probe?.outcome).toBe(outcome)
    if (outcome === 'not-asked') expect(probe?.reason).toBe(failures.robots_unavailable(other.host).clause)
  })

  it.each(['/silent', '/dripping'])('that never arrives forbids all requests: %s', async (path) => {
    const other = await start((requested, response, request) =>
      requested === '/robots.txt' ? void hostilePages(Object.assign(request, { url: path }), response) : false,
    )
    const page = await start()
    const [probe] = await probesOf(page, sampled(other, '/a'), { limits: { probeMs: 60 } })
    expect(probe).toMatchObject({ outcome: 'not-asked', reason: failures.robots_unavailable(other.host).clause })
    expect(other.paths).toEqual(['/robots.txt'])
  })

  it('without an end is read up to its limit', async () => {
    const other = await start((path, response, request) => {
      if (path !== '/robots.txt') return false
      response.write('User-agent: *\nDisallow: /no\n')
      return void hostilePages(
        Object.assign(request, { url: '/endless' }),
        Object.assign(response, { writeHead: () => response }),
      )
    })
    const page = await start()
    expect(outcomes(await probesOf(page, sampled(other, '/no', '/yes')))).toEqual(['not-asked', 'answered'])
  })

  it('is followed over redirects, and each request counts', async () => {
    const other = await start((path, response) => {
      if (path === '/robots.txt') return void response.writeHead(301, { location: '/elsewhere.txt' }).end()
      return path === '/elsewhere.txt' ? void response.end('User-agent: *\nDisallow: /no') : false
    })
    const page = await start()
    expect(
      outcomes(await probesOf(page, sampled(other, '/no', '/yes', '/more'), { limits: { probeRequests: 3 } })),
    ).toEqual(['not-asked', 'answered', 'not-asked'])
    expect(other.paths).toEqual(['/robots.txt', '/elsewhere.txt', '/yes'])
  })

  it('of a host is requested only if every started host keeps a request for its page', async () => {
    const [page, first, second] = [await start(), await start(), await start()]
    const requests = [...sampled(first, '/a'), ...sampled(second, '/b'), ...sampled(page, '/c')].map((one) => ({
      ...one,
      purpose: 'alternate' as const,
    }))
    expect(outcomes(await probesOf(page, requests, { limits: { probeRequests: 4 } }))).toEqual([
      'answered',
      'answered',
      'not-asked',
    ])
  })

  it('of a host is not requested when no request would be left for its page', async () => {
    const [page, other] = [await start(), await start()]
    const probes = await probesOf(
      page,
      [...sampled(page, '/a', '/b'), ...sampled(other, '/c'), ...sampled(page, '/d')],
      {
        limits: { probeRequests: 3 },
      },
    )
    expect(outcomes(probes)).toEqual(['answered', 'answered', 'not-asked', 'answered'])
    expect(other.paths).toEqual([])
  })
})
