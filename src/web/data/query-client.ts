import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { noteLimit } from './concurrency.ts'

const passing = new Set<ApiError['kind']>(['network', 'server', 'limited'])
const longestWait = 60_000

/** Reads try again when the failure may pass: three times, and as often as a limit asks for a while. */
export function shouldRetry(failures: number, error: unknown) {
  if (!(error instanceof ApiError) || !passing.has(error.kind)) return false
  return failures < (error.kind === 'limited' ? 5 : 3)
}

/** What the server asks for, else 1 s, 2 s, 4 s … up to half a minute. That it asks to slow down is said over the page, as long as it is tried again. */
export function retryDelay(failures: number, error: unknown) {
  const { kind, retryAfter } = error as ApiError
  const ms =
    retryAfter === null ? Math.min(1000 * 2 ** failures, 30_000) : Math.min(retryAfter * 1000 + 250, longestWait)
  if (kind === 'limited' && shouldRetry(failures, error)) noteLimit(Date.now() + ms)
  return ms
}

/** `offlineFirst`, since a service on this machine answers without any network. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry: shouldRetry, retryDelay, networkMode: 'offlineFirst' },
  },
})
