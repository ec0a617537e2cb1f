import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '#testing/servers/certificate.ts'
import { app, appMissing, inn, innMissing } from './inn-and-app.ts'
import { replyFrom, type Hosts } from './responses.ts'
import { shop } from './shop.ts'

/**
 * Three websites on loopback with deliberate strengths and faults: `shop` over HTTP/2 with a certificate issued by the
 * authority in `authorityFile`, `plain` without encryption, and `stale` over HTTP/1.1 with an expired certificate.
 */
export type TestWebsites = Hosts & { allowHosts: string[]; authorityFile: string; close(): Promise<void> }

const day = 24 * 60 * 60 * 1000

export async function startTestWebsites(): Promise<TestWebsites> {
  const folder = await mkdtemp(join(tmpdir(), 'seo reports site '))
  const authorityFile = join(folder, 'authority.pem')
  const issuer = makeCertificate({ name: 'Browser tests' })
  await writeFile(authorityFile, issuer.cert)
  const sound = makeCertificate({ name: 'localhost', hosts: ['localhost'], issuer })
  const expired = makeCertificate({
    name: 'localhost',
    hosts: ['localhost'],
    issuer,
    from: new Date(Date.now() - 100 * day),
    to: new Date(Date.now() - 10 * day),
  })

  const hosts: Hosts = { shop: '', plain: '', stale: '' }
  const once = <T>(make: () => T) => {
    let made: T | undefined
    return () => (made ??= make())
  }
  const notFound = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Nothing here.' }
  const servers: [name: keyof Hosts, scheme: string, server: Server][] = [
    [
      'shop',
      'https',
      createSecureServer(
        { key: sound.key, cert: sound.cert, allowHTTP1: true },
        replyFrom(
          once(() => shop(hosts)),
          notFound,
        ),
      ),
    ],
    [
      'plain',
      'http',
      createServer(
        replyFrom(
          once(() => inn(hosts)),
          innMissing,
        ),
      ),
    ],
    // TLS 1.0 needs hash functions that OpenSSL's default security level disables.
    [
      'stale',
      'https',
      createTlsServer(
        { key: expired.key, cert: expired.cert, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
        replyFrom(() => app, appMissing),
      ),
    ],
  ]
  const sockets = new Set<Socket>()
  for (const [name, scheme, server] of servers) {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    hosts[name] = `${scheme}://localhost:${(server.address() as AddressInfo).port}`
  }
  return {
    ...hosts,
    allowHosts: Object.values(hosts).map((origin) => new URL(origin).host),
    authorityFile,
    async close() {
      const closed = servers.map(([, , server]) => new Promise<void>((resolve) => server.close(() => resolve())))
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
