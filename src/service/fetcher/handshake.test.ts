import { afterEach, expect, it } from 'vitest'
import { makeCertificate } from '#testing/certificate.ts'
import { startFixedServer, startHostileServer, startRawServer, type HostileServer } from '#testing/hostile-server.ts'
import { probeBeside, wish } from '#testing/probing.ts'

let server: HostileServer
afterEach(async () => {
  await server.quiet()
  await server.close()
})

const certificate = makeCertificate({ name: 'loopback', hosts: ['127.0.0.1'] })
const withVersions = (minVersion: 'TLSv1' | 'TLSv1.2', maxVersion?: 'TLSv1' | 'TLSv1.1') =>
  startHostileServer(undefined, {
    certificate,
    tls: { minVersion, ...(maxVersion && { maxVersion }), ciphers: 'DEFAULT@SECLEVEL=0' },
  })

async function handshake(from: HostileServer, url = from.origin, limits = {}) {
  server = from
  const [probe] = await probeBeside(from.origin, [wish('old-tls', url, { read: 'handshake' })], [from], { limits })
  return probe
}

it.each(['TLSv1', 'TLSv1.1'] as const)('a server that still speaks %s says so', async (version) => {
  expect(await handshake(await withVersions('TLSv1', version))).toMatchObject({
    outcome: 'answered',
    tlsVersion: version,
    reason: null,
    status: null,
    finalUrl: null,
  })
})

it('the newest of the old versions is agreed on', async () => {
  expect(await handshake(await withVersions('TLSv1'))).toMatchObject({ outcome: 'answered', tlsVersion: 'TLSv1.1' })
})

it('a server that speaks newer versions alone refuses', async () => {
  expect(await handshake(await withVersions('TLSv1.2'))).toMatchObject({ outcome: 'answered', tlsVersion: null })
})

it.each(['end', 'destroy', 'resetAndDestroy'] as const)('closing the connection by %s is refusing too', async (cut) => {
  expect(
    await handshake(
      await startRawServer((socket) => {
        socket.once('data', () => socket[cut]())
      }, 'https'),
    ),
  ).toMatchObject({ outcome: 'answered', tlsVersion: null })
})

it('a connection that cannot be made tells nothing, nor does one where nobody answers', async () => {
  const closed = await startFixedServer('')
  await closed.close()
  expect(await handshake(closed, closed.origin.replace('http:', 'https:'))).toMatchObject({
    outcome: 'failed',
    reason: 'nothing answers there, or it may not be contacted from here',
  })
  const silent = await startRawServer((socket) => {
    socket.resume()
  }, 'https')
  expect(await handshake(silent, silent.origin, { probeMs: 60 })).toMatchObject({
    outcome: 'failed',
    reason: 'it was not complete after 0.1 seconds',
  })
})

it('a blocked address is not connected to', async () => {
  server = await startRawServer((socket) => {
    socket.resume()
  }, 'https')
  const [probe] = await probeBeside(server.origin, [wish('old-tls', server.origin, { read: 'handshake' })], [])
  expect(probe).toMatchObject({
    outcome: 'failed',
    reason: 'nothing answers there, or it may not be contacted from here',
  })
  expect(server.connections()).toBe(0)
})

it('a caller who gives up leaves no connection', async () => {
  server = await startRawServer((socket) => {
    socket.once('data', () => controller.abort(new Error('gave up')))
  }, 'https')
  const controller = new AbortController()
  await expect(
    probeBeside(server.origin, [wish('old-tls', server.origin, { read: 'handshake' })], [server], {
      signal: controller.signal,
    }),
  ).rejects.toThrow('gave up')
})
