import { useQuery } from '@tanstack/react-query'
import { isVisitor } from '#web/data/reader.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import type { ListDeviationsProps } from '#web/foreign/list-deviations.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { RepairsNotice } from './list-notices.tsx'
import { emptiness } from './paging.ts'
import type { ListQuery, Row } from './resource.ts'
import type { Repair } from './use-list-query.ts'
import { activeFilters, isOutdated, type ResourceListState } from './use-resource-list.ts'
import { formatCount, listWords } from './words.ts'
import styles from './list.module.css'

const ListDeviations = lazyPart(() => import('#web/foreign/list-deviations.tsx').then((file) => file.ListDeviations))

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

/** Returns true if the list is empty without any filter, so that there is nothing to share or to choose from. */
export function isFirstRun<R extends Row, Q extends ListQuery>(state: ResourceListState<R, Q>) {
  const { page, shown, hidesRows } = state.rows
  return page && !hidesRows && emptiness(shown, activeFilters(state, shown).length > 0, page) === 'first-run'
}

/** Returns the number of rows in words, and of how many if filters are active. */
export function countedRows<R extends Row, Q extends ListQuery>(state: ResourceListState<R, Q>) {
  const { resource, list, rows, unfiltered } = state
  if (!rows.page) return '\u00A0'
  const { total, totalRelation } = rows.page
  if (total === null) return resource.words.countUnknown
  const counted = formatCount(total, totalRelation)
  const all = unfiltered?.total ?? 0
  const isPart = activeFilters(state, list.query).length > 0 && all > total
  return isPart ? resource.words.countedOf(counted, all) : resource.words.counted(counted)
}

/** The live region that says which parameters of the URL are not allowed, and what is shown instead. */
export const Repairs = ({ repairs }: { repairs: Repair[] }) => (
  <div role="status" className={styles.live}>
    {repairs.length > 0 && <RepairsNotice repairs={repairs} />}
  </div>
)

/**
 * The live region that says where the rows differ from the request. Our own service returns what was requested, so
 * only other servers are checked.
 */
export function Deviations(props: ListDeviationsProps) {
  const visitor = isVisitor()
  const { data: service, isPending } = useQuery({ ...serviceInfoQuery(), enabled: !visitor, staleTime: Infinity })
  const isForeign = !visitor && !isPending && !service
  return (
    <div role="status" className={styles.live}>
      {isForeign && props.rows.page && <ListDeviations {...props} />}
    </div>
  )
}
