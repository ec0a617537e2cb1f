import type { ReportSort } from '#contract/lists/list-query.ts'
import type { Engine } from '../engine.ts'
import { isProbed } from './page-filters.ts'
import type { PageFilter, Selection } from './report-filter.ts'

/** The column of an order. Lists of a time range are in the order of creation, whose index has the range. */
export type SortColumn = ReportSort | 'created_at'
export const sortColumn = (sort: ReportSort, { from, to }: PageFilter): SortColumn =>
  sort === 'id' && (from !== null || to !== null) ? 'created_at' : sort

/**
 * How the rows of a list are found:
 *
 * - `any`: the database chooses among all indexes.
 * - `filters`: it chooses among those of the filters and of the order, but not that of `changed`.
 * - `few`: by their IDs, which are known.
 * - `changed`: in the index of `changed`, which is in the order of IDs.
 * - `score`: in the index of the order by score. It also has the range of a filter by score.
 * - `order`: in the index of another order.
 */
export type ListPlan = 'any' | 'filters' | 'few' | 'changed' | 'score' | 'order'

/** Whether the filter by a column must not choose the index. Its many rows would have to be sorted. */
export const isUnindexed = (plan: ListPlan, column: string) => plan !== 'any' && plan !== 'filters' && plan !== column

/** Returns how the rows of a list are found. `sort` is null if they are only counted, in any order. */
export function planOf(engine: Engine, { filter, few }: Selection, sort: SortColumn | null): ListPlan {
  const { websiteId, changed, indexability, from, to } = filter
  // PostgreSQL has statistics.
  if (engine === 'postgres') return 'any'
  // Few rows are looked up and sorted fast.
  if (few) return 'few'
  // The reports of a website are in the index of every order. That of `changed` has them only among all others.
  const isOfWebsite = websiteId !== undefined
  if (sort === null) {
    if (isOfWebsite) return 'order'
    // The count ends after few matches, which are soon found among the newest rows.
    if (isProbed(filter) && indexability === null) return changed === null ? 'order' : 'changed'
    if (changed === null) return 'filters'
    // Fewer pages aren't indexable than have changed, unless they changed to that.
    if (indexability !== null && indexability !== 'indexable' && changed !== 'not_indexable') return 'filters'
    // Most pages are new, so a range of days has fewer.
    if (changed === 'new' && (from !== null || to !== null)) return 'filters'
    // No other index has `changed`, which is virtual, so this one is fastest.
    return 'changed'
  }
  // It is in the order of the list, and has no other rows.
  if (sort === 'id' && changed !== null && !isOfWebsite) return 'changed'
  // The range of days is a part of the index of the order, or of that of another filter.
  if (sort === 'created_at') return 'filters'
  return sort === 'score' ? 'score' : 'order'
}
