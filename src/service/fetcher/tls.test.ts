import { rootCertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate, type Certificate } from '#testing/certificate.ts'
import { gatherFrom, refusalOf } from '#testing/gathering.ts'
import { hostilePages } from '#testing/hostile-pages.ts'
import { startFixedServer, startHostileServer, startRawServer, type HostileServer } from '#testing/hostile-server.ts'
import { gather } from './gather.ts'
import { sentences } from './sentences.ts'

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
  return (await gatherFrom(server, '/page')).tls
}

describe('a page over TLS', () => {
  it('comes with the facts of the handshake', async () => {
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

  it('is checked against the name that was asked for, whatever the address', async () => {
    server = await startHostileServer(hostilePages, { certificate: good })
    const from = async (name: string) => {
      const url = new URL(`https://${name}:${server.port}/page`)
      const page = await gather(url, { allowHosts: new Set([url.host]), lookup: async () => ['127.0.0.1'] })
      return page.tls?.problem
    }
    expect(await from('shop.example.com')).toBeNull()
    expect(await from('other.example.com')).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  })

  it('is asked for by its name in the handshake, and by no name at an address', async () => {
    const names: unknown[] = []
    server = await startHostileServer(
      (request, response) => {
        names.push((request.socket as TLSSocket & { servername: unknown }).servername)
        hostilePages(request, response)
      },
      { certificate: good },
    )
    const url = new URL(`https://shop.example.com:${server.port}/page`)
    await gather(url, { allowHosts: new Set([url.host]), lookup: async () => ['127.0.0.1'] })
    await gatherFrom(server, '/page')
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
  ])('is read all the same when its certificate is %s, which is noted', async (_case, certificate, problem) => {
    expect(await tlsWith(certificate)).toMatchObject({ trusted: false, problem, subject: certificate.name })
  })

  it('says when an expired certificate was good', async () => {
    const tls = await tlsWith(makeCertificate({ name: 'old', hosts: ['127.0.0.1'], issuer: authority, ...expired }))
    expect([tls?.validFrom, tls?.validTo]).toEqual(['2020-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z'])
  })

  it('is refused when the server answers without TLS', async () => {
    server = await startFixedServer('HTTP/1.1 400 Bad Request\r\n\r\n')
    const secure = { ...server, origin: server.origin.replace('http:', 'https:') }
    expect(await refusalOf(gatherFrom(secure, '/'))).toBe(sentences.noSecureConnection)
  })

  it.each(['end', 'destroy', 'resetAndDestroy'] as const)('is refused when the handshake is cut by %s', async (cut) => {
    server = await startRawServer((socket) => {
      socket.once('data', () => socket[cut]())
    }, 'https')
    expect(await refusalOf(gatherFrom(server, '/'))).toBe(sentences.noSecureConnection)
  })

  it('is refused in time when the handshake stalls', async () => {
    server = await startRawServer((socket) => {
      socket.resume()
    }, 'https')
    expect(await refusalOf(gatherFrom(server, '/', { limits: { requestMs: 60 } }))).toBe(sentences.tookTooLong(60))
  })
})
