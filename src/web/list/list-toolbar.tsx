import { type ReactNode, useRef, useState } from 'react'
import { sortDirections } from '#contract/lists/list-query.ts'
import { isVisitor } from '#web/data/reader.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { usePageActions } from '#web/ui/shortcuts.ts'
import type { FilterChoicesProps } from './filter-choices.tsx'
import { countedRows } from './list-notices.tsx'
import type { ListQuery, Resource, Row } from './resource.ts'
import { SearchBox } from './search-box.tsx'
import { useExport } from './use-export.tsx'
import type { ListQueryState } from './use-list-query.ts'
import { activeFilters, hasFilter, type ResourceListState } from './use-resource-list.ts'
import { capitalised, listWords } from './words.ts'
import styles from './toolbar.module.css'

const DisplayChoices = lazyPart(() => import('./display-choices.tsx').then((file) => file.DisplayChoices))

type ListToolbarProps<R extends Row, Q extends ListQuery> = {
  state: ResourceListState<R, Q>
  /** A choice beside the search box. A narrow toolbar has it among the filters. */
  quick: ReactNode
  /** The open filters. */
  filters: (choices: FilterChoicesProps) => ReactNode
  withoutColumns: readonly string[] | undefined
  exports: ReactNode
  onClear: () => void
  /** The active filters, below the row. */
  children: ReactNode
}

/** The search, filters, order and tools of a list, in one row. Nothing in it moves when any of them changes. */
export function ListToolbar<R extends Row, Q extends ListQuery>({
  state,
  quick,
  filters,
  withoutColumns = [],
  exports,
  onClear,
  children,
}: ListToolbarProps<R, Q>) {
  const { resource, rows } = state
  const { query, change }: ListQueryState<ListQuery> = state.list
  const [open, setOpen] = useState<'filters' | 'display' | null>(null)
  const [isNarrow, setNarrow] = useState({ quick: false, tools: false })
  const quickPlace = useRef<HTMLDivElement>(null)
  const sortPlace = useRef<HTMLDivElement>(null)
  const show = (part: 'filters' | 'display') => {
    setNarrow({ quick: !quickPlace.current?.checkVisibility(), tools: !sortPlace.current?.checkVisibility() })
    setOpen(part)
  }
  const close = () => setOpen(null)

  const exporter = useExport(state)
  const canExport = exports === undefined && !isVisitor()
  const besideSearch = resource.filters.filter(
    (name) => name !== 'search' && !resource.switches?.includes(name) && hasFilter(state, name),
  )
  const hasFilters = besideSearch.length > 0
  const active = activeFilters(state, state.list.query)
  const count = active.filter((name) => name !== 'search').length
  usePageActions({
    filter: hasFilters ? () => show('filters') : null,
    exportCsv: canExport ? () => exporter.start({ format: 'csv', rows: null }) : null,
    exportJson: canExport ? () => exporter.start({ format: 'json', rows: null }) : null,
  })

  const sort = (
    <Select
      label={listWords.sort}
      value={`${query.sort_by}.${query.sort}`}
      options={sortOptions(resource, query.sort_by)}
      onChange={(option) => {
        const [sort_by = '', direction] = option.split('.')
        change({ sort_by, sort: direction === 'asc' ? 'asc' : 'desc' })
      }}
    />
  )
  const exporting =
    exports ??
    (canExport && (
      <Menu
        label={listWords.export}
        icon="download"
        showLabel
        items={exporter.items((format) => exporter.start({ format, rows: null }))}
      />
    ))
  return (
    <div className={`not-printed ${styles.place}`}>
      <div className={styles.toolbar}>
        <SearchBox
          label={resource.words.search}
          value={query.search}
          onSearch={(search, how) => change({ search }, how)}
        />
        {quick && (
          <div ref={quickPlace} className={styles.quick}>
            {quick}
          </div>
        )}
        {hasFilters && (
          <Popover
            label={listWords.filter}
            open={open === 'filters'}
            onOpenChange={(isOpen) => (isOpen ? show('filters') : close())}
            trigger={
              <Button
                icon="plus"
                className={besideSearch.every((name) => resource.quick?.includes(name)) ? styles.narrow : undefined}
              >
                {listWords.filter}
                {count > 0 && (
                  <span className={styles.count}>
                    {count} <span className="hidden-visually">{listWords.active}</span>
                  </span>
                )}
              </Button>
            }
          >
            {filters({
              quick: isNarrow.quick && quick,
              counted: countedRows(state),
              onClear: count > 0 ? onClear : undefined,
            })}
          </Popover>
        )}
        <div ref={sortPlace} className={styles.sort}>
          {sort}
        </div>
        <Popover
          label={listWords.display}
          open={open === 'display'}
          onOpenChange={(isOpen) => (isOpen ? show('display') : close())}
          trigger={
            <Button icon="columns" className={styles.display}>
              {listWords.display}
            </Button>
          }
        >
          <DisplayChoices
            resource={resource}
            rows={rows.page?.rows ?? []}
            withoutColumns={withoutColumns}
            tools={
              isNarrow.tools && (
                <>
                  {sort}
                  {exporting}
                </>
              )
            }
          />
        </Popover>
        <div className={styles.export}>{exporting}</div>
      </div>
      {children}
      {exporter.dialog}
    </div>
  )
}

/** Returns one option for each sort key and direction, such as "Newest first". Only an address offers some keys. */
function sortOptions<R extends Row, Q extends ListQuery>({ sorts, words }: Resource<R, Q>, current: Q['sort_by']) {
  const offered = sorts.includes(current) ? sorts : [...sorts, current]
  return offered.flatMap((sort: Q['sort_by']) =>
    sortDirections.map((direction) => ({
      value: `${sort}.${direction}`,
      label: capitalised(words.order[sort][direction]),
    })),
  )
}
