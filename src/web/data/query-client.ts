import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query'
import { createStore, useStore } from '#web/ui/store.ts'
import { ApiError, asApiError } from './api-error.ts'

/** The end of the server's last rate limit, in ms since 1970. It counts for the key, so for every page. */
const limitedUntil = createStore<number | null>(null)

export const setRateLimitEnd = (until: number) => limitedUntil.set(until)

/** The time at which limited reads continue, in ms since 1970; null without a limit so far. */
export const useLimit = () => useStore(limitedUntil)

const passing = new Set<ApiError['kind']>(['network', 'server', 'limited'])
const maxWaitMs = 60_000

/** Reads are repeated after failures that may pass: three times, or five times after a rate limit. */
export function shouldRetry(failures: number, error: unknown) {
  if (!(error instanceof ApiError) || !passing.has(error.kind)) return false
  return failures < (error.kind === 'limited' ? 5 : 3)
}

/** The pause before the next try, in ms: the server's `Retry-After`, else 1 s, 2 s, 4 s … up to 30 s. */
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

/**
 * The longest time, in ms, that the previous page, or rows under other filters, stay on screen while the next ones
 * load. Then a skeleton is better.
 */
export const maxLoadingMs = 300

/**
 * Starts a page's query from its loader. Resolves at once if there is cached data, else with the data or after a
 * moment, whichever is first. Never rejects: the page itself shows the failure.
 */
export async function startQuery<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) {
  const started = queryClient.prefetchQuery(query)
  if (queryClient.getQueryData(query.queryKey) !== undefined) return
  await Promise.race([started, new Promise((resolve) => setTimeout(resolve, maxLoadingMs))])
}

/** Removes a query, once no page shows it any more: a page that still does would read it again. */
export function removeOnceUnused(queryKey: QueryKey) {
  const cache = queryClient.getQueryCache()
  const query = cache.find({ queryKey })
  if (!query) return
  if (query.getObserversCount() === 0) return cache.remove(query)
  const stop = cache.subscribe((event) => {
    if (event.query !== query || event.type !== 'observerRemoved' || query.getObserversCount() > 0) return
    stop()
    cache.remove(query)
  })
}

const heldRows = 'held rows'
queryClient.setQueryDefaults([heldRows], { gcTime: Number.POSITIVE_INFINITY })

/** The key of the rows of a list that are held in place, as long as they are on screen. */
export const heldRowsKey = (listHash: string) => [heldRows, listHash]

/** Module state: the set must outlive every list, because the rows may be listed on any page of this tab. */
const ids = new Set<string>()

const rowName = (resource: 'reports' | 'websites', id: number) => `${resource} ${id}`

/**
 * Rows that this tab created or deleted. Lists show these changes without announcing them. The server never reuses an
 * id.
 */
export const ownChanges = {
  add(...row: Parameters<typeof rowName>) {
    ids.add(rowName(...row))
    ownChanges.count.set(ids.size)
  },
  has: (...row: Parameters<typeof rowName>) => ids.has(rowName(...row)),
  count: createStore(0),
}
