// @module-tag all
import { afterEach, describe, expect, it } from 'vitest'
import type { ProbeRequest } from '#analyser/probe.ts'
import { hostilePages } from '#testing/servers/hostile-pages.ts'
import { type HostileServer, startFixedServer, startRawServer } from '#testing/servers/hostile-server.ts'
import { probeFrom, startCountingServer, probeRequest } from '#testing/servers/page-fetcher.ts'
import { failures } from '../failures.ts'

let server: HostileServer
afterEach(async () => {
  await server.quiet()
  await server.close()
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

async function probeOf(from: HostileServer, more: Partial<ProbeRequest> = {}, limits = {}) {
  server = from
  const [probe] = await probeFrom(
    from.origin,
    [probeRequest('resource', `${from.origin}/a`, { read: 'start', ...more })],
    [from],
    { limits },
  )
  return probe
}
const respond = (head: string, body: string | Buffer = '') =>
  startFixedServer(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`), Buffer.from(body)]))

describe('an image with a wrong size', () => {
  it('that ends before its declared length fails', async () => {
    expect(await probeOf(await respond('Content-Length: 5000', png))).toMatchObject({
      outcome: 'failed',
      reason: failures.connection_closed.clause,
    })
  })

  it('that goes on after its declared length ends there', async () => {
    const probe = await probeOf(
      await respond(
        `Content-Length: ${png.length}\r\nContent-Type: image/png`,
        Buffer.concat([png, Buffer.alloc(1_000)]),
      ),
    )
    expect(probe).toMatchObject({ outcome: 'answered', wireBytes: png.length })
    expect(probe?.body).toEqual(new Uint8Array(png))
  })

  it('that declares terabytes has that size, and only its start is read', async () => {
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
    const probe = await probeOf(raw)
    expect(probe).toMatchObject({ outcome: 'answered', wireBytes: 999_999_999_999, truncated: true })
    expect(probe?.body).toHaveLength(65_536)
  })

  it('that declares an invalid length has no size', async () => {
    expect(
      await probeOf(await respond('Content-Length: 99999999999999999999', png), { read: 'nothing' }),
    ).toMatchObject({
      wireBytes: null,
    })
  })
})

it('a favicon that is HTML is returned unchanged for the analyser', async () => {
  const probe = await probeOf(await startCountingServer(), { purpose: 'favicon' })
  expect(probe).toMatchObject({ outcome: 'answered', status: 200 })
  expect(Buffer.from(probe?.body ?? []).toString()).toContain('<!doctype html>')
  expect(probe?.headers).toContainEqual(['content-type', 'text/html'])
})

it('a header of 30 KB is read, and one of 33 KB fails', async () => {
  const probe = await probeOf(await respond(`X-Long: ${'a'.repeat(30 * 1024)}`))
  expect(probe?.headers[0]?.[1]).toHaveLength(30 * 1024)
  await server.close()
  expect(await probeOf(await respond(`X-Long: ${'a'.repeat(33 * 1024)}`))).toMatchObject({
    outcome: 'failed',
    reason: failures.headers_too_large(32 * 1024).clause,
  })
})

it('a response that is not HTTP fails', async () => {
  expect(await probeOf(await startFixedServer('SSH-2.0-OpenSSH_9.7\r\n'))).toMatchObject({
    outcome: 'failed',
    reason: failures.invalid_response.clause,
  })
})

it('a slow response times out without affecting others', async () => {
  const counted = await startCountingServer((path, response, request) =>
    path === '/dripping' ? void hostilePages(request, response) : false,
  )
  server = counted
  const probes = await probeFrom(
    server.origin,
    ['/dripping', '/a', '/b'].map((path) => probeRequest('resource', server.origin + path, { read: 'all' })),
    [server],
    { limits: { probeMs: 60 } },
  )
  expect(probes.map(({ outcome }) => outcome)).toEqual(['failed', 'answered', 'answered'])
})

it('a slow sitemap has a longer time limit', async () => {
  const dripping = await startCountingServer(
    (_path, response, request) => void hostilePages(Object.assign(request, { url: '/dripping' }), response),
  )
  expect(await probeOf(dripping, { read: 'sitemap' }, { probeMs: 20, sitemapMs: 200 })).toMatchObject({
    outcome: 'failed',
    reason: failures.timeout(200).clause,
  })
})

it('a redirect to a private address is refused at every hop', async () => {
  const hops = await startCountingServer(
    (path, response) => void response.writeHead(302, { location: path === '/a' ? '/b' : 'http://192.168.0.1/' }).end(),
  )
  const probe = await probeOf(hops)
  expect(probe).toMatchObject({
    outcome: 'failed',
    reason: failures.unreachable.clause,
  })
  expect(probe?.redirects).toHaveLength(2)
})
