import { request as startRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { BrokeOff } from './body.ts'
import { codeOf } from './page-refused.ts'
import { acceptedEncodings, headersOf, type Message, type Reply } from './reply.ts'

/** One GET over a connection that is already open (and already secure, for https). */
export function askHttp1(socket: Socket, message: Message): Promise<Reply> {
  const { url } = message
  return new Promise((resolve, reject) => {
    const request = startRequest({
      createConnection: () => socket,
      path: url.pathname + url.search,
      maxHeaderSize: message.headerBytes,
      setDefaultHeaders: false,
      headers: {
        Host: url.host,
        'User-Agent': message.userAgent,
        Accept: message.accept,
        'Accept-Encoding': acceptedEncodings,
        Connection: 'close',
      },
    })
    // Else Node keeps two thousand headers and says nothing of the rest; their bytes are bounded anyway.
    request.maxHeadersCount = 0
    let answer: IncomingMessage | undefined
    request.on('response', (response) => {
      answer = response
      // Without a listener Node forgets what was wrong.
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
      // What follows after the announced length is ignored, as browsers do.
      if (answer?.complete && codeOf(error)?.startsWith('HPE_')) return
      answer?.destroy(error)
      reject(error)
    })
    request.on('close', () => reject(new BrokeOff()))
    request.end()
  })
}
