import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { rootCertificates, type SecureVersion, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Header } from '#analyser/fetched-page.ts'
import { type Certificate, makeCertificate } from '#testing/servers/certificate.ts'
import { startCountingServer } from '#testing/servers/page-fetcher.ts'
import { createConnections } from './connection/connections.ts'
import { identityFor } from './identity.ts'
import { tryIdentity } from './try-identity.ts'

const host = 'shop.example'
const hosts = [host]
const [authority, unknown] = [makeCertificate({ name: 'Test authority' }), makeCertificate({ name: 'Unknown' })]
beforeAll(() => setDefaultCACertificates([...rootCertificates, authority.cert]))
afterAll(() => setDefaultCACertificates([...rootCertificates]))

/** A certificate below 49 others. The server sends them all. */
function chainOf50(): Certificate {
  let chain: Certificate[] = [unknown]
  for (let at = 1; at < 49; at += 1)
    chain = [makeCertificate({ name: `Step ${at}`, issuer: chain[0] ?? unknown }), ...chain]
  const leaf = makeCertificate({ name: 'Shop', hosts, issuer: chain[0] ?? unknown })
  return { ...leaf, cert: [leaf, ...chain].map(({ cert }) => cert).join('') }
}

const day = 24 * 60 * 60 * 1000
const at = (days: number) => new Date(Date.now() + days * day)
const issued = (more: Partial<Parameters<typeof makeCertificate>[0]>) =>
  makeCertificate({ name: 'Shop', hosts, issuer: authority, ...more })

/** Certificates by the problem of each. The last two are sound, because nothing says here that they were revoked. */
const certificates: [string, (revocationUrl: string) => Certificate, RegExp | null][] = [
  ['an expired certificate', () => issued({ from: at(-90), to: at(-1) }), /CERT_HAS_EXPIRED/],
  ['a certificate that isn’t valid yet', () => issued({ from: at(1) }), /CERT_NOT_YET_VALID/],
  ['a self-signed certificate', () => makeCertificate({ name: 'Shop', hosts }), /SELF_SIGNED/],
  ['a certificate of an unknown authority', () => issued({ issuer: unknown }), /UNABLE_TO_(?:VERIFY|GET)/],
  ['a certificate of another name', () => issued({ hosts: ['other.example'] }), /ALTNAME/],
  ['a certificate with a weak key', () => issued({ hasWeakKey: true }), /UNSPECIFIED|EE_KEY_TOO_SMALL/],
  ['a chain of 50 certificates', chainOf50, /SELF_SIGNED_CERT_IN_CHAIN|CHAIN_TOO_LONG|UNABLE_TO/],
  [
    'an unknown certificate with URLs of revocations',
    (revocationUrl) => issued({ issuer: unknown, revocationUrl }),
    /UNABLE_TO/,
  ],
  ['a trusted certificate with URLs of revocations', (revocationUrl) => issued({ revocationUrl }), null],
  ['a trusted certificate', () => issued({}), null],
]

const ways = (['TLSv1.2', 'TLSv1.3'] as const).flatMap((version) =>
  [false, true].map((http2) => ({ version: version as SecureVersion, http2 })),
)

describe.each(ways)('an identity over $version, HTTP/2: $http2', ({ version, http2 }) => {
  it.each(certificates)('with %s', async (_, certificateFor, problem) => {
    // Asking there would tell others, and let a certificate choose what we connect to.
    let asked = 0
    const revocations = createServer((socket) => void ((asked += 1), socket.destroy()))
    await once(revocations.listen(0, '127.0.0.1'), 'listening')
    const certificate = certificateFor(`http://127.0.0.1:${(revocations.address() as AddressInfo).port}/`)
    const seen: (string | undefined)[] = []
    const server = await startCountingServer(
      (_path, response, request) => {
        seen.push(request.headers.cookie)
        response.writeHead(200, { 'content-type': 'text/html' }).end()
      },
      { certificate, http2, tls: { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } },
    )
    onTestFinished(async () => {
      revocations.close()
      await server.quiet()
      await server.close()
    })
    const url = new URL(`https://${host}/`)
    const real = createConnections().forSession()
    // The host is a public one for everything but the address rules, which would refuse a loopback server.
    const loopback = { port: server.port, allowed: true }
    const cookies: Header[] = [['session', 'abc']]
    const values = { userAgentSuffix: null, headers: [], basic: null, cookies, signature: false, hosts: [] }
    const { requests, failure } = await tryIdentity(url, {
      allowHosts: new Set(),
      identity: identityFor(url, values, null),
      lookup: async () => ['127.0.0.1'],
      connections: { ...real, take: (target, ...rest) => real.take({ ...target, ...loopback }, ...rest) },
    })
    expect(asked).toBe(0)
    if (problem === null) {
      expect([failure, requests[0]?.status, seen]).toEqual([null, 200, ['session=abc']])
      return
    }
    expect(failure).toMatchObject({ code: 'tls', sentence: expect.stringMatching(problem) as string })
    expect([requests[0]?.status, seen]).toEqual([null, []])
  })
})
