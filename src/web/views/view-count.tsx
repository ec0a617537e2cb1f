import { useQuery } from '@tanstack/react-query'
import type { View } from '#contract/views.ts'
import { asApiError } from '#web/data/api-error.ts'
import { viewCountQuery, websiteOfView } from './view-count-query.ts'
import { websiteQueries } from '#web/websites/queries.ts'
import { Icon } from '#web/ui/icon.tsx'
import { viewsWords as words } from './words.ts'

/**
 * How many rows a view has now, null while or where that is not known; and whether the website that it is filtered by is
 * gone, which is asked only of a view that is empty.
 */
export function useViewCount(view: View): { count: string | null; gone: boolean } {
  const { data } = useQuery(viewCountQuery(view))
  const id = websiteOfView(view)
  const mayBeGone = id !== null && data?.total === 0
  const { error } = useQuery({ ...websiteQueries.detail(id ?? 0), enabled: mayBeGone, retryOnMount: false })
  return {
    count: data && data.total !== null ? words.count(data.total, data.totalRelation === 'gte') : null,
    gone: mayBeGone && error !== null && asApiError(error).kind === 'missing',
  }
}

/** The count of a view, or the sign that its website is gone. */
export function ViewCount({ view, className }: { view: View; className: string | undefined }) {
  const { count, gone } = useViewCount(view)
  if (!gone) return count !== null && <span className={className}>{count}</span>
  return (
    <span className={className} title={words.gone}>
      <Icon name="warn" /> <span className="hidden-visually">{words.gone}</span>
    </span>
  )
}
