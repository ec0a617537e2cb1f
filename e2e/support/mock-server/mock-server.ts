import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileAt, webFiles, type WebFiles } from '../web-files.ts'
import { performOperation } from './operations.ts'
import { sampleData, type StoredReport, type StoredWebsite } from './stored-data.ts'
import { type ApiVariant, plain, type Reply } from './variant.ts'

/** A mock third-party server: the eight operations of the specification, in an API variant, with faults on demand. */
export type MockServer = {
  origin: string
  /** The only accepted key. A test may change it to have the old one rejected. */
  key: string
  /** Live data: responses reflect every change a test makes to these arrays. */
  reports: StoredReport[]
  websites: StoredWebsite[]
  /** All API requests received so far, unprocessed. `path` leaves out `/api/v1`. */
  requests: { method: string; path: string; search: string; headers: IncomingHttpHeaders; body: string }[]
  /** This server's own copy of the dashboard's files by path. Remove or replace entries to simulate a deployment. */
  files: WebFiles
  /**
   * Handles the next `times` matching requests (default: all) with `reaction`. The rule added last wins. Returns a
   * function that ends the rule.
   */
  on(method: string, path: string | RegExp, reaction: Reaction, times?: number): () => void
  close(): Promise<void>
}

export type Exchange = {
  request: IncomingMessage
  body: string
  response: ServerResponse
  /** Performs the operation and returns the reply without sending it. */
  perform: () => Reply
  /** Performs the operation and sends the reply, as if there were no rule. */
  respond: () => void
}
export type Reaction = (exchange: Exchange) => void | Promise<void>

export type MockServerOptions = {
  variant?: ApiVariant
  reports?: number
  /** Allows cross-origin requests. */
  cors?: boolean
}

/** Starts the server on a free loopback port, with generated reports of twelve websites. */
export async function startMockServer({ variant = plain, reports = 60, cors = false }: MockServerOptions = {}) {
  const rules: { method: string; path: string | RegExp; reaction: Reaction; left: number }[] = []
  const http = createServer(
    (request, response) => void handle(request, response).catch((error: unknown) => response.destroy(error as Error)),
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const server: MockServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    key: 'a-key-of-the-mock-server',
    ...sampleData(reports, 12),
    requests: [],
    files: await webFiles(),
    on(method, path, reaction, times = Number.POSITIVE_INFINITY) {
      const rule = { method, path, reaction, left: times }
      rules.unshift(rule)
      return () => void (rule.left = 0)
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    // One connection per request: browsers repeat a request automatically, even a POST, when a kept-alive connection
    // breaks before the response.
    response.shouldKeepAlive = false
    const { pathname, search, searchParams: params } = new URL(request.url ?? '/', server.origin)
    const { method = 'GET' } = request
    if (!/^\/api\/v1(\/|$)/.test(pathname)) {
      const isCacheable = pathname.startsWith('/assets/') && server.files.has(pathname)
      const { type, body } = fileAt(server.files, pathname)
      const headers = { 'content-type': type, 'cache-control': isCacheable ? 'max-age=3600' : 'no-cache' }
      return void response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
    }
    if (cors) response.setHeader('access-control-allow-origin', '*')
    if (cors && method === 'OPTIONS') {
      const name = 'access-control-allow-headers'
      const methods = { 'access-control-allow-methods': 'GET, POST, PUT, DELETE' }
      return void response.writeHead(204, { ...methods, [name]: 'authorization, content-type, accept' }).end()
    }

    const path = pathname.slice('/api/v1'.length)
    const body = await text(request)
    server.requests.push({ method, path, search, headers: request.headers, body })
    const { key, origin } = server
    const perform = () => performOperation({ variant, stored: server, key, origin, request, path, params, body })
    const respond = () => send(response, perform())
    const matches = (wanted: string | RegExp) => (typeof wanted === 'string' ? wanted === path : wanted.test(path))
    const rule = rules.find((one) => one.left > 0 && one.method === method && matches(one.path))
    if (!rule) return respond()
    rule.left -= 1
    return rule.reaction({ request, body, response, perform, respond })
  }

  return server
}

export function send(response: ServerResponse, { status, body, text: raw, headers = {} }: Reply) {
  const payload = raw ?? (body === undefined ? '' : JSON.stringify(body))
  const type = payload && { 'content-type': 'application/json' }
  response.writeHead(status, { ...type, 'content-length': Buffer.byteLength(payload), ...headers }).end(payload)
}
