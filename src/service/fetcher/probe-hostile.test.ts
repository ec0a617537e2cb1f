import { afterEach, describe, expect, it } from 'vitest'
import type { ProbeRequest } from '#analyser/crawl.ts'
import { hostilePages } from '#testing/hostile-pages.ts'
import { type HostileServer, startFixedServer, startRawServer } from '#testing/hostile-server.ts'
import { probeBeside, startCountedServer, wish } from '#testing/probing.ts'

let server: HostileServer
afterEach(async () => {
  await server.quiet()
  await server.close()
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

async function ask(from: HostileServer, more: Partial<ProbeRequest> = {}, limits = {}) {
  server = from
  const [probe] = await probeBeside(
    from.origin,
    [wish('resource', `${from.origin}/a`, { read: 'start', ...more })],
    [from],
    { limits },
  )
  return probe
}
const answer = (head: string, body: string | Buffer = '') =>
  startFixedServer(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`), Buffer.from(body)]))

describe('an image that lies about its size', () => {
  it('and is shorter than it says broke off', async () => {
    expect(await ask(await answer('Content-Length: 5000', png))).toMatchObject({
      outcome: 'failed',
      reason: 'its server closed the connection before the page was complete',
    })
  })

  it('and is longer than it says ends where it says', async () => {
    const probe = await ask(
      await answer(
        `Content-Length: ${png.length}\r\nContent-Type: image/png`,
        Buffer.concat([png, Buffer.alloc(1_000)]),
      ),
    )
    expect(probe).toMatchObject({ outcome: 'answered', wireBytes: png.length })
    expect(probe?.body).toEqual(new Uint8Array(png))
  })

  it('and promises terabytes has the size it promises, and no more is read than its start', async () => {
    const raw = await startRawServer((socket) => {
      socket.once('data', () =>
        socket.write(
          Buffer.concat([
            Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n'),
            Buffer.alloc(200_000),
          ]),
        ),
      )
    })
    const probe = await ask(raw)
    expect(probe).toMatchObject({ outcome: 'answered', wireBytes: 999_999_999_999, truncated: true })
    expect(probe?.body).toHaveLength(65_536)
  })

  it('in no way that can be meant has none', async () => {
    expect(await ask(await answer('Content-Length: 99999999999999999999', png), { read: 'nothing' })).toMatchObject({
      wireBytes: null,
    })
  })
})

it('a favicon that is HTML is handed back as it is, for the analyser to judge', async () => {
  const probe = await ask(await startCountedServer(), { purpose: 'favicon' })
  expect(probe).toMatchObject({ outcome: 'answered', status: 200 })
  expect(Buffer.from(probe?.body ?? []).toString()).toContain('<!doctype html>')
  expect(probe?.headers).toContainEqual(['content-type', 'text/html'])
})

it('a header line of 30 KB is read, and one of 33 KB named', async () => {
  const probe = await ask(await answer(`X-Long: ${'a'.repeat(30 * 1024)}`))
  expect(probe?.headers[0]?.[1]).toHaveLength(30 * 1024)
  await server.close()
  expect(await ask(await answer(`X-Long: ${'a'.repeat(33 * 1024)}`))).toMatchObject({
    outcome: 'failed',
    reason: 'the headers of its answer are larger than 32 KB',
  })
})

it('what is not HTTP is named', async () => {
  expect(await ask(await startFixedServer('SSH-2.0-OpenSSH_9.7\r\n'))).toMatchObject({
    outcome: 'failed',
    reason: 'its server does not answer in valid HTTP',
  })
})

it('answers that drip cost their share of the time and not more, each by itself', async () => {
  const counted = await startCountedServer((path, response, request) =>
    path === '/dripping' ? void hostilePages(request, response) : false,
  )
  server = counted
  const probes = await probeBeside(
    server.origin,
    ['/dripping', '/a', '/b'].map((path) => wish('resource', server.origin + path, { read: 'all' })),
    [server],
    { limits: { probeMs: 60 } },
  )
  expect(probes.map(({ outcome }) => outcome)).toEqual(['failed', 'answered', 'answered'])
})

it('a sitemap that drips has a longer share', async () => {
  const dripping = await startCountedServer(
    (_path, response, request) => void hostilePages(Object.assign(request, { url: '/dripping' }), response),
  )
  expect(await ask(dripping, { read: 'sitemap' }, { probeMs: 20, sitemapMs: 200 })).toMatchObject({
    outcome: 'failed',
    reason: 'it was not complete after 0.2 seconds',
  })
})

it('a redirect into a private address is refused at every step of the way', async () => {
  const hops = await startCountedServer(
    (path, response) => void response.writeHead(302, { location: path === '/a' ? '/b' : 'http://192.168.0.1/' }).end(),
  )
  const probe = await ask(hops)
  expect(probe).toMatchObject({
    outcome: 'failed',
    reason: 'nothing answers there, or it may not be contacted from here',
  })
  expect(probe?.redirects).toHaveLength(2)
})
