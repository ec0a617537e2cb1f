import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** How long a page may keep the one before it on screen: from then on its own skeleton says more. */
export const patience = () => new Promise((resolve) => setTimeout(resolve, 300))

/**
 * Starts a page's query from its loader. Resolves at once when there is something to show already, else with the data or
 * after a moment, whichever is first; never rejects, for the page itself shows what failed.
 */
export async function firstVisit<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) {
  const started = queryClient.prefetchQuery(query)
  if (queryClient.getQueryData(query.queryKey) !== undefined) return
  await Promise.race([started, patience()])
}
