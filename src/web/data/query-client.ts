import { QueryClient } from '@tanstack/react-query'
import { createStore, useStore } from '#web/ui/store.ts'
import { ApiError, asApiError } from './api-error.ts'

/** When the server's last rate limit ends, in ms since 1970. It counts for the key, so for every page. */
const limitedUntil = createStore<number | null>(null)

export const setRateLimitEnd = (until: number) => limitedUntil.set(until)

/** When reads go on that the server has limited, in ms since 1970; null if it never did. */
export const useLimit = () => useStore(limitedUntil)

const passing = new Set<ApiError['kind']>(['network', 'server', 'limited'])
const maxWaitMs = 60_000

/** Reads are repeated after failures that may pass: three times, or five times after a rate limit. */
export function shouldRetry(failures: number, error: unknown) {
  if (!(error instanceof ApiError) || !passing.has(error.kind)) return false
  return failures < (error.kind === 'limited' ? 5 : 3)
}

/** How long to wait before the next try, in ms: the server's `Retry-After`, else 1 s, 2 s, 4 s … up to 30 s. */
export const waitAfter = ({ retryAfter }: ApiError, failures: number) =>
  retryAfter === null ? Math.min(1000 * 2 ** failures, 30_000) : Math.min(retryAfter * 1000 + 250, maxWaitMs)

/** Shows the rate limit banner while reads are repeated. */
export function retryDelay(failures: number, thrown: unknown) {
  const error = asApiError(thrown)
  const ms = waitAfter(error, failures)
  if (error.kind === 'limited' && shouldRetry(failures, error)) setRateLimitEnd(Date.now() + ms)
  return ms
}

/** `offlineFirst`, because a service on this machine responds without a network. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry: shouldRetry, retryDelay, networkMode: 'offlineFirst' },
    // A write is sent at once or fails: it must not wait for a network and surprise the person later.
    mutations: { networkMode: 'always' },
  },
})
