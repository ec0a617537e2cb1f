import { type IncomingMessage, request as startRequest } from 'node:http'
import type { Socket } from 'node:net'
import { dial } from './connection/dial.ts'
import { addressesOf, createLookup } from './connection/lookup.ts'
import { readTarget } from './connection/target.ts'
import { type HandshakeOptions, startTls } from './connection/tls.ts'
import { defaultFetchLimits } from './limits.ts'
import { orAborted, startTimeLimit } from './timing.ts'

const lookup = createLookup()
const handshake: HandshakeOptions = { protocols: ['http/1.1'], trustedOnly: true }

/**
 * @property body sent with its length; absent for none
 * @property allowHosts the entries that hold for this URL
 * @property late the error after `ms`
 */
export type Exchange = {
  method: string
  headers: Record<string, string>
  body?: string
  allowHosts: ReadonlySet<string>
  signal?: AbortSignal | undefined
  ms: number
  late: () => Error
}

/**
 * Sends one request by the rules for pages: only to public addresses, each checked before it is dialled. Follows no
 * redirect, and accepts no untrusted certificate. The connection ends once `read` has what it needs of the response.
 * @throws PageRefused, what `late` returns, or the signal's reason
 */
export async function exchange<T>(
  url: URL,
  { method, headers, body, allowHosts, signal: parent, ms, late }: Exchange,
  read: (response: IncomingMessage) => T | Promise<T>,
): Promise<T> {
  const target = readTarget(url, allowHosts)
  const limit = startTimeLimit(ms, late, parent)
  const { signal } = limit
  let socket: Socket | undefined
  try {
    const addresses = await addressesOf(target, lookup, defaultFetchLimits, signal)
    socket = await dial(target, addresses, defaultFetchLimits, signal)
    const connection = target.secure ? await startTls(socket, target, signal, handshake) : socket
    const response = send(connection, url, method, headers, body).then(read)
    return await orAborted(response, signal)
  } finally {
    socket?.destroy()
    limit.end()
  }
}

function send(
  connection: Socket,
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = startRequest({
      createConnection: () => connection,
      method,
      path: url.pathname + url.search,
      headers: {
        ...headers,
        Host: url.host,
        ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
        Connection: 'close',
      },
      maxHeaderSize: defaultFetchLimits.headerBytes,
    })
    request.on('response', (response) => {
      // Without a listener, a response that breaks off would end the process.
      response.on('error', () => {})
      resolve(response)
    })
    request.on('error', reject)
    request.end(body)
  })
}
