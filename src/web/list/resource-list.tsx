import { type ComponentType, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useIsLate } from '#web/data/early-failure.ts'
import { maxLoadingMs, queryClient } from '#web/data/query-client.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ListTable } from '#web/ui/list-table.tsx'
import { chosenColumns, unsentColumns, useColumnChoice } from './column-choice.ts'
import { FilterChips } from './filter-chips.tsx'
import type { FilterChoicesProps } from './filter-choices.tsx'
import { ListActionsContext, useListActions } from './list-actions.ts'
import { ListFoot } from './list-foot.tsx'
import { NoMatch, PastEnd, ListError, UpdateNotice, Deviations, Repairs } from './list-notices.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { emptiness, expectedRows } from './paging.ts'
import { type FilterName, itemsOf, type ListQuery, type Row } from './resource.ts'
import { type Selection, SelectionContext, useWasSelected, useSelection } from './selection.tsx'
import type { ListQueryState } from './use-list-query.ts'
import { activeFilters, hasOtherFilters, isOutdated, type ResourceListState } from './use-resource-list.ts'
import { listWords } from './words.ts'

const UnreadableRows = lazyPart(() => import('#web/foreign/unreadable-rows.tsx').then((file) => file.UnreadableRows))

export type SelectionProps<R extends Row, Q extends ListQuery> = {
  state: ResourceListState<R, Q>
  selection: Selection<R>
}

type ResourceListProps<R extends Row, Q extends ListQuery> = {
  state: ResourceListState<R, Q>
  /** The class of the table's place. */
  className: string | undefined
  /** Columns that this place does not show. */
  withoutColumns?: readonly string[] | undefined
  /** The control of the filters that are `quick` in the resource. */
  quick?: ReactNode
  /** The open filters: a `FilterChoices` with the fields of the list. */
  filters: (popover: FilterChoicesProps) => ReactNode
  /** Names an active filter for the chip that removes it. */
  filterLabel: (name: FilterName<Q>) => string
  /** The bar of the selected rows. */
  SelectionBar: ComponentType<SelectionProps<R, Q>>
  /** Shown before there is any row at all. */
  firstRun: ReactNode
  /** Shown above the toolbar. */
  notice?: ReactNode
  /** Exports the list, instead of the dialog for one file. */
  exports?: ReactNode
}

/**
 * A list of one resource with everything that filters, orders, pages, selects and exports its rows. Rows that don't
 * match new filters give way to a skeleton if the next ones take a moment.
 */
export function ResourceList<R extends Row, Q extends ListQuery>(props: ResourceListProps<R, Q>) {
  const { withoutColumns } = props
  const isLate = useIsLate(props.state.rows.busy && hasOtherFilters(props.state), maxLoadingMs)
  const state = isLate ? { ...props.state, rows: { ...props.state.rows, page: undefined } } : props.state
  const { resource, rows, list } = state
  const { page, shown } = rows
  const { query } = list
  const { change }: ListQueryState<ListQuery> = list

  const place = useRef<HTMLDivElement>(null)
  useKeepInView(place)
  const { actions, dialog } = useListActions(state, place)

  const active = activeFilters(state, query)
  const clear = (names: readonly FilterName<Q>[]) =>
    list.change(Object.fromEntries(names.map((name) => [name, resource.params[name].fallback])) as Partial<Q>)
  const removable = active.map((name) => ({ name, label: props.filterLabel(name), onRemove: () => clear([name]) }))
  const outdated = isOutdated(state)
  // Rows under filters that they don't match would be wrong.
  const hasFailed = rows.error !== null && (!page || hasOtherFilters(state) || (outdated && page.rows.length === 0))
  const empty = page && !hasFailed ? emptiness(shown, activeFilters(state, shown).length > 0, page) : 'none'

  return (
    <div ref={place} className="stack snug">
      <Repairs repairs={list.repairs} />
      {props.notice}
      {empty !== 'first-run' && (
        <ListToolbar
          state={state}
          quick={props.quick}
          filters={props.filters}
          withoutColumns={withoutColumns}
          exports={props.exports}
          onClear={() => clear(active)}
        >
          {empty === 'none' && (
            <FilterChips
              filters={removable.flatMap((filter) =>
                filter.name === 'search' ? [] : [{ ...filter, isQuick: resource.quick?.includes(filter.name) }],
              )}
              onClear={() => clear(active)}
            />
          )}
        </ListToolbar>
      )}
      {rows.error && <ListError rows={rows} shows={hasFailed ? 'nothing' : outdated ? 'previous' : 'current'} />}
      <Deviations
        isOwn={state.isOwn}
        rows={rows}
        query={query}
        pageOptions={(number) => resource.queries.list({ ...query, page: number })}
        order={resource.words.order[query.sort_by as Q['sort_by']][query.sort]}
      />
      {empty === 'first-run' && props.firstRun}
      {empty === 'no-match' && <NoMatch filters={removable} onClear={() => clear(active)} />}
      {empty === 'past-end' && (
        <PastEnd
          page={query.page}
          lastPage={page?.lastPage ?? null}
          listKey={resource.queries.lists()}
          onPage={(number) => change({ page: number })}
        />
      )}
      <ListActionsContext value={actions}>
        {empty === 'none' && !hasFailed && <Rows {...props} state={state} outdated={outdated} />}
        {dialog}
      </ListActionsContext>
    </div>
  )
}

