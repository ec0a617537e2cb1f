import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { makeCertificate } from '#testing/servers/certificate.ts'

export type DistantSite = {
  /** `127.0.0.1:port` each. All are the same site, and a host of their own to the service. */
  hosts: string[]
  /** Requests so far, without TLS handshakes. */
  requests: () => number
  /** The most connections that one host has had open at once. */
  mostConnections: () => number
  close(): Promise<void>
}

type Options = { hosts: number; roundTripMs: number; serverMs: number; http2: boolean }

const text = (bytes: number) => 'Words about a garden table. '.repeat(Math.ceil(bytes / 28)).slice(0, bytes)
const times = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join('')

/** Names 20 URLs for probe requests. With those for every page, a report sends 27 probe requests. */
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A garden table of oak</title>
<meta name="description" content="${text(120)}"><meta name="viewport" content="width=device-width">
<meta property="og:image" content="/social.png"><link rel="icon" href="/icon.png">
${times(3, (i) => `<link rel="stylesheet" href="/style-${i}.css">`)}</head><body><h1>A garden table of oak</h1>
${times(8, (i) => `<p>${text(4_000)} <a href="/page-${i}">Page ${i}</a></p>`)}
${times(6, (i) => `<img src="/image-${i}.png" alt="A table" width="400" height="300">`)}
${times(3, (i) => `<script src="/script-${i}.js"></script>`)}</body></html>`

function contentOf(path: string): { type: string; body: string } | null {
  if (path === '/' || path.startsWith('/page-')) return { type: 'text/html; charset=utf-8', body: page }
  if (path === '/robots.txt') return { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' }
  if (path.endsWith('.css')) return { type: 'text/css', body: text(20_000) }
  if (path.endsWith('.js')) return { type: 'text/javascript', body: text(60_000) }
  if (path.endsWith('.png')) return { type: 'image/png', body: text(40_000) }
  return null
}

/** Starts a website over TLS on loopback behind proxies that add a latency. */
export async function startDistantSite({ hosts, roundTripMs, serverMs, http2 }: Options): Promise<DistantSite> {
  let requests = 0
  const respond: RequestListener = ({ url = '' }, response) => {
    requests += 1
    const content = contentOf(url)
    setTimeout(() => {
      if (content) response.writeHead(200, { 'content-type': content.type, 'content-length': content.body.length })
      else response.writeHead(404, { 'content-type': 'text/html' })
      response.end(content?.body ?? '<!doctype html><title>Not found</title>')
    }, serverMs)
  }
  const pair = makeCertificate({ name: 'loopback', hosts: ['127.0.0.1'] })
  // The compatibility API of http2 accepts the same listeners.
  const onHttp2 = respond as unknown as Parameters<typeof createSecureServer>[1]
  const server = http2 ? createSecureServer(pair, onHttp2) : createHttpsServer(pair, respond)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxies = await Promise.all(Array.from({ length: hosts }, () => startDelay(port, roundTripMs)))
  return {
    hosts: proxies.map((proxy) => proxy.host),
    requests: () => requests,
    mostConnections: () => Math.max(...proxies.map((proxy) => proxy.mostConnections())),
    async close() {
      for (const proxy of proxies) proxy.close()
      server.close()
    },
  }
}

/** Starts a TCP proxy on loopback. Bytes take half a round trip, and opening a connection takes a whole one. */
async function startDelay(target: number, roundTripMs: number) {
  const open = new Set<Socket>()
  let most = 0
  const proxy: Server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    open.add(client)
    most = Math.max(most, open.size)
    client.on('close', () => open.delete(client))
    // The system accepts connections on loopback at once, so the first bytes wait for the handshake of TCP instead.
    const connectedAt = performance.now() + roundTripMs
    delay(client, upstream, () => Math.max(0, connectedAt - performance.now()) + roundTripMs / 2)
    delay(upstream, client, () => roundTripMs / 2)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    host: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    mostConnections: () => most,
    close() {
      proxy.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function delay(from: Socket, to: Socket, ms: () => number) {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), ms()))
  from.on('end', () => setTimeout(() => to.end(), ms()))
  from.on('error', () => {})
  from.on('close', (hadError) => setTimeout(() => hadError && to.destroy(), ms()))
}
