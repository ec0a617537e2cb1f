import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { dial, secure } from '#service/fetcher/dial.ts'
import { defaultLimits as fetcherLimits } from '#service/fetcher/limits.ts'
import { createLookup, type Lookup } from '#service/fetcher/lookup.ts'
import { PageRefused } from '#service/fetcher/page-refused.ts'
import { addressesOf } from '#service/fetcher/resolve.ts'
import { sentences } from '#service/fetcher/sentences.ts'
import { startTimeLimit } from '#service/fetcher/time-limit.ts'
import type { Limits } from './limits.ts'
import type { Upstream } from './upstream.ts'

export type Connections = {
  /** Keeps its connections. */
  kept: Agent
  /** A new one each time: what changes something never meets a connection that has just died. */
  fresh: Agent
  /** Closes those that nobody uses. */
  dropFree(): void
  close(): void
}

/** Connections to upstream and nowhere else: looked up, checked and dialled anew each time, whatever a request names. */
export function createConnections(upstream: Upstream, limits: Limits, lookup: Lookup = createLookup()): Connections {
  const ended = new AbortController()
  const connect: Agent['createConnection'] = (_, callback) => {
    open(upstream, limits, lookup, ended.signal).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as unknown as Duplex),
    )
    return undefined
  }
  const kept = new Agent({
    keepAlive: true,
    scheduling: 'lifo',
    maxFreeSockets: limits.freeConnections,
    timeout: limits.idleMs,
  })
  const fresh = new Agent({ keepAlive: false })
  kept.createConnection = connect
  fresh.createConnection = connect
  return {
    kept,
    fresh,
    dropFree: () =>
      Object.values(kept.freeSockets)
        .flatMap((sockets) => sockets ?? [])
        .forEach((socket) => socket.destroy()),
    close() {
      ended.abort(new Error('The gateway was closed.'))
      kept.destroy()
      fresh.destroy()
    },
  }
}

/** @throws PageRefused */
async function open({ target }: Upstream, limits: Limits, lookup: Lookup, signal: AbortSignal): Promise<Socket> {
  const within = { ...fetcherLimits, lookupMs: limits.lookupMs, connectMs: limits.connectMs }
  const addresses = await addressesOf(target, lookup, within, signal)
  const plain = await dial(target, addresses, within, signal)
  if (!target.secure) return plain
  const tooLong = () =>
    new PageRefused(sentences.noSecureConnection, { host: target.host, handshake: { code: 'ETIMEDOUT' } })
  const limit = startTimeLimit(limits.connectMs, tooLong, signal)
  try {
    return await secure(plain, target, limit.signal, { protocols: ['http/1.1'], trustedOnly: true })
  } catch (error) {
    plain.destroy()
    throw error
  } finally {
    limit.end()
  }
}
