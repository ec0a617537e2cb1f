import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/**
 * The longest time, in ms, that the previous page stays on screen while the next one loads. Then its skeleton is
 * better.
 */
const maxWaitMs = 300

/**
 * Starts a page's query from its loader. Resolves at once if there is cached data, else with the data or after a
 * moment, whichever is first. Never rejects: the page itself shows what failed.
 */
export async function startQuery<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) {
  const started = queryClient.prefetchQuery(query)
  if (queryClient.getQueryData(query.queryKey) !== undefined) return
  await Promise.race([started, new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
}
