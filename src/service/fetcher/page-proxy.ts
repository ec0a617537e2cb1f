import { createServer, type IncomingMessage, request as startRequest, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { dial } from './connection/dial.ts'
import { addressesOf, type Lookup } from './connection/lookup.ts'
import { noHosts, readTarget, type Target } from './connection/target.ts'
import { PageRefused } from './failures.ts'
import type { FetchLimits } from './limits.ts'
import { orAborted } from './timing.ts'

export type ProxyLimits = {
  /** Of all connections together, in both directions. */
  bytes: number
  /** Connections at once, and in all. */
  openConnections: number
  connections: number
}

/** A host that the proxy didn't connect to. */
export type RefusedHost = { host: string; code: PageRefused['code'] | 'limit' }

export type PageProxy = {
  /** `http://127.0.0.1:PORT` */
  url: string
  refused: RefusedHost[]
  bytes(): number
  isOverLimit(): boolean
  /** Applies the address rules to every host from now on, because the page has left the allowed one. */
  leaveAllowedHosts(): void
  close(): Promise<void>
}

type Options = {
  allowHosts: ReadonlySet<string>
  /**
   * Tunnels to allowed hosts. A page over http uses them for WebSockets alone, which frames of other hosts can read.
   */
  tunnelsToAllowed: boolean
  lookup: Lookup
  limits: FetchLimits & ProxyLimits
  /** Bytes of the same page that came another way, and count too. */
  bytesBeside?: () => number
}

const maxRefused = 100
const headerBytes = 64 * 1024
/** Headers of one connection, which a proxy doesn't pass on (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Listens on loopback and passes on everything that the browser sends for one page. Each connection looks its host up
 * once, applies the address rules of the fetcher to all addresses, and dials a checked one. So a name that changes its
 * address leads nowhere. HTTPS and WebSockets come as tunnels, of which the proxy sees host, port and bytes.
 */
export async function startPageProxy({
  allowHosts,
  tunnelsToAllowed,
  lookup,
  limits,
  bytesBeside = () => 0,
}: Options): Promise<PageProxy> {
  const end = new AbortController()
  const sockets = new Set<Duplex>()
  const refused: RefusedHost[] = []
  let allowed = allowHosts
  let bytes = 0
  let connections = 0
  let open = 0

  const isOverLimit = () => bytes + bytesBeside() > limits.bytes || connections > limits.connections
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes + bytesBeside() > limits.bytes) for (const socket of sockets) socket.destroy()
  }
  const track = <T extends Duplex>(socket: T): T => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const refuse = (host: string, code: RefusedHost['code']) => {
    if (refused.length < maxRefused) refused.push({ host, code })
  }

  /** Opens a connection to a checked address, or records why not and returns null. */
  async function connect(
    url: URL | null,
    hosts: ReadonlySet<string>,
  ): Promise<{ socket: Socket; target: Target } | null> {
    if (!url) return null
    connections += 1
    if (isOverLimit() || open >= limits.openConnections) {
      refuse(url.host, 'limit')
      return null
    }
    open += 1
    try {
      const target = readTarget(url, hosts)
      const addresses = await addressesOf(target, lookup, limits, end.signal)
      const socket = track(await dial(target, addresses, limits, end.signal))
      socket.on('data', count)
      socket.once('close', () => (open -= 1))
      if (!isOverLimit()) return { socket, target }
      socket.destroy()
      return null
    } catch (error) {
      open -= 1
      if (!(error instanceof PageRefused) && !end.signal.aborted) throw error
      if (error instanceof PageRefused) refuse(url.host, error.code)
      return null
    }
  }

  async function tunnel({ url: authority = '' }: IncomingMessage, client: Duplex, head: Buffer) {
    // Only the host and port of a tunnel are known. `https` makes its own port the usual one, 443.
    const url = /^[^/?#@\\]+:\d{1,5}$/.test(authority) ? URL.parse(`https://${authority}`) : null
    const connection = await connect(url, tunnelsToAllowed ? allowed : noHosts)
    if (!connection) return client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')
    const { socket } = connection
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    client.on('data', count)
    socket.write(head)
    count(head)
    client.pipe(socket)
    socket.pipe(client)
    client.once('close', () => socket.destroy())
    socket.once('close', () => client.destroy())
    return undefined
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse) {
    const url = URL.parse(incoming.url ?? '')
    const connection = await connect(url?.protocol === 'http:' ? url : null, allowed)
    // Not a 502, which would look like the response of the host.
    if (!connection || !url) return void response.destroy()
    const { socket, target } = connection
    const outgoing = startRequest({
      createConnection: () => socket,
      method: incoming.method,
      path: url.pathname + url.search,
      setDefaultHeaders: false,
      insecureHTTPParser: true,
      maxHeaderSize: headerBytes,
      headers: [...withoutHopByHop(incoming.rawHeaders, 'host'), 'Host', target.url.host, 'Connection', 'close'],
    })
    incoming.on('data', count)
    incoming.pipe(outgoing)
    outgoing.on('response', (received) => {
      // The parser accepts more than `writeHead` does.
      try {
        response.writeHead(received.statusCode ?? 502, withoutHopByHop(received.rawHeaders))
      } catch {
        return void response.destroy()
      }
      received.on('error', () => response.destroy())
      // A response that ends early must not look complete.
      received.once('close', () => received.complete || response.destroy())
      received.pipe(response)
      return undefined
    })
    outgoing.on('error', () => response.destroy())
    response.once('close', () => socket.destroy())
    return undefined
  }

  const server = createServer({ maxHeaderSize: headerBytes, insecureHTTPParser: true }, (incoming, response) => {
    forward(incoming, response).catch(() => response.destroy())
  })
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnel(incoming, client, head).catch(() => client.destroy())
  })
  server.on('upgrade', (_incoming: IncomingMessage, client: Duplex) => client.destroy())
  server.on('connection', (socket) => void track(socket))
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    refused,
    bytes: () => bytes,
    isOverLimit,
    leaveAllowedHosts: () => (allowed = noHosts),
    async close() {
      end.abort(new Error('The page is closed.'))
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await orAborted(closed, AbortSignal.timeout(1_000)).catch(() => {})
    },
  }
}

/** @param also a header that is left out too, in lower case */
function withoutHopByHop(rawHeaders: string[], also = ''): string[] {
  const named = rawHeaders.flatMap((value, index) =>
    index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'connection'
      ? value.split(',').map((name) => name.trim().toLowerCase())
      : [],
  )
  const left = new Set([...hopByHop, ...named, also])
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !left.has(name.toLowerCase()) ? [name, rawHeaders[index + 1] ?? ''] : [],
  )
}
