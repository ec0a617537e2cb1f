import type { ListQuery, Row } from './resource.ts'
import { activeFilters, isOutdated, type ResourceListState } from './use-resource-list.ts'
import { count, listWords } from './words.ts'

/** The number of rows that match, such as "1,284 of 48,310 reports". A status region, so every change is announced. */
export function ListCount<R extends Row, Q extends ListQuery>({ state }: { state: ResourceListState<R, Q> }) {
  const { rows } = state
  const outdated = isOutdated(state)
  return (
    <span role="status" aria-busy={outdated}>
      {outdated && rows.error ? '\u00A0' : rows.page?.total === null ? listWords.uncounted : countedRows(state)}
    </span>
  )
}

export function countedRows<R extends Row, Q extends ListQuery>(state: ResourceListState<R, Q>) {
  const { resource, list, rows, unfiltered } = state
  if (!rows.page) return '\u00A0'
  const { total, totalRelation } = rows.page
  if (total === null) return resource.words.countUnknown
  const counted = count(total, totalRelation)
  const all = unfiltered?.total ?? 0
  const isPart = activeFilters(state, list.query).length > 0 && all > total
  return isPart ? resource.words.countedOf(counted, all) : resource.words.counted(counted)
}
