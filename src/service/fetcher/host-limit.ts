import pLimit, { type LimitFunction } from 'p-limit'
import { orAborted, pause } from './time-limit.ts'

/**
 * Runs `work` when its turn comes. The third and later requests to a host wait until `pauseMs` have passed since the
 * previous one. Rejects with the signal's reason if it aborts.
 */
export type HostLimit = <T>(host: string, pauseMs: number, signal: AbortSignal, work: () => Promise<T>) => Promise<T>

type HostState = { limit: LimitFunction; requests: number; lastEnd: number }

/** After this time without a request, a host needs no pause. */
const forgetMs = 2_000
const requestsWithoutPause = 2
/** Above this number, idle hosts are removed. */
const maxHosts = 256

/** Allows one request at a time per host, with pauses, and `maxRequests` requests over all hosts. */
export function createHostLimit(maxRequests: number): HostLimit {
  const overall = pLimit(maxRequests)
  const hosts = new Map<string, HostState>()

  const stateOf = (host: string) => {
    const known = hosts.get(host)
    if (known) return known
    if (hosts.size >= maxHosts) removeIdle(hosts)
    const state = { limit: pLimit(1), requests: 0, lastEnd: 0 }
    hosts.set(host, state)
    return state
  }

  return (host, pauseMs, signal, work) => {
    const state = stateOf(host)
    const turn = state.limit(async () => {
      // p-limit cannot remove an entry from its queue, so an aborted one ends here.
      signal.throwIfAborted()
      const idleMs = performance.now() - state.lastEnd
      if (idleMs > forgetMs) state.requests = 0
      if (state.requests >= requestsWithoutPause && idleMs < pauseMs) await pause(pauseMs - idleMs, signal)
      return overall(async () => {
        signal.throwIfAborted()
        try {
          return await work()
        } finally {
          state.requests += 1
          state.lastEnd = performance.now()
        }
      })
    })
    return orAborted(turn, signal)
  }
}

function removeIdle(hosts: Map<string, HostState>): void {
  for (const [host, { limit, lastEnd }] of hosts) {
    const isIdle = limit.activeCount + limit.pendingCount === 0
    if (isIdle && performance.now() - lastEnd > forgetMs) hosts.delete(host)
  }
}
