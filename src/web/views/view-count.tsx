import { useQuery } from '@tanstack/react-query'
import type { View } from '#contract/views.ts'
import { asApiError } from '#web/api/api-error.ts'
import { viewCountQuery, websiteOfView } from '#web/api/view-count.ts'
import { websiteQueries } from '#web/api/website-queries.ts'
import { Icon } from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { viewsWords as words } from '#web/words/views.ts'

/** Whether the website that a view is filtered by does not exist any more. Only where the view is empty is there anything to ask. */
export function useWebsiteGone(view: View, isEmpty: boolean): boolean {
  const id = websiteOfView(view)
  const { error } = useQuery({ ...websiteQueries.detail(id ?? 0), enabled: id !== null && isEmpty, retryOnMount: false })
  return id !== null && isEmpty && error !== null && asApiError(error).kind === 'missing'
}

/** How many rows a view has now, or the sign that its website is gone; nothing while neither is known. */
export function ViewCount({ view, className, goneText }: { view: View; className: string | undefined; goneText?: boolean }) {
  const { data } = useQuery(viewCountQuery(view))
  const gone = useWebsiteGone(view, data?.total === 0)
  if (gone) {
    return (
      <span className={className} title={words.gone}>
        <Icon name={icons.warn} /> <span className={goneText ? undefined : 'hidden-visually'}>{words.gone}</span>
      </span>
    )
  }
  if (!data || data.total === null) return null
  return <span className={className}>{words.count(data.total, data.totalRelation === 'gte')}</span>
}
