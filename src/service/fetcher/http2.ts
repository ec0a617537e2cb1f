import { connect as startSession, constants } from 'node:http2'
import type { Socket } from 'node:net'
import type { Header } from '#analyser/crawl.ts'
import { BrokeOff } from './body.ts'
import { acceptedEncodings, headersOf, HeadersTooLarge, type Message, type Reply } from './reply.ts'

/** One GET on a session of its own over a secure connection that agreed on h2. */
export function askHttp2(socket: Socket, message: Message): Promise<Reply> {
  const { url } = message
  return new Promise((resolve, reject) => {
    const session = startSession(url.origin, {
      createConnection: () => socket,
      maxHeaderListPairs: 2_000,
      settings: { enablePush: false, maxHeaderListSize: message.headerBytes, initialWindowSize: 1024 * 1024 },
    })
    session.on('error', reject)
    session.on('close', () => reject(new BrokeOff()))
    const stream = session.request({
      ':method': 'GET',
      ':scheme': url.protocol.slice(0, -1),
      ':authority': url.host,
      ':path': url.pathname + url.search,
      'user-agent': message.userAgent,
      accept: message.accept,
      'accept-encoding': acceptedEncodings,
    })
    stream.on('response', (head, _flags, raw) => {
      const headers = headersOf(raw)
      if (bytesOf(headers) > message.headerBytes) {
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
    stream.on('close', () => reject(new BrokeOff()))
  })
}

/** As long as HTTP/1 would have written them: Node holds a list to its own bound, not to the one it announced. */
function bytesOf(headers: Header[]): number {
  return headers.reduce((bytes, [name, value]) => bytes + name.length + value.length + ': \r\n'.length, 0)
}
