import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startFixedServer, startHostileServer, type HostileServer } from '#testing/servers/hostile-server.ts'
import { fetchFrom, refusalOf } from '#testing/servers/page-fetcher.ts'

let server: HostileServer
beforeAll(async () => {
  server = await startHostileServer()
})
afterEach(() => server.quiet())
afterAll(() => server.close())

const to = (location: string) => `/to/${encodeURIComponent(location)}`

describe('redirects', () => {
  it('are followed and recorded', async () => {
    const page = await fetchFrom(server, '/hops/2')
    expect(page.finalUrl).toBe(`${server.origin}/hops/0`)
    expect(page.askedUrl).toBe(`${server.origin}/hops/2`)
    expect(page.redirects).toEqual([
      { url: `${server.origin}/hops/2`, status: 302, location: '/hops/1' },
      { url: `${server.origin}/hops/1`, status: 302, location: '/hops/0' },
    ])
  })

  it('are followed ten times and not more', async () => {
    expect((await fetchFrom(server, '/hops/10')).redirects).toHaveLength(10)
    expect(await refusalOf(fetchFrom(server, '/hops/11'))).toBe('too_many_redirects')
  })

  it('end together at the time limit of one request', async () => {
    let requests = 0
    const slow = await startHostileServer((_, response) => {
      requests += 1
      setTimeout(() => response.writeHead(302, { location: `/${requests}` }).end(), 400)
    })
    expect(await refusalOf(fetchFrom(slow, '/', { limits: { requestMs: 1_000 } }))).toBe('time_up')
    expect(requests).toBeLessThan(4)
    await slow.close()
  })

  it.each(['/loop/a', '/itself', to('#part')])('in a loop are refused: %s', async (path) => {
    expect(await refusalOf(fetchFrom(server, path))).toBe('redirect_loop')
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'ftp://example.com/', 'http://[broken/'])(
    'must not lead to %s',
    async (location) => {
      expect(await refusalOf(fetchFrom(server, to(location)))).toBe('redirect_scheme')
    },
  )

  it.each([
    ['http://127.0.0.1:1/', 'unreachable'],
    ['http://[::ffff:a00:1]/', 'unreachable'],
    ['http://2130706433/', 'unreachable'],
    ['http://example.com:8080/', 'other_port'],
    ['http://user:secret@example.com/', 'redirect_credentials'],
  ])('are checked against all rules: %s', async (location, sentence) => {
    expect(await refusalOf(fetchFrom(server, to(location)))).toBe(sentence)
  })

  it('of a page use a new connection each', async () => {
    const before = server.connections()
    await fetchFrom(server, '/hops/2')
    expect(server.connections() - before).toBe(3)
  })

  it('accept a Location in UTF-8 and drop its fragment', async () => {
    const page = await startFixedServer(
      Buffer.from(`HTTP/1.1 301 Moved\r\nLocation: ${server.origin}/hops/0?ü#x\r\n\r\n`),
    )
    const fetched = await fetchFrom(page, '/', { allowHosts: new Set([server.host, page.host]) })
    expect(fetched.finalUrl).toBe(`${server.origin}/hops/0?%C3%BC`)
    await page.close()
  })
})
