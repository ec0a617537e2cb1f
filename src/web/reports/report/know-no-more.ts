import { queryClient } from '#web/data/query-client.ts'
import { findingsQuery } from '#web/findings/queries.ts'
import { historyQuery } from '../history/queries.ts'
import { inlinksQuery } from './report-facts.tsx'

/** Keeps the page of a report that no server has from asking for what servers know of reports. */
export function knowNoMore(id: number) {
  for (const { queryKey } of [historyQuery(id), findingsQuery(id), inlinksQuery(id)])
    queryClient.setQueryData(queryKey, null, { updatedAt: Number.MAX_SAFE_INTEGER })
}
