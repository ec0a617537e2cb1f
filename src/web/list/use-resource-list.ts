import { hashKey, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useReducer } from 'react'
import { useNavigationType } from 'react-router-dom'
import type { PageOfList } from '#contract/responses/envelope.ts'
import { useEarlyFailure } from '#web/data/early-failure.ts'
import { heldRowsKey, ownChanges, queryClient } from '#web/data/query-client.ts'
import { useOwnService } from '#web/data/service.ts'
import { useStore } from '#web/ui/store.ts'
import {
  type FilterName,
  itemsOf,
  type ListQuery,
  type PageOptions,
  type Resource,
  type ResourceName,
  type Row,
} from './resource.ts'
import { type ListQueryState, useListQuery } from './use-list-query.ts'

/** A list of one resource: its query, which is in the URL, and its rows. */
export type ResourceListState<R extends Row, Q extends ListQuery> = {
  resource: Resource<R, Q>
  /** The server is our own service, which has more than the specification. */
  isOwn: boolean
  list: ListQueryState<Q>
  rows: ListRows<R, Q>
  /** Parameters that the page sets. */
  fixed: Partial<Q>
  /** Filters that this list does not have, such as those that another server would ignore. */
  missing: ReadonlySet<FilterName<Q>>
  /** The first page of the list without filters, if it is in the cache. */
  unfiltered: PageOfList<R> | undefined
}

/** Changes on the server that would move rows or remove them. */
export type Update = {
  /** The number of new rows, null if it is not known. */
  added: number | null
  /** The IDs of shown rows that are deleted, as far as the server names them. */
  deleted: ReadonlySet<number>
}

export type ListRows<R extends Row, Query> = {
  /** The rows of the URL or, until they arrive, the previous rows. Undefined before the first response. */
  page: PageOfList<R> | undefined
  /** The query of the shown rows. */
  shown: Query
  /** The rows of the URL are still loading. */
  busy: boolean
  error: Error | null
  retry: () => void
  /** The changes on the server since the shown rows were loaded. */
  update: Update | null | undefined
  applyUpdate: () => void
  /** The shown rows are the last of the list, also if the server announces further pages. */
  isLastPage: boolean
  markLastPage: () => void
}

const noFixed = {}
const none: ReadonlySet<never> = new Set()

type ListOptions<Q> = {
  fixed?: Partial<Q> | undefined
  /** Filters that this reader doesn't have. */
  missing?: ReadonlySet<FilterName<Q>> | undefined
}

/**
 * Returns the list of a resource under the current URL, which holds neither the `fixed` nor the `missing` parameters.
 * Pass stable objects.
 */
export function useResourceList<R extends Row, Q extends ListQuery>(
  full: Resource<R, Q>,
  { fixed = noFixed, missing: withheld = none }: ListOptions<Q>,
): ResourceListState<R, Q> {
  const isOwn = useOwnService() === true
  const resource = useMemo(() => (isOwn ? full : { ...full, ...full.specified }), [isOwn, full])
  const missing = useMemo(() => (isOwn ? withheld : new Set(full.extensions)), [isOwn, full, withheld])
  const { params } = resource
  const given = useMemo((): Partial<Q> => {
    const fallbacks = [...missing].map((name) => [name, params[name].fallback])
    return { ...Object.fromEntries(fallbacks), ...fixed }
  }, [params, missing, fixed])
  const list = useListQuery(params, given)
  const rows = useListRows(resource.name, list.query, resource.queries.list(list.query))
  const { data: unfiltered } = useQuery({ ...resource.queries.plainList(), enabled: false })
  return { resource, isOwn, list, rows, fixed, missing, unfiltered }
}

/** Returns true if the user can change a filter of the list. */
export const hasFilter = <R extends Row, Q extends ListQuery>(
  { fixed, missing }: Pick<ResourceListState<R, Q>, 'fixed' | 'missing'>,
  name: FilterName<Q>,
) => !(name in fixed) && !missing.has(name)

/** Returns the filters of `query` that are set and that the user can clear. */
export function activeFilters<R extends Row, Q extends ListQuery>(
  state: ResourceListState<R, Q>,
  query: Q,
): FilterName<Q>[] {
  const { filters, switches = [], params } = state.resource
  return filters.filter(
    (name) => hasFilter(state, name) && !switches.includes(name) && query[name] !== params[name].fallback,
  )
}

/** Returns true while the shown rows match other filters than those of the URL. */
export const hasOtherFilters = <R extends Row, Q extends ListQuery>({
  resource,
  list,
  rows,
}: ResourceListState<R, Q>) => resource.filters.some((name) => rows.shown[name] !== list.query[name])

/**
 * Returns true while the shown rows match other filters than those of the URL, and if the rows of the URL could
 * not be loaded. While these load, another page or order does not count.
 */
export const isOutdated = <R extends Row, Q extends ListQuery>(state: ResourceListState<R, Q>) =>
  state.rows.shown !== state.list.query && (state.rows.error !== null || hasOtherFilters(state))

/** Rows of a response. */
type Arrival<R extends Row, Q> = {
  query: Q
  /** The page as the server sent it. */
  source: PageOfList<R>
  /** False for cached rows, which are on screen only until the response to a choice arrives. */
  settled: boolean
  /** The number of own changes it considers: those of a job are known only after it has ended. */
  own: number
}

type Shown<R extends Row, Q> = Arrival<R, Q> & {
  page: PageOfList<R>
  update?: Update | null
  isLastPage?: true
}

