import { createServer, type RequestListener } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type SecureContextOptions } from 'node:tls'
import type { Certificate } from './certificate.ts'
import { hostilePages } from './hostile-pages.ts'

export type HostileServer = {
  /** `127.0.0.1:port`, in the form of an allow-list entry. */
  host: string
  port: number
  origin: string
  /** Resolves once no connection is open. With a leaked connection, the test times out. */
  quiet: () => Promise<void>
  connections: () => number
  /** Returns the highest number of open connections so far. */
  mostOpen: () => number
  close: () => Promise<void>
}

type Options = { certificate?: Certificate; http2?: boolean; tls?: SecureContextOptions }

/** Starts a web server on loopback that misbehaves by path (see `hostile-pages.ts`), or runs the given listener. */
export function startHostileServer(listener: RequestListener = hostilePages, options: Options = {}) {
  const { certificate, http2 = false, tls } = options
  if (!certificate) return listen(createServer(listener), 'http')
  const pair = { key: certificate.key, cert: certificate.cert, ...tls }
  // The compatibility API of http2 accepts the same listeners.
  const onHttp2 = listener as unknown as Parameters<typeof createSecureServer>[1]
  const server = http2 ? createSecureServer(pair, onHttp2) : createHttpsServer(pair, listener)
  return listen(server as unknown as Server, 'https')
}

/** Starts a server that passes its raw sockets to the caller; with a certificate, after a TLS handshake for HTTP/2. */
export function startRawServer(
  onSocket: (socket: Socket) => void,
  protocol: 'http' | 'https' = 'http',
  http2Certificate?: Certificate,
) {
  if (!http2Certificate) return listen(createTcpServer(onSocket), protocol)
  const { key, cert } = http2Certificate
  return listen(createTlsServer({ key, cert, ALPNProtocols: ['h2'] }, onSocket), protocol)
}

/** Starts a server that sends the same bytes to every request and closes. */
export function startFixedServer(bytes: string | Buffer) {
  return startRawServer((socket) => {
    socket.once('data', () => socket.end(bytes))
  })
}

async function listen(server: Server, protocol: string): Promise<HostileServer> {
  const open = new Set<Socket>()
  const waiting = new Set<() => void>()
  let seen = 0
  let most = 0
  server.on('connection', (socket: Socket) => {
    seen += 1
    open.add(socket)
    most = Math.max(most, open.size)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      if (open.size > 0) return
      for (const done of waiting) done()
      waiting.clear()
    })
  })
  server.on('sessionError', () => {})
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    port,
    origin: `${protocol}://127.0.0.1:${port}`,
    connections: () => seen,
    mostOpen: () => most,
    quiet: () =>
      new Promise((resolve) => {
        if (open.size === 0) resolve()
        else waiting.add(resolve)
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
