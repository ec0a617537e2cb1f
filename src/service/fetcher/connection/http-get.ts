import { Agent, request as startRequest, type IncomingMessage } from 'node:http'
import { connect as startSession, constants } from 'node:http2'
import type { Socket } from 'node:net'
import { Duplex, type Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Header } from '#analyser/fetched-page.ts'
import type { ResponseFault } from '#contract/reports/report-facts.ts'
import { codeOf } from '../failures.ts'
import { headersOf } from '../requests/headers.ts'
import { PiecewiseSocket } from './piecewise-socket.ts'
import { ResponseHeads } from './response-head.ts'

/** Those that browsers send. All but the first two can change something. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type Method = (typeof methods)[number]

/**
 * @property headers sent besides the usual ones, or in their place
 * @property body null for GET and HEAD
 * @property headerBytes limit for the response headers
 */
export type GetRequest = {
  method: Method
  url: URL
  userAgent: string
  accept: string
  headers?: readonly Header[]
  body?: Uint8Array | null
  headerBytes: number
  signal: AbortSignal
}

/** A response whose body is still to be read. */
export type GetResponse = {
  status: number
  httpVersion: '1.0' | '1.1' | '2'
  headers: Header[]
  /** Faults of the head that browsers forgive. */
  faults: ResponseFault[]
  stream: Readable
  /** Returns, after the stream has ended, whether the body is complete by the rules of the protocol. */
  isComplete: () => boolean
  /** Cancels the rest of the response. Over HTTP/1 this closes the connection. */
  close: () => void
}

/** An open connection that takes one GET after the other, or several at once over HTTP/2. */
export type HttpConnection = {
  isHttp2: boolean
  get(request: GetRequest): Promise<GetResponse>
  /** It can take another request now. */
  isFree(): boolean
  /** Closes it when the server has closed it too. */
  end(): void
  close(): void
}

/** The server closed the connection before the response was complete. */
export class ConnectionClosed extends Error {
  readonly code = 'CONNECTION_CLOSED'
}

export class HeadersTooLarge extends Error {
  readonly code = 'HEADERS_TOO_LARGE'
}

const acceptedEncodings = 'gzip, deflate, br, zstd'

/** Sends requests in the agreed protocol over an open connection, already secure for https. */
export const httpConnection = (socket: Socket, origin: string): HttpConnection =>
  socket instanceof TLSSocket && socket.alpnProtocol === 'h2'
    ? http2Connection(socket, origin)
    : http1Connection(socket)

/** An agent for one open connection. It never opens another one. */
class ConnectionAgent extends Agent {
  isFree = true
  private connection: Duplex | null

  constructor(connection: Duplex) {
    super({ keepAlive: true, maxSockets: 1 })
    this.connection = connection
  }

  override createConnection(_: unknown, callback?: (error: Error | null, stream: Duplex) => void) {
    const { connection } = this
    this.connection = null
    // With an error, the agent ignores the stream.
    if (!connection) callback?.(new ConnectionClosed(), new Duplex())
    return connection
  }

  override keepSocketAlive(connection: Duplex) {
    this.isFree = true
    return super.keepSocketAlive(connection)
  }
}

function http1Connection(socket: Socket): HttpConnection {
  const heads = new ResponseHeads()
  const agent = new ConnectionAgent(new PiecewiseSocket(socket, heads))
  return {
    isHttp2: false,
    get(request) {
      agent.isFree = false
      heads.expect(request.headerBytes)
      return getByHttp1(agent, heads, request)
    },
    isFree: () => agent.isFree && !socket.destroyed && socket.writable,
    end: () => socket.end(),
    close: () => socket.destroy(),
  }
}

