import { type ReactNode, useState } from 'react'
import { sortDirections } from '#contract/lists/list-query.ts'
import { isVisitor } from '#web/data/reader.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { focusHeading } from '#web/ui/page.tsx'
import { countedRows } from './list-notices.tsx'
import type { ListQuery, Resource, Row } from './resource.ts'
import { SearchBox } from './search-box.tsx'
import type { ListQueryState } from './use-list-query.ts'
import { activeFilters, type ResourceListState } from './use-resource-list.ts'
import { listWords } from './words.ts'
import styles from './toolbar.module.css'

const ColumnsDialog = lazyPart(() => import('./columns-dialog.tsx').then((file) => file.ColumnsDialog))
const ExportDialog = lazyPart(() => import('./export-dialog.tsx').then((file) => file.ExportDialog))
const FilterSheet = lazyPart(() => import('./filter-sheet.tsx').then((file) => file.FilterSheet))

type ListToolbarProps<R extends Row, Q extends ListQuery> = {
  state: ResourceListState<R, Q>
  /** The filters beside the search box, in a sheet on a phone. Null if the list has none. */
  filters: ReactNode
  withoutColumns: readonly string[] | undefined
  exports: ReactNode
  onClear: () => void
}

/** The search, filters, order and tools of a list, in one row. */
export function ListToolbar<R extends Row, Q extends ListQuery>({
  state,
  filters,
  withoutColumns = [],
  exports,
  onClear,
}: ListToolbarProps<R, Q>) {
  const { resource, rows } = state
  const { query, change }: ListQueryState<ListQuery> = state.list
  const active = activeFilters(state, state.list.query)
  const besideSearch = active.filter((name) => name !== 'search').length
  const clear = () => {
    onClear()
    focusHeading()
  }
  const [open, setOpen] = useState<'filters' | 'columns' | 'export' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={`cluster ${styles.toolbar}`}>
      <SearchBox
        label={resource.words.search}
        value={query.search}
        onSearch={(search, how) => change({ search }, how)}
      />
      {filters && (
        <>
          <div className={`cluster ${styles.filters}`}>{filters}</div>
          <Button icon="filter" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen('filters')}>
            {listWords.filters}
            {besideSearch > 0 && (
              <>
                <b>{besideSearch}</b> <span className="hidden-visually">{listWords.active}</span>
              </>
            )}
          </Button>
        </>
      )}
      <div className={styles.sort}>
        <Select
          label={listWords.sort}
          value={`${query.sort_by}.${query.sort}`}
          options={sortOptions(resource, query.sort_by)}
          onChange={(option) => {
            const [sort_by = '', direction] = option.split('.')
            change({ sort_by, sort: direction === 'asc' ? 'asc' : 'desc' })
          }}
        />
      </div>
      {active.length > 0 && (
        <Button variant="plain" className={styles.clear} onClick={clear}>
          {listWords.clearFilters}
        </Button>
      )}
      <div className={`row ${styles.tools}`}>
        <Button iconOnly icon="columns" aria-haspopup="dialog" onClick={() => setOpen('columns')}>
          {listWords.tools.columns}
        </Button>
        {exports}
        {exports === undefined && !isVisitor() && (
          <Button iconOnly icon="download" aria-haspopup="dialog" onClick={() => setOpen('export')}>
            {listWords.tools.export}
          </Button>
        )}
      </div>
      {open === 'filters' && (
        <FilterSheet counted={countedRows(state)} onClear={active.length > 0 ? clear : undefined} onClose={close}>
          {filters}
        </FilterSheet>
      )}
      {open === 'columns' && (
        <ColumnsDialog
          resource={resource}
          rows={rows.page?.rows ?? []}
          withoutColumns={withoutColumns}
          onClose={close}
        />
      )}
      {open === 'export' && <ExportDialog state={state} rows={null} onClose={close} />}
    </div>
  )
}

/** Returns one option for each sort key and direction, such as "Newest first". Only an address offers some keys. */
function sortOptions<R extends Row, Q extends ListQuery>({ sorts, words }: Resource<R, Q>, current: Q['sort_by']) {
  const offered = sorts.includes(current) ? sorts : [...sorts, current]
  return offered.flatMap((sort: Q['sort_by']) =>
    sortDirections.map((direction) => {
      const label = words.order[sort][direction]
      return { value: `${sort}.${direction}`, label: label.slice(0, 1).toUpperCase() + label.slice(1) }
    }),
  )
}
