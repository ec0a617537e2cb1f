import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import type { View } from '#contract/lists/views.ts'
import type { PageOfList } from '#contract/responses/envelope.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { formatCount } from '#web/list/words.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { viewsWords as words } from './words.ts'

/**
 * Loads one page of the view's list for its total. The key begins like those of the lists, so that counts are
 * invalidated with them, but never equals one: the shown rows do not change when a count is loaded.
 */
function countQuery({ list, query: stored }: Pick<View, 'list' | 'query'>) {
  const search = new URLSearchParams(stored)
  if (list === 'websites') {
    const query = { ...readQuery(websiteListParams, search).query, per_page: 10 as const }
    const queryKey: QueryKey = [...websiteQueries.lists(), query, 'count']
    return queryOptions({
      queryKey,
      queryFn: async ({ signal }) => withoutRows(await currentClient().listWebsites(query, signal)),
      staleTime: 60_000,
    })
  }
  const query = { ...readQuery(reportListParams, search).query, per_page: 10 as const }
  const queryKey: QueryKey = [...reportQueries.lists(), query, 'count']
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => withoutRows(await currentClient().listReports(query, signal)),
    staleTime: 60_000,
  })
}

/** Returns a page with its totals only. */
const withoutRows = (page: PageOfList<unknown>) => ({ ...page, rows: [], unreadable: [], repeated: [] })

/** Returns the ID of the website that filters the view, or null. */
const websiteOf = ({ list, query }: Pick<View, 'list' | 'query'>) =>
  list === 'reports' ? readQuery(reportListParams, new URLSearchParams(query)).query.website_id : null

/**
 * Returns the number of rows in a view, or null while or if it is not known, and whether the website that filters the
 * view was deleted, which is checked for empty views only.
 */
export function useViewCount(view: View): { count: string | null; isWebsiteDeleted: boolean } {
  const { data } = useQuery(countQuery(view))
  const websiteId = websiteOf(view)
  const mustCheck = websiteId !== null && data?.total === 0
  const { error } = useQuery({ ...websiteQueries.detail(websiteId ?? 0), enabled: mustCheck, retryOnMount: false })
  return {
    count: data && data.total !== null ? formatCount(data.total, data.totalRelation) : null,
    isWebsiteDeleted: mustCheck && error !== null && asApiError(error).kind === 'missing',
  }
}

/** The number of rows in a view, or a warning if its website was deleted. */
export function ViewCount({ view, className }: { view: View; className: string | undefined }) {
  const { count, isWebsiteDeleted } = useViewCount(view)
  if (!isWebsiteDeleted) return count !== null && <span className={className}>{count}</span>
  return (
    <span className={className} title={words.websiteDeleted}>
      <Icon name="warn" /> <span className="hidden-visually">{words.websiteDeleted}</span>
    </span>
  )
}
