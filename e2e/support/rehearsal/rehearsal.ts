import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Dialect, plain, type Reply } from './dialect.ts'
import { operate } from './operations.ts'
import { madeUp, type StoredReport, type StoredWebsite } from './stored.ts'
import { fileAt, webFiles, type WebFiles } from './web-files.ts'

/** A server of the specification's eight operations and nothing else, that speaks a dialect and fails when told. */
export type Rehearsal = {
  origin: string
  /** The only key that is accepted; a test may change it, and whoever has the old one is then refused. */
  key: string
  /** Live: what a test does to them is what is answered from then on. */
  reports: StoredReport[]
  websites: StoredWebsite[]
  /** Every request to the API so far, as it came; `path` without `/api/v1`. */
  asked: { method: string; path: string; search: string; headers: IncomingHttpHeaders; body: string }[]
  /** The dashboard's files by path, this server's own: taking one away is what a deployment does. */
  files: WebFiles
  /** From now on `times` requests that match (all, unless said) are answered by `act`, what was told last first. Gives the way to end it. */
  on(method: string, path: string | RegExp, act: Act, times?: number): () => void
  close(): Promise<void>
}

export type Exchange = {
  request: IncomingMessage
  body: string
  response: ServerResponse
  /** Does what was asked and gives the answer without sending it. */
  work: () => Reply
  /** Does what was asked and answers it, as without the act. */
  goOn: () => Promise<void>
}
export type Act = (exchange: Exchange) => void | Promise<void>

export type RehearsalOptions = {
  dialect?: Dialect
  reports?: number
  websites?: number
  /** Lets pages of other origins in. */
  cors?: boolean
}

/** Starts it on a free loopback port, with `reports` made-up reports of `websites` websites. */
export async function startRehearsal({
  dialect = plain,
  reports = 60,
  websites = 12,
  cors = false,
}: RehearsalOptions = {}): Promise<Rehearsal> {
  const told: { method: string; path: string | RegExp; act: Act; left: number }[] = []
  const server = createServer(
    (request, response) => void answer(request, response).catch((error: unknown) => response.destroy(error as Error)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const rehearsal: Rehearsal = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'a-key-of-the-rehearsal',
    ...madeUp(reports, websites),
    asked: [],
    files: await webFiles(),
    on(method, path, act, times = Number.POSITIVE_INFINITY) {
      const one = { method, path, act, left: times }
      told.unshift(one)
      return () => void (one.left = 0)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    // What a kept connection loses before any answer a browser sends again by itself, POST and all: each request has its own.
    response.shouldKeepAlive = false
    const { pathname, search, searchParams } = new URL(request.url ?? '/', rehearsal.origin)
    const { method = 'GET' } = request
    const path = /^\/api\/v1(\/.*)?$/.exec(pathname) && pathname.slice('/api/v1'.length)
    if (path === null)
      return sendFile(
        response,
        fileAt(rehearsal.files, pathname),
        pathname.startsWith('/assets/') && rehearsal.files.has(pathname),
      )
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
    rehearsal.asked.push({ method, path, search, headers: request.headers, body })
    const served = { dialect, stored: rehearsal, key: () => rehearsal.key, origin: () => rehearsal.origin }
    const work = () => operate(served, { request, path, params: searchParams, body })
    const goOn = async () => send(response, work())
    const one = told.find(
      (rule) =>
        rule.left > 0 &&
        rule.method === method &&
        (typeof rule.path === 'string' ? rule.path === path : rule.path.test(path)),
    )
    if (one) one.left -= 1
    return one ? one.act({ request, body, response, work, goOn }) : goOn()
  }

  return rehearsal
}

export function send(response: ServerResponse, { status, body, text: said, headers = {} }: Reply) {
  const payload = said ?? (body === undefined ? '' : JSON.stringify(body))
  response
    .writeHead(status, {
      ...(payload && { 'content-type': 'application/json' }),
      'content-length': Buffer.byteLength(payload),
      ...headers,
    })
    .end(payload)
}

function sendFile(response: ServerResponse, { type, body }: ReturnType<typeof fileAt>, kept: boolean) {
  response
    .writeHead(200, {
      'content-type': type,
      'content-length': body.length,
      'cache-control': kept ? 'max-age=3600' : 'no-cache',
    })
    .end(body)
}
