import type { HostTurns } from '#service/fetcher/fetch-session.ts'

/** Safety limit: a page has fewer requests. */
const maxRequests = 500

/**
 * The turns that the requests of one page take at their hosts. The browser is in another process, which asks for each
 * and waits.
 */
export function createPageTurns(takeTurn: HostTurns | undefined, requester: string, send: (id: number) => void) {
  const end = new AbortController()
  const running = new Map<number, (status: number | null, ms: number) => void>()
  let requests = 0
  return {
    /** Returns false if there are too many. */
    waits(id: number, url: string): boolean {
      requests += 1
      const target = URL.parse(url)
      if (requests > maxRequests) return false
      if (!takeTurn || !target) send(id)
      else {
        const turn = takeTurn(target, { requester, signal: end.signal }, async (responded) => {
          const { promise, resolve } = Promise.withResolvers<void>()
          running.set(id, (status, ms) => {
            running.delete(id)
            // The browser gave it up.
            if (status !== 0) responded(status, ms)
            resolve()
          })
          send(id)
          await promise
        })
        // The page has ended, or the proxy will refuse the request.
        turn.catch(() => send(id))
      }
      return true
    },
    ended: (id: number, status: number | null, ms: number) => running.get(id)?.(status, ms),
    close() {
      end.abort(new Error('The page has ended.'))
      for (const one of running.values()) one(0, 0)
    },
  }
}

export type PageTurns = ReturnType<typeof createPageTurns>
