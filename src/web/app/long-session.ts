import type { Query } from '@tanstack/react-query'
import { queryClient } from '#web/data/query-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { isSignedIn } from '#web/data/session.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { prefetchParts } from '#web/ui/lazy-part.tsx'
import { prefetchPages } from './routes.tsx'

/** Fetches the other pages, and keeps a long-open dashboard small and up to date. */
export function startLongSession() {
  limitCache()
  refetchAfterSleep()
  if (!isSignedIn() || isVisitor()) return
  prefetchPages()
  prefetchParts()
}

/** The most queries in the cache that no component shows. A report takes the memory of twenty lists. */
const limits = { details: 20, others: 120 }

const cache = queryClient.getQueryCache()
const isDetail = ({ queryKey }: Query) => queryKey.slice(0, 3).join() === reportQueries.details().join()

function removeOldest() {
  const idle = cache
    .getAll()
    .filter(({ state }) => state.data !== undefined && state.fetchStatus === 'idle')
    .filter((query) => query.getObserversCount() === 0)
  const oldest = (queries: Query[], max: number) =>
    queries.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt).slice(0, Math.max(0, queries.length - max))
  const details = idle.filter(isDetail)
  const others = idle.filter((query) => !isDetail(query))
  for (const query of [...oldest(details, limits.details), ...oldest(others, limits.others)]) cache.remove(query)
}

/** Drops the queries seen longest ago, so that a day's work doesn't fill the memory. */
export const limitCache = () =>
  cache.subscribe(({ type }) => {
    if (type === 'added') removeOldest()
  })

const tickMs = 10_000
/** A tick this late means that the machine was asleep. Busy and hidden tabs are delayed less. */
const sleptMs = 120_000

/** Refetches the data on screen when the machine wakes up. No event reports that; a late timer does. */
function refetchAfterSleep() {
  let due = Date.now() + tickMs
  setInterval(() => {
    if (Date.now() > due + sleptMs) void queryClient.invalidateQueries()
    due = Date.now() + tickMs
  }, tickMs)
}