type ListEvent<R extends Row, Q> =
  | { type: 'arrived'; arrival: Arrival<R, Q> }
  | { type: 'update applied'; own: number }
  | { type: 'last page found' }

/** Returns what is shown after an event. Null: nothing has arrived yet. */
function shownAfter<R extends Row, Q extends ListQuery>(
  resource: ResourceName,
  shown: Shown<R, Q> | null,
  event: ListEvent<R, Q>,
): Shown<R, Q> | null {
  if (event.type === 'arrived') {
    const { arrival } = event
    const { query, source } = arrival
    const held =
      shown?.query === query && shown.settled
        ? holdRows(resource, shown.page, source, query, shown.update?.deleted)
        : null
    return { ...arrival, page: source, ...held }
  }
  if (shown === null) return null
  const { query, source } = shown
  if (event.type === 'update applied') return { query, source, page: source, own: event.own, settled: true }
  return { ...shown, isLastPage: true }
}

/** Returns true for rows that `shown` doesn't consider yet. */
const isNew = <R extends Row, Q>(shown: Shown<R, Q> | null, { query, source, own, settled }: Arrival<R, Q>) =>
  shown?.query !== query || shown.source !== source || shown.own !== own || (settled && !shown.settled)

/**
 * Returns the rows of a list. The previous rows stay until the next ones arrive, or if these never do. Changes on the
 * server do not move the rows on screen: they are reported as an update.
 */
function useListRows<R extends Row, Q extends ListQuery>(
  resource: ResourceName,
  query: Q,
  options: PageOptions<R, Q>,
): ListRows<R, Q> {
  const result = useQuery(options)
  const error = useEarlyFailure(result)
  const type = useNavigationType()
  const own = useStore(ownChanges.count)
  const [last, dispatch] = useReducer(
    (shown: Shown<R, Q> | null, event: ListEvent<R, Q>) => shownAfter(resource, shown, event),
    null,
  )
  // Rows are many elements. Deferred, they render in slices after the control that the user has just changed.
  const deferred = useDeferredValue(result.data)
  const arrived = result.isPlaceholderData || deferred !== result.data ? undefined : deferred
  if (arrived) {
    const arrival = { query, source: arrived, own, settled: !result.isFetching || type === 'POP' }
    // While rendering, so that no frame shows the rows in other places.
    if (isNew(last, arrival)) dispatch({ type: 'arrived', arrival })
  }

  // The next response names those that are deleted, also if they are no longer on the server's page.
  const held = last?.query === query && last.update ? last.page.rows : null
  const listHash = hashKey(options.queryKey)
  useEffect(() => {
    if (!held) return
    const queryKey = heldRowsKey(listHash)
    queryClient.setQueryData(queryKey, held)
    return () => queryClient.removeQueries({ queryKey, exact: true })
  }, [listHash, held])

  return {
    page: arrived && last?.query !== query ? arrived : last?.page,
    shown: arrived || !last ? query : last.query,
    busy: !arrived && (result.isFetching || result.data !== undefined),
    error,
    retry: () => void result.refetch(),
    update: last?.update,
    applyUpdate: () => dispatch({ type: 'update applied', own }),
    isLastPage: last?.isLastPage === true,
    markLastPage: () => dispatch({ type: 'last page found' }),
  }
}

type Order = { sort_by: string; sort: string; page: number; per_page: number }

/**
 * Keeps the shown rows in place, with their newest values, if `fresh` would move or remove any of them. Returns null if
 * no row moves. Rows after the shown ones and changes made in this tab move nothing.
 */
export function holdRows<R extends Row>(
  resource: ResourceName,
  shown: PageOfList<R>,
  fresh: PageOfList<R>,
  query: Order,
  deleted: ReadonlySet<number> = none,
): { page: PageOfList<R>; update: Update } | null {
  const isOwn = (row: Row) => ownChanges.has(itemsOf(resource), row.id)
  const freshById = new Map(fresh.rows.map((row) => [row.id, row]))
  const staying = shown.rows.filter((row) => !isOwn(row) || freshById.has(row.id))
  const before = staying.filter((row) => !isOwn(row))
  const after = fresh.rows.filter((row) => !isOwn(row))
  const inPlace = before.every((row, at) => at >= after.length || after[at]?.id === row.id)
  if (inPlace && before.length <= fresh.rows.length) return null

  const rows = staying.map((row) => freshById.get(row.id) ?? row)
  return {
    page: { ...fresh, rows },
    update: {
      added: addedTo(staying, fresh, shown, query),
      deleted: new Set(
        [...deleted, ...fresh.deleted].filter((id) => !freshById.has(id) && rows.some((row) => row.id === id)),
      ),
    },
  }
}

/** Counts new rows: by id on the first page of the newest rows, otherwise by the totals. */
function addedTo(staying: Row[], fresh: PageOfList<Row>, shown: PageOfList<Row>, { sort_by, sort, page }: Order) {
  const newest = Math.max(0, ...staying.map((row) => row.id))
  if (sort_by === 'id' && sort === 'desc' && page === 1) {
    const above = fresh.rows.filter((row) => row.id > newest).length
    if (above < fresh.rows.length) return above
  }
  const isExact =
    fresh.totalRelation === 'eq' && shown.totalRelation === 'eq' && fresh.total !== null && shown.total !== null
  return isExact && fresh.total! > shown.total! ? fresh.total! - shown.total! : null
}
