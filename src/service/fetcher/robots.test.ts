import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { hostilePages } from '#testing/servers/hostile-pages.ts'
import { type HostileServer, startHostileServer } from '#testing/servers/hostile-server.ts'
import { fetchFrom } from '#testing/servers/page-fetcher.ts'
import { defaultFetchLimits } from './limits.ts'

let server: HostileServer
afterEach(async () => {
  await server.quiet()
  await server.close()
})

/** Fetches a page and returns its robots.txt, which `listener` serves. */
async function robotsFrom(listener: RequestListener, limits = {}) {
  server = await startHostileServer((request, response) => {
    if (request.url === '/robots.txt') listener(request, response)
    else hostilePages(request, response)
  })
  return (await fetchFrom(server, '/page', { limits })).robots
}

const status =
  (code: number): RequestListener =>
  (_request, response) => {
    response.writeHead(code).end('words')
  }
const redirectTo =
  (location: string): RequestListener =>
  (_request, response) => {
    response.writeHead(301, { location }).end()
  }

describe('robots.txt', () => {
  it('is decoded as UTF-8 without its byte order mark', async () => {
    const text = 'User-agent: *\nDisallow: /über\n'
    const robots = await robotsFrom((_request, response) => response.end(`\uFEFF${text}`))
    expect(robots).toEqual({
      url: `${server.origin}/robots.txt`,
      outcome: 'found',
      status: 200,
      text,
      bytes: Buffer.byteLength(text) + 3,
    })
  })

  it.each([
    [404, 'absent'],
    [403, 'absent'],
    [429, 'absent'],
    [304, 'absent'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('with status %i is %s', async (code, outcome) => {
    expect(await robotsFrom(status(code))).toMatchObject({ outcome, status: code, text: '', bytes: 0 })
  })

  it('is truncated at its limit and keeps its full size', async () => {
    const robots = await robotsFrom((_request, response) =>
      response.end('#'.repeat(defaultFetchLimits.robotsBytes + 10)),
    )
    expect(robots.outcome).toBe('found')
    expect(robots.text).toHaveLength(defaultFetchLimits.robotsBytes)
    expect(robots.bytes).toBeGreaterThan(defaultFetchLimits.robotsBytes)
  })

  it('is followed over five redirects, and is absent after more or in a redirect loop', async () => {
    expect(await robotsFrom(redirectTo('/hops/4'))).toMatchObject({ outcome: 'found', status: 200 })
    await server.close()
    expect(await robotsFrom(redirectTo('/hops/5'))).toMatchObject({ outcome: 'absent', status: null })
    await server.close()
    expect(await robotsFrom(redirectTo('/robots.txt'))).toMatchObject({ outcome: 'absent' })
  })

  it.each([
    ['never responds', '/silent'],
    ['is at a private address', 'http://10.0.0.1/robots.txt'],
    ['is a compression bomb', '/bomb'],
    ['breaks off', '/short'],
  ])('is unreachable when it %s, and the page is still fetched', async (_case, location) => {
    const robots = await robotsFrom(redirectTo(location), { requestMs: 500 })
    expect(robots).toMatchObject({ outcome: 'unreachable', status: null, text: '' })
  })

  it('is unreachable when the total time is up, and the page is kept', async () => {
    expect(await robotsFrom(() => {}, { totalMs: 500 })).toMatchObject({ outcome: 'unreachable' })
  })

  it('is not requested when no request is left', async () => {
    const urls: unknown[] = []
    const robots = await robotsFrom(
      (request, response) => {
        urls.push(request.url)
        response.end()
      },
      { probeRequests: 0 },
    )
    expect([robots.outcome, urls]).toEqual(['unreachable', []])
  })

  it('is requested from the final origin', async () => {
    const other = await startHostileServer()
    server = await startHostileServer((_request, response) => {
      response.writeHead(302, { location: `${other.origin}/page` }).end()
    })
    const page = await fetchFrom(server, '/', { allowHosts: new Set([server.host, other.host]) })
    expect(page.robots.url).toBe(`${other.origin}/robots.txt`)
    await other.quiet()
    await other.close()
  })
})
