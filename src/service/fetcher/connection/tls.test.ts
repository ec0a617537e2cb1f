import { rootCertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate, type Certificate } from '#testing/servers/certificate.ts'
import { hostilePages } from '#testing/servers/hostile-pages.ts'
import {
  startFixedServer,
  startHostileServer,
  startRawServer,
  type HostileServer,
} from '#testing/servers/hostile-server.ts'
import { fetchPageAt, fetchFrom, probeFrom, probeRequest, refusalOf } from '#testing/servers/page-fetcher.ts'
import { failures } from '../failures.ts'

const authority = makeCertificate({ name: 'Test authority' })
const good = makeCertificate({ name: 'loopback', hosts: ['127.0.0.1', 'shop.example.com'], issuer: authority })
const expired = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2021-01-01T00:00:00Z') }

let server: HostileServer
beforeAll(() => setDefaultCACertificates([...rootCertificates, authority.cert]))
afterAll(() => setDefaultCACertificates([...rootCertificates]))
afterEach(async () => {
  await server.quiet()
  await server.close()
})

const tlsWith = async (certificate: Certificate) => {
  server = await startHostileServer(hostilePages, { certificate })
  return (await fetchFrom(server, '/page')).tls
}

describe('a page over TLS', () => {
  it('has the facts of its handshake', async () => {
    const tls = await tlsWith(good)
    expect(tls).toMatchObject({
      protocol: 'TLSv1.3',
      trusted: true,
      problem: null,
      subject: 'loopback',
      issuer: 'Test authority',
    })
    const days = (Date.parse(tls?.validTo ?? '') - Date.parse(tls?.validFrom ?? '')) / 86_400_000
    expect(days).toBeCloseTo(91, 1)
  })

  it('has its certificate checked against the host name, whatever the IP address', async () => {
    server = await startHostileServer(hostilePages, { certificate: good })
    const from = async (name: string) => {
      const url = new URL(`https://${name}:${server.port}/page`)
      const page = await fetchPageAt(url, { allowHosts: new Set([url.host]), lookup: async () => ['127.0.0.1'] })
      return page.tls?.problem
    }
    expect(await from('shop.example.com')).toBeNull()
    expect(await from('other.example.com')).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  })

  it('is requested with its host name in the handshake, and without a name for an IP address', async () => {
    const names: unknown[] = []
    server = await startHostileServer(
      (request, response) => {
        names.push((request.socket as TLSSocket & { servername: unknown }).servername)
        hostilePages(request, response)
      },
      { certificate: good },
    )
    const url = new URL(`https://shop.example.com:${server.port}/page`)
    await fetchPageAt(url, { allowHosts: new Set([url.host]), lookup: async () => ['127.0.0.1'] })
    await fetchFrom(server, '/page')
    expect(names).toEqual(['shop.example.com', 'shop.example.com', false, false])
  })

  it.each([
    ['self-signed', makeCertificate({ name: 'self', hosts: ['127.0.0.1'] }), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [
      'expired',
      makeCertificate({ name: 'old', hosts: ['127.0.0.1'], issuer: authority, ...expired }),
      'CERT_HAS_EXPIRED',
    ],
    [
      'misnamed',
      makeCertificate({ name: 'no', hosts: ['10.0.0.1'], issuer: authority }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
  ])('is fetched with a note when its certificate is %s', async (_case, certificate, problem) => {
    expect(await tlsWith(certificate)).toMatchObject({ trusted: false, problem, subject: certificate.name })
  })

  it('has the validity dates of an expired certificate', async () => {
    const tls = await tlsWith(makeCertificate({ name: 'old', hosts: ['127.0.0.1'], issuer: authority, ...expired }))
    expect([tls?.validFrom, tls?.validTo]).toEqual(['2020-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z'])
  })

  it('is refused when the server does not use TLS', async () => {
    server = await startFixedServer('HTTP/1.1 400 Bad Request\r\n\r\n')
    const secure = { ...server, origin: server.origin.replace('http:', 'https:') }
    expect(await refusalOf(fetchFrom(secure, '/'))).toBe('tls')
  })

  it.each(['end', 'destroy', 'resetAndDestroy'] as const)('is refused when the handshake ends by %s', async (cut) => {
    server = await startRawServer((socket) => {
      socket.once('data', () => socket[cut]())
    }, 'https')
    expect(await refusalOf(fetchFrom(server, '/'))).toBe('tls')
  })

  it('is refused when the handshake times out', async () => {
    server = await startRawServer((socket) => {
      socket.resume()
    }, 'https')
    expect(await refusalOf(fetchFrom(server, '/', { limits: { requestMs: 60 } }))).toBe('timeout')
  })
})

const loopback = makeCertificate({ name: 'loopback', hosts: ['127.0.0.1'] })
const withVersions = (minVersion: 'TLSv1' | 'TLSv1.2', maxVersion?: 'TLSv1' | 'TLSv1.1') =>
  startHostileServer(undefined, {
    certificate: loopback,
    tls: { minVersion, ...(maxVersion && { maxVersion }), ciphers: 'DEFAULT@SECLEVEL=0' },
  })

async function oldTlsProbe(from: HostileServer, url = from.origin, limits = {}) {
  server = from
  const [probe] = await probeFrom(from.origin, [probeRequest('old-tls', url, { read: 'handshake' })], [from], {
    limits,
  })
  return probe
}

describe('a probe for old TLS versions', () => {
  it.each(['TLSv1', 'TLSv1.1'] as const)('of a server that supports %s has that version', async (version) => {
    expect(await oldTlsProbe(await withVersions('TLSv1', version))).toMatchObject({
      outcome: 'answered',
      tlsVersion: version,
      reason: null,
      status: null,
      finalUrl: null,
    })
  })

  it('has the newest old version that both sides support', async () => {
    expect(await oldTlsProbe(await withVersions('TLSv1'))).toMatchObject({ outcome: 'answered', tlsVersion: 'TLSv1.1' })
  })

  it('of a server with only newer versions has no version', async () => {
    expect(await oldTlsProbe(await withVersions('TLSv1.2'))).toMatchObject({ outcome: 'answered', tlsVersion: null })
  })

  it.each(['end', 'destroy', 'resetAndDestroy'] as const)(
    'of a server that closes the connection by %s has no version',
    async (cut) => {
      expect(
        await oldTlsProbe(
          await startRawServer((socket) => {
            socket.once('data', () => socket[cut]())
          }, 'https'),
        ),
      ).toMatchObject({ outcome: 'answered', tlsVersion: null })
    },
  )

  it('fails without a connection or a response', async () => {
    const closed = await startFixedServer('')
    await closed.close()
    expect(await oldTlsProbe(closed, closed.origin.replace('http:', 'https:'))).toMatchObject({
      outcome: 'failed',
      reason: failures.unreachable.clause,
    })
    const silent = await startRawServer((socket) => {
      socket.resume()
    }, 'https')
    expect(await oldTlsProbe(silent, silent.origin, { probeMs: 60 })).toMatchObject({
      outcome: 'failed',
      reason: failures.timeout(100).clause,
    })
  })

  it('does not connect to a blocked address', async () => {
    server = await startRawServer((socket) => {
      socket.resume()
    }, 'https')
    const [probe] = await probeFrom(server.origin, [probeRequest('old-tls', server.origin, { read: 'handshake' })], [])
    expect(probe).toMatchObject({
      outcome: 'failed',
      reason: failures.unreachable.clause,
    })
    expect(server.connections()).toBe(0)
  })

  it('leaves no connection when the caller aborts', async () => {
    server = await startRawServer((socket) => {
      socket.once('data', () => controller.abort(new Error('aborted')))
    }, 'https')
    const controller = new AbortController()
    await expect(
      probeFrom(server.origin, [probeRequest('old-tls', server.origin, { read: 'handshake' })], [server], {
        signal: controller.signal,
      }),
    ).rejects.toThrow('aborted')
  })
})
