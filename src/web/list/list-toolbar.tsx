import { type ReactNode, Suspense, useState } from 'react'
import { directions } from '#contract/list-query.ts'
import { isVisitor } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/page-header.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Select } from '#web/ui/select.tsx'
import { countedRows } from './list-status.tsx'
import type { ListQuery, Resource, Row } from './resource.ts'
import { SearchBox } from './search-box.tsx'
import styles from './toolbar.module.css'
import { activeFilters, type ResourceListState } from './use-resource-list.ts'
import { listWords } from './words.ts'

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx').then((file) => file.FilterSheet))

type ListToolbarProps<R extends Row, Q extends ListQuery> = {
  state: ResourceListState<R, Q>
  /** The filters beside the search box, in a sheet on a phone. Null if the list has none. */
  filters: ReactNode
  onClear: () => void
  onColumns: () => void
  onExport: () => void
}

/** The search, filters, order and tools of a list, in one row. */
export function ListToolbar<R extends Row, Q extends ListQuery>({
  state,
  filters,
  onClear,
  onColumns,
  onExport,
}: ListToolbarProps<R, Q>) {
  const { resource } = state
  const { query, change } = state.list as ResourceListState<R, ListQuery>['list']
  const active = activeFilters(state, state.list.query)
  const besideSearch = active.filter((name) => name !== 'search').length
  const clear = () => {
    onClear()
    focusHeading()
  }
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.toolbar}>
      <SearchBox
        label={resource.words.search}
        value={query.search}
        onSearch={(search) => change({ search }, 'replace')}
      />
      {filters && (
        <>
          <div className={styles.filters}>{filters}</div>
          <Button icon="filter" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
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
          options={sortOptions(resource)}
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
      <div className={styles.tools}>
        <Button iconOnly icon="settings" aria-haspopup="dialog" onClick={onColumns}>
          {listWords.tools.columns}
        </Button>
        {!isVisitor() && (
          <Button iconOnly icon="download" aria-haspopup="dialog" onClick={onExport}>
            {listWords.tools.export}
          </Button>
        )}
      </div>
      {open && (
        <Suspense fallback={null}>
          <FilterSheet
            showLabel={listWords.showResults(countedRows(state))}
            onClear={active.length > 0 ? clear : undefined}
            onClose={() => setOpen(false)}
          >
            {filters}
          </FilterSheet>
        </Suspense>
      )}
    </div>
  )
}

/** Returns one option for each sort key and direction, such as "Newest first". */
function sortOptions<R extends Row, Q extends ListQuery>({ sorts, words }: Resource<R, Q>) {
  return sorts.flatMap((sort: Q['sort_by']) =>
    directions.map((direction) => {
      const label = words.order[sort][direction]
      return { value: `${sort}.${direction}`, label: label.slice(0, 1).toUpperCase() + label.slice(1) }
    }),
  )
}
