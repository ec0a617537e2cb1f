import { connect as startSession } from 'node:http2'
import type { Socket } from 'node:net'
import { BrokeOff } from './body.ts'
import { acceptedEncodings, headersOf, type Message, type Reply } from './reply.ts'

/** One GET on a session of its own over a secure connection that agreed on h2. */
export function askHttp2(socket: Socket, message: Message): Promise<Reply> {
  const { url } = message
  return new Promise((resolve, reject) => {
    const session = startSession(url.origin, {
      createConnection: () => socket,
      maxHeaderListPairs: 500,
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
    stream.on('response', (headers, _flags, raw) => {
      resolve({
        status: headers[':status'] ?? 0,
        httpVersion: '2',
        headers: headersOf(raw),
        stream,
        close: () => session.destroy(),
      })
    })
    stream.on('error', reject)
    stream.on('close', () => reject(new BrokeOff()))
  })
}
