import { type IncomingMessage, request as startRequest } from 'node:http'
import { codeOf } from '#service/fetcher/failures.ts'
import type { Connections } from './connections.ts'
import type { GatewayLimits, Upstream } from './upstream.ts'

export type UpstreamRequest = {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** Reads use kept connections; every write opens a new one. */
export const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/**
 * Returns the head of the upstream response; its body is still to be read. A read is repeated once when its kept
 * connection turns out to be closed. No other request is ever sent twice.
 * @throws the network error, or the signal's reason
 */
export async function sendUpstream(
  request: UpstreamRequest,
  upstream: Upstream,
  connections: Connections,
  limits: GatewayLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  try {
    return await sendOnce(request, upstream, connections, limits, signal)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    // The other idle connections are likely to be as old.
    connections.closeIdle()
    return await sendOnce(request, upstream, connections, limits, signal).catch((second: unknown) => {
      throw second instanceof StaleConnection ? second.cause : second
    })
  }
}

/** A kept connection was closed before the first byte of the response. */
class StaleConnection extends Error {}

function sendOnce(
  { method, target, headers, body }: UpstreamRequest,
  { prefix, target: { host, port } }: Upstream,
  connections: Connections,
  limits: GatewayLimits,
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
    request.on('response', (response) => {
      // Without a listener, an error on this stream would crash the process.
      response.on('error', () => {})
      if ((response.statusCode ?? 0) >= 200) return resolve(response)
      // A status below 200 is no final response and cannot be forwarded.
      response.destroy()
      reject(Object.assign(new Error(`status ${response.statusCode}`), { code: 'ERR_HTTP_STATUS' }))
    })
    // Upstream switches to another protocol, although the request did not ask for it.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(Object.assign(new Error('an upgrade'), { code: 'ERR_HTTP_UPGRADE' }))
    })
    request.on('error', (error) => {
      if (signal.aborted) return reject(signal.reason)
      const isStale = request.reusedSocket && (codeOf(error) === 'ECONNRESET' || codeOf(error) === 'EPIPE')
      reject(isStale ? new StaleConnection('stale', { cause: error }) : error)
    })
    request.end(body)
  })
}
