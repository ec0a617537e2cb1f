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
   * Handles the next `times` matching requests (default: all) with `reaction`. The rule added last wins.
   * Returns a function that ends the rule.
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
  respond: () => Promise<void>
}
export type Reaction = (exchange: Exchange) => void | Promise<void>

export type MockServerOptions = {
  variant?: ApiVariant
  reports?: number
  websites?: number
  /** Allows cross-origin requests. */
  cors?: boolean
}

/** Starts the server on a free loopback port, with generated websites and reports. */
export async function startMockServer({
  variant = plain,
  reports = 60,
  websites = 12,
  cors = false,
}: MockServerOptions = {}): Promise<MockServer> {
  const rules: { method: string; path: string | RegExp; reaction: Reaction; left: number }[] = []
  const http = createServer(
    (request, response) => void handle(request, response).catch((error: unknown) => response.destroy(error as Error)),
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))

  const server: MockServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    key: 'a-key-of-the-mock-server',
    ...sampleData(reports, websites),
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
    // One connection per request: browsers repeat a request by themselves, even a POST, when a kept-alive connection
    // breaks before the response.
    response.shouldKeepAlive = false
    const { pathname, search, searchParams } = new URL(request.url ?? '/', server.origin)
    const { method = 'GET' } = request
    const path = /^\/api\/v1(\/.*)?$/.exec(pathname) && pathname.slice('/api/v1'.length)
    if (path === null) {
      const isCacheable = pathname.startsWith('/assets/') && server.files.has(pathname)
      return sendFile(response, fileAt(server.files, pathname), isCacheable)
    }
    if (cors) response.setHeader('access-control-allow-origin', '*')
    if (cors && method === 'OPTIONS') {
      response
        .writeHead(204, {
          'access-control-allow-methods': 'GET, POST, PUT, DELETE',
          'access-control-allow-headers': 'authorization, content-type, accept',
        })
        .end()
      return
    }

    const body = await text(request)
    server.requests.push({ method, path, search, headers: request.headers, body })
    const context = { variant, stored: server, key: () => server.key, origin: () => server.origin }
    const perform = () => performOperation(context, { request, path, params: searchParams, body })
    const respond = async () => send(response, perform())
    const rule = rules.find(
      (one) =>
        one.left > 0 &&
        one.method === method &&
        (typeof one.path === 'string' ? one.path === path : one.path.test(path)),
    )
    if (rule) rule.left -= 1
    return rule ? rule.reaction({ request, body, response, perform, respond }) : respond()
  }

  return server
}

export function send(response: ServerResponse, { status, body, text: raw, headers = {} }: Reply) {
  const payload = raw ?? (body === undefined ? '' : JSON.stringify(body))
  response
    .writeHead(status, {
      ...(payload && { 'content-type': 'application/json' }),
      'content-length': Buffer.byteLength(payload),
      ...headers,
    })
    .end(payload)
}

function sendFile(response: ServerResponse, { type, body }: ReturnType<typeof fileAt>, isCacheable: boolean) {
  response
    .writeHead(200, {
      'content-type': type,
      'content-length': body.length,
      'cache-control': isCacheable ? 'max-age=3600' : 'no-cache',
    })
    .end(body)
}