const noColumns: readonly string[] = []

/** The rows with their headings, pages and bulk actions. */
function Rows<R extends Row, Q extends ListQuery>(props: ResourceListProps<R, Q> & { outdated: boolean }) {
  const { state, outdated, withoutColumns = noColumns, SelectionBar } = props
  const { resource, rows, list } = state
  const { page, shown } = rows
  const { query } = list
  const { change }: ListQueryState<ListQuery> = list

  const selection = useSelection<R>(JSON.stringify([resource.name, ...resource.filters.map((name) => query[name])]))
  const selectable = useMemo(() => ({ selection, page: page?.rows ?? [] }), [selection, page])
  const isUsed = useWasSelected(selection)
  const choice = useColumnChoice()
  const unsent = page ? unsentColumns(resource.columns, page.rows) : ''
  const columns = useMemo(
    () => chosenColumns(choice, resource.name, resource.columns, [...withoutColumns, ...unsent.split(' ')]),
    [choice, resource, withoutColumns, unsent],
  )
  // The rows of before stay if the requested ones fail, with the order and the size that they have.
  const ordered = rows.error ? shown : query

  return (
    <SelectionContext value={selectable}>
      <ListTable
        caption={resource.words.caption}
        className={props.className}
        columns={columns}
        rows={page?.rows}
        query={query}
        expected={expectedRows(ordered, rows, outdated)}
        sort={{ by: ordered.sort_by, direction: ordered.sort }}
        onSort={({ by, direction }) => change({ sort_by: by, sort: direction })}
        sortLabel={(column, { direction }) => listWords.columnSort(column, direction)}
        busy={rows.busy}
        over={rows.update && <UpdateNotice rows={rows} resource={resource.name} />}
        deleted={rows.update?.deleted}
        deletedLabel={listWords.deleted}
        outdated={outdated}
        foot={
          page && (
            <ListFoot
              query={query}
              shown={shown}
              page={page}
              isLastPage={rows.isLastPage}
              onChange={change}
              onIntent={(number) => void queryClient.prefetchQuery(resource.queries.list({ ...query, page: number }))}
            />
          )
        }
      />
      {page && page.unreadable.length > 0 && (
        <UnreadableRows rows={page.unreadable} resource={itemsOf(resource.name)} />
      )}
      {isUsed && <SelectionBar state={state} selection={selection} />}
    </SelectionContext>
  )
}

/** Scrolls back to the top of the list after a change. Back and Forward restore their own position instead. */
function useKeepInView(place: RefObject<HTMLElement | null>) {
  const type = useNavigationType()
  const { key } = useLocation()
  useEffect(() => {
    if (type === 'PUSH' && place.current && place.current.getBoundingClientRect().top < 0)
      place.current.scrollIntoView()
  }, [key, type, place])
}
