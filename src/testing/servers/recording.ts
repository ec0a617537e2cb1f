import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createSecureServer as createHttp2Server } from 'node:http2'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Certificate, makeCertificate } from './certificate.ts'

export type RecordedRequest = { method: string; path: string; headers: IncomingHttpHeaders }
export type RecordingHost = {
  /** `127.0.0.1:PORT` */
  host: string
  url: string
  requests: RecordedRequest[]
  /** Returns the header values with which a path was requested, `-` where one was missing. */
  received(path: string, header: string): string[]
}

let certificate: Certificate | undefined

/** Serves pages on loopback until the running test ends, and keeps the requests. Other paths return 404. */
export async function recordRequests(
  protocol: 'http' | 'https' | 'h2',
  pages: Record<string, string | RequestListener>,
): Promise<RecordingHost> {
  const requests: RecordedRequest[] = []
  const listener: RequestListener = (request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, path: url, headers })
    const page = pages[url] ?? pages['*']
    if (typeof page === 'function') return page(request, response)
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page ?? '')
  }
  const pair = (certificate ??= makeCertificate({ name: 'Loopback', hosts: ['127.0.0.1'] }))
  const create = { http: createServer, https: () => createSecureServer(pair), h2: () => createHttp2Server(pair) }
  // The compatibility API of http2 accepts the same listeners.
  const server: Server = create[protocol]().on('request', listener)
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const received = (path: string, header: string) =>
    requests.filter((request) => request.path === path).map(({ headers }) => headers[header]?.toString() ?? '-')
  return { host, url: `${protocol === 'http' ? 'http' : 'https'}://${host}`, requests, received }
}

export const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { Location: location }).end()
