import { queryOptions } from '@tanstack/react-query'
import { reportListParams, websiteListParams } from '#contract/list-query.ts'
import { emptyPage } from '#contract/envelope.ts'
import { readQuery } from '#contract/query-params.ts'
import type { View } from '#contract/views.ts'
import { reportQueries } from '#web/reports/queries.ts'
import { currentClient } from '#web/data/session.ts'
import { websiteQueries } from '#web/websites/queries.ts'

/**
 * A page of a view's list, for its total. Its key is one of the lists', so that what makes them old makes it old, but not the key of
 * a list on screen: counting must not move the rows under anybody's hand.
 */
export function viewCountQuery(view: Pick<View, 'list' | 'query'>) {
  const search = new URLSearchParams(view.query)
  if (view.list === 'websites') {
    const query = { ...readQuery(websiteListParams, search).query, per_page: 10 as const }
    return queryOptions({
      queryKey: [...websiteQueries.lists(), query, 'count'] as readonly unknown[],
      queryFn: async ({ signal }) => counted(await currentClient().listWebsites(query, signal)),
      staleTime: 60_000,
    })
  }
  const query = { ...readQuery(reportListParams, search).query, per_page: 10 as const }
  return queryOptions({
    queryKey: [...reportQueries.lists(), query, 'count'] as readonly unknown[],
    queryFn: async ({ signal }) => counted(await currentClient().listReports(query, signal)),
    staleTime: 60_000,
  })
}

type Counted = { total: number | null; totalRelation: 'eq' | 'gte' }

/** Shaped as a page is, without its rows. */
const counted = ({ total, totalRelation }: Counted) => ({ ...emptyPage, total, totalRelation })

/** The website that a view is filtered by; null when it is by none. */
export const websiteOfView = ({ list, query }: Pick<View, 'list' | 'query'>) =>
  list === 'reports' ? readQuery(reportListParams, new URLSearchParams(query)).query.website_id : null
