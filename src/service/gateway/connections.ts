import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { dial } from '#service/fetcher/connection/dial.ts'
import { addressesOf, createLookup, type Lookup } from '#service/fetcher/connection/lookup.ts'
import { startTls } from '#service/fetcher/connection/tls.ts'
import { failures, PageRefused } from '#service/fetcher/failures.ts'
import { defaultFetchLimits } from '#service/fetcher/limits.ts'
import { startTimeLimit } from '#service/fetcher/timing.ts'
import type { GatewayLimits, Upstream } from './upstream.ts'

export type Connections = {
  /** Keeps its connections alive between requests. */
  kept: Agent
  /** Opens a new connection for every request, so that no write is sent over a connection that has just closed. */
  fresh: Agent
  closeIdle(): void
  close(): void
}

/**
 * Creates agents that connect to upstream only, for any requested host. Each new connection is looked up and checked
 * against the address rules.
 */
export function createUpstreamAgents(
  upstream: Upstream,
  limits: GatewayLimits,
  lookup: Lookup = createLookup(),
): Connections {
  const closed = new AbortController()
  const createConnection: Agent['createConnection'] = (_, callback) => {
    connect(upstream, limits, lookup, closed.signal).then(
      (socket) => callback?.(null, socket),
      // With an error, the agent ignores the stream.
      (error: Error) => callback?.(error, new Duplex()),
    )
    return undefined
  }
  const kept = new Agent({
    keepAlive: true,
    scheduling: 'lifo',
    maxFreeSockets: limits.idleConnections,
    timeout: limits.idleMs,
  })
  const fresh = new Agent({ keepAlive: false })
  kept.createConnection = createConnection
  fresh.createConnection = createConnection
  return {
    kept,
    fresh,
    closeIdle() {
      for (const sockets of Object.values(kept.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
    },
    close() {
      closed.abort(new Error('The gateway was closed.'))
      kept.destroy()
      fresh.destroy()
    },
  }
}

/** @throws PageRefused */
async function connect(
  { target }: Upstream,
  limits: GatewayLimits,
  lookup: Lookup,
  signal: AbortSignal,
): Promise<Socket> {
  const dialLimits = { ...defaultFetchLimits, lookupMs: limits.lookupMs, connectMs: limits.connectMs }
  const addresses = await addressesOf(target, lookup, dialLimits, signal)
  const socket = await dial(target, addresses, dialLimits, signal)
  if (!target.secure) return socket
  const timedOut = () => new PageRefused(failures.tls, { host: target.host, handshake: { code: 'ETIMEDOUT' } })
  const limit = startTimeLimit(limits.connectMs, timedOut, signal)
  try {
    return await startTls(socket, target, limit.signal, { protocols: ['http/1.1'], trustedOnly: true })
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    limit.end()
  }
}
