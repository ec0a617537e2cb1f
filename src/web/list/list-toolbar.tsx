import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Select } from '#web/ui/select.tsx'
import { listWords } from './words.ts'
import { SearchBox } from './search-box.tsx'
import styles from './toolbar.module.css'

const FilterSheet = lazyPart(() => import('./filter-sheet.lazy.tsx').then((file) => file.FilterSheet))

type ListToolbarProps<Sort extends string> = {
  search: { label: string; value: string; onSearch: (search: string) => void }
  /** The filters beside the search; on a phone they are in a sheet. Null where the list has none. */
  filters: ReactNode
  /** How many of them are set. */
  active: number
  sort: { value: Sort; options: { value: Sort; label: string }[]; onSort: (sort: Sort) => void }
  /** Undefined when there is nothing to clear. */
  onClear: (() => void) | undefined
  /** "Show 1,284 reports" */
  showLabel: string
  tools: ReactNode
}

/** Every choice of a list but the page, in one row. */
export function ListToolbar<Sort extends string>({
  search,
  filters,
  active,
  sort,
  onClear,
  showLabel,
  tools,
}: ListToolbarProps<Sort>) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.toolbar}>
      <SearchBox {...search} />
      {filters && (
        <>
          <div className={styles.filters}>{filters}</div>
          <Button icon="filter" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {listWords.filters}
            {active > 0 && (
              <>
                <b>{active}</b> <span className="hidden-visually">{listWords.active}</span>
              </>
            )}
          </Button>
        </>
      )}
      <div className={styles.sort}>
        <Select label={listWords.sort} value={sort.value} options={sort.options} onChange={sort.onSort} />
      </div>
      {onClear && (
        <Button variant="plain" className={styles.clear} onClick={onClear}>
          {listWords.clearFilters}
        </Button>
      )}
      {tools}
      {open && (
        <Suspense fallback={null}>
          <FilterSheet showLabel={showLabel} onClear={onClear} onClose={() => setOpen(false)}>
            {filters}
          </FilterSheet>
        </Suspense>
      )}
    </div>
  )
}
