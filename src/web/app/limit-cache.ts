import type { Query } from '@tanstack/react-query'
import { queryClient } from '#web/data/query-client.ts'
import { reportQueries } from '#web/reports/queries.ts'

/** The most queries in the cache that no component shows. A report takes the memory of twenty lists. */
const limits = { details: 20, others: 120 }

const cache = queryClient.getQueryCache()
const isDetail = ({ queryKey }: Query) => queryKey.slice(0, 3).join() === reportQueries.details().join()

function forgetOldest() {
  const idle = cache
    .getAll()
    .filter(({ state }) => state.data !== undefined && state.fetchStatus === 'idle')
    .filter((query) => query.getObserversCount() === 0)
  const oldest = (queries: Query[], most: number) =>
    queries
      .sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)
      .slice(0, Math.max(0, queries.length - most))
  const details = idle.filter(isDetail)
  const others = idle.filter((query) => !isDetail(query))
  for (const query of [...oldest(details, limits.details), ...oldest(others, limits.others)]) cache.remove(query)
}

/** Drops the queries seen longest ago, so that a day's work doesn't fill the memory. */
export const limitCache = () =>
  cache.subscribe(({ type }) => {
    if (type === 'added') forgetOldest()
  })