function getByHttp1(
  agent: Agent,
  heads: ResponseHeads,
  { method, url, userAgent, accept, headers = [], body = null, headerBytes }: GetRequest,
): Promise<GetResponse> {
  return new Promise((resolve, reject) => {
    const request = startRequest({
      agent,
      method,
      path: url.pathname + url.search,
      maxHeaderSize: headerBytes,
      // Heads and chunks are strict by now. This accepts control characters in the values of headers, as browsers do.
      insecureHTTPParser: true,
      setDefaultHeaders: false,
      headers: {
        Host: url.host,
        ...withHeaders({ 'User-Agent': userAgent, Accept: accept }, headers),
        'Accept-Encoding': acceptedEncodings,
        ...(body && { 'Content-Length': body.byteLength }),
        Connection: 'keep-alive',
      },
    })
    // By default, Node silently drops all headers after the first 2,000. Their size is limited anyway.
    request.maxHeadersCount = 0
    let received: IncomingMessage | undefined
    request.on('response', (response) => {
      received = response
      // Without a listener, Node does not keep the error of the stream.
      response.on('error', () => {})
      resolve({
        status: response.statusCode ?? 0,
        httpVersion: response.httpVersion === '1.0' ? '1.0' : '1.1',
        headers: headersOf(response.rawHeaders),
        faults: heads.faults,
        stream: response,
        isComplete: () => response.complete,
        close: () => request.destroy(),
      })
    })
    request.on('error', (error) => {
      // Like browsers, ignore bytes that follow a complete body.
      if (received?.complete && codeOf(error)?.startsWith('HPE_')) return
      received?.destroy(error)
      reject(error)
    })
    request.on('close', () => reject(new ConnectionClosed()))
    request.end(body ?? undefined)
  })
}

/** Flow control of HTTP/2, in bytes. The usual 64 KB of a connection would cost a report half a second. */
const windowBytes = 1024 * 1024

function http2Connection(socket: TLSSocket, origin: string): HttpConnection {
  const session = startSession(origin, {
    createConnection: () => new PiecewiseSocket(socket),
    maxHeaderListPairs: 2_000,
    settings: { enablePush: false, initialWindowSize: windowBytes },
  })
  let problem: Error = new ConnectionClosed()
  session.on('connect', () => {
    // It comes a tick later, and the session may be closed by then.
    if (!session.destroyed) session.setLocalWindowSize(windowBytes)
  })
  session.on('error', (error: Error) => (problem = error))

  const get = ({
    method,
    url,
    userAgent,
    accept,
    headers: own = [],
    body = null,
    headerBytes,
    signal,
  }: GetRequest): Promise<GetResponse> =>
    new Promise((resolve, reject) => {
      const stream = session.request(
        {
          ':method': method,
          ':scheme': url.protocol.slice(0, -1),
          ':authority': url.host,
          ':path': url.pathname + url.search,
          ...withHeaders(
            { 'user-agent': userAgent, accept },
            own.map(([name, value]) => [name.toLowerCase(), value]),
          ),
          'accept-encoding': acceptedEncodings,
          ...(body && { 'content-length': body.byteLength }),
        },
        { signal, endStream: body === null },
      )
      if (body) stream.end(body)
      const close = () => stream.close(constants.NGHTTP2_CANCEL)
      stream.on('response', (head, _flags, raw) => {
        const headers = headersOf(raw)
        if (bytesOf(headers) > headerBytes) {
          close()
          reject(new HeadersTooLarge())
          return
        }
        resolve({
          status: head[':status'] ?? 0,
          httpVersion: '2',
          headers,
          faults: [],
          stream,
          isComplete: () => stream.rstCode === constants.NGHTTP2_NO_ERROR,
          close,
        })
      })
      stream.on('error', reject)
      stream.on('close', () => reject(problem))
    })
  return {
    isHttp2: true,
    get,
    isFree: () => !session.closed && !session.destroyed,
    end: () => session.close(),
    close() {
      session.destroy()
      // A session that the server has closed only ends its side, and the server may never end its own.
      socket.destroy()
    },
  }
}

/** Returns the usual headers with others added. One of the same name takes the place of the usual one. */
function withHeaders(usual: Record<string, string>, others: readonly Header[]): Record<string, string | string[]> {
  const given = Map.groupBy(others, ([name]) => name.toLowerCase())
  const kept = Object.entries(usual).filter(([name]) => !given.has(name.toLowerCase()))
  const added = [...given.values()].flatMap((group): [string, string | string[]][] => {
    const [first] = group
    const values = group.map(([, value]) => value)
    return first ? [[first[0], values.length > 1 ? values : (values[0] ?? '')]] : []
  })
  return Object.fromEntries([...kept, ...added])
}

/** Returns the size of the headers as HTTP/1 text. Node enforces its own limit and not `maxHeaderListSize`. */
function bytesOf(headers: Header[]): number {
  return headers.reduce((bytes, [name, value]) => bytes + name.length + value.length + ': \r\n'.length, 0)
}
