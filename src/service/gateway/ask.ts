import { type IncomingMessage, request as startRequest } from 'node:http'
import { codeOf } from '#service/fetcher/page-refused.ts'
import type { Connections } from './connections.ts'
import type { Limits } from './limits.ts'
import type { Upstream } from './upstream.ts'

export type Question = { method: string; target: string; headers: Record<string, string>; body: Buffer | undefined }

/** Reads are asked on kept connections, writes each on a new one. */
export const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/**
 * The head of upstream's answer, its body still to be read. What only reads is asked once more when the kept connection
 * turns out to have died meanwhile; nothing else is ever sent twice.
 * @throws whatever broke, or the signal's reason
 */
export async function ask(
  question: Question,
  upstream: Upstream,
  connections: Connections,
  limits: Limits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  try {
    return await askOnce(question, upstream, connections, limits, signal)
  } catch (error) {
    if (!(error instanceof Stale)) throw error
    // The others are likely to be as old.
    connections.dropFree()
    return await askOnce(question, upstream, connections, limits, signal).catch((again: unknown) => {
      throw again instanceof Stale ? again.cause : again
    })
  }
}

/** A kept connection was closed before a byte of the answer came. */
class Stale extends Error {}

function askOnce(
  { method, target, headers, body }: Question,
  { prefix, target: { host, port } }: Upstream,
  connections: Connections,
  limits: Limits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = startRequest({
      agent: isRead(method) ? connections.kept : connections.fresh,
      host,
      port,
      method,
      path: prefix + target,
      headers,
      maxHeaderSize: limits.headerBytes,
      signal,
    })
    request.on('response', (answer) => {
      // Whoever relays it listens too; without any listener a broken one would end the process.
      answer.on('error', () => {})
      if ((answer.statusCode ?? 0) >= 200) return resolve(answer)
      // Neither a status nor an answer, and nothing that could be said to the caller.
      answer.destroy()
      reject(Object.assign(new Error(`status ${answer.statusCode}`), { code: 'ERR_HTTP_STATUS' }))
    })
    // Upstream changes to a protocol that nobody asked for.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(Object.assign(new Error('an upgrade'), { code: 'ERR_HTTP_UPGRADE' }))
    })
    request.on('error', (error) => {
      if (signal.aborted) return reject(signal.reason)
      const died = request.reusedSocket && (codeOf(error) === 'ECONNRESET' || codeOf(error) === 'EPIPE')
      reject(died ? new Stale('stale', { cause: error }) : error)
    })
    request.end(body)
  })
}
