import { request as startRequest, type IncomingMessage } from 'node:http'
import { connect as startSession, constants } from 'node:http2'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Header } from '#analyser/crawl.ts'
import { headersOf } from './headers.ts'
import { codeOf } from './page-refused.ts'

/** @property headerBytes limit for the response headers */
export type GetRequest = { url: URL; userAgent: string; accept: string; headerBytes: number }

/** A response whose body is still to be read. */
export type GetResponse = {
  status: number
  httpVersion: '1.0' | '1.1' | '2'
  headers: Header[]
  stream: Readable
  /** Returns, after the stream has ended, whether the body is complete by the rules of the protocol. */
  isComplete: () => boolean
  close: () => void
}

/** The server closed the connection before the response was complete. */
export class ConnectionClosed extends Error {
  readonly code = 'CONNECTION_CLOSED'
}

class HeadersTooLarge extends Error {
  readonly code = 'HEADERS_TOO_LARGE'
}

const acceptedEncodings = 'gzip, deflate, br, zstd'

/** Sends one GET over an open connection, which is already secure for https. */
export function getByHttp1(socket: Socket, { url, userAgent, accept, headerBytes }: GetRequest): Promise<GetResponse> {
  return new Promise((resolve, reject) => {
    const request = startRequest({
      createConnection: () => socket,
      path: url.pathname + url.search,
      maxHeaderSize: headerBytes,
      setDefaultHeaders: false,
      headers: {
        Host: url.host,
        'User-Agent': userAgent,
        Accept: accept,
        'Accept-Encoding': acceptedEncodings,
        Connection: 'close',
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
    request.end()
  })
}

/** Sends one GET in a new HTTP/2 session over a secure connection. */
export function getByHttp2(socket: Socket, { url, userAgent, accept, headerBytes }: GetRequest): Promise<GetResponse> {
  return new Promise((resolve, reject) => {
    const session = startSession(url.origin, {
      createConnection: () => socket,
      maxHeaderListPairs: 2_000,
      settings: { enablePush: false, maxHeaderListSize: headerBytes, initialWindowSize: 1024 * 1024 },
    })
    session.on('error', reject)
    session.on('close', () => reject(new ConnectionClosed()))
    const stream = session.request({
      ':method': 'GET',
      ':scheme': url.protocol.slice(0, -1),
      ':authority': url.host,
      ':path': url.pathname + url.search,
      'user-agent': userAgent,
      accept,
      'accept-encoding': acceptedEncodings,
    })
    stream.on('response', (head, _flags, raw) => {
      const headers = headersOf(raw)
      if (bytesOf(headers) > headerBytes) {
        session.destroy()
        reject(new HeadersTooLarge())
        return
      }
      resolve({
        status: head[':status'] ?? 0,
        httpVersion: '2',
        headers,
        stream,
        isComplete: () => stream.rstCode === constants.NGHTTP2_NO_ERROR,
        close: () => session.destroy(),
      })
    })
    stream.on('error', reject)
    stream.on('close', () => reject(new ConnectionClosed()))
  })
}

/** Returns the size of the headers as HTTP/1 text. Node enforces its own limit and not `maxHeaderListSize`. */
function bytesOf(headers: Header[]): number {
  return headers.reduce((bytes, [name, value]) => bytes + name.length + value.length + ': \r\n'.length, 0)
}
