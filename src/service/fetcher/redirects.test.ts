import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gatherFrom, refusalOf } from '#testing/gathering.ts'
import { startFixedServer, startHostileServer, type HostileServer } from '#testing/hostile-server.ts'
import { sentences } from './sentences.ts'

let server: HostileServer
beforeAll(async () => {
  server = await startHostileServer()
})
afterEach(() => server.quiet())
afterAll(() => server.close())

const to = (location: string) => `/to/${encodeURIComponent(location)}`

describe('redirects', () => {
  it('are followed by hand and all written down', async () => {
    const page = await gatherFrom(server, '/hops/2')
    expect(page.finalUrl).toBe(`${server.origin}/hops/0`)
    expect(page.askedUrl).toBe(`${server.origin}/hops/2`)
    expect(page.redirects).toEqual([
      { url: `${server.origin}/hops/2`, status: 302, location: '/hops/1' },
      { url: `${server.origin}/hops/1`, status: 302, location: '/hops/0' },
    ])
  })

  it('are followed ten times and not an eleventh', async () => {
    expect((await gatherFrom(server, '/hops/10')).redirects).toHaveLength(10)
    expect(await refusalOf(gatherFrom(server, '/hops/11'))).toBe(sentences.tooManyRedirects(10))
  })

  it.each(['/loop/a', '/itself', to('#part')])('in a circle are refused: %s', async (path) => {
    expect(await refusalOf(gatherFrom(server, path))).toBe(sentences.redirectLoop)
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'ftp://example.com/', 'http://[broken/'])(
    'lead to web addresses only, not to %s',
    async (location) => {
      expect(await refusalOf(gatherFrom(server, to(location)))).toBe(sentences.redirectElsewhere)
    },
  )

  it.each([
    ['http://127.0.0.1:1/', sentences.unreachable],
    ['http://[::ffff:a00:1]/', sentences.unreachable],
    ['http://2130706433/', sentences.unreachable],
    ['http://example.com:8080/', sentences.otherPort],
    ['http://user:secret@example.com/', sentences.redirectCredentials],
  ])('pass every rule again: %s', async (location, sentence) => {
    expect(await refusalOf(gatherFrom(server, to(location)))).toBe(sentence)
  })

  it('take a connection each', async () => {
    const before = server.connections()
    await gatherFrom(server, '/hops/2')
    expect(server.connections() - before).toBe(4)
  })

  it('read a Location in UTF-8 and drop its fragment', async () => {
    const page = await startFixedServer(
      Buffer.from(`HTTP/1.1 301 Moved\r\nLocation: ${server.origin}/hops/0?ü#x\r\n\r\n`),
    )
    const gathered = await gatherFrom(page, '/', { allowHosts: new Set([server.host, page.host]) })
    expect(gathered.finalUrl).toBe(`${server.origin}/hops/0?%C3%BC`)
    await page.close()
  })
})
