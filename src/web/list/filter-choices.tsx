import { type ReactNode, useState } from 'react'
import { Choices } from '#web/ui/opened-popover.tsx'
import { FilterPicker, type FilterOptions } from './filter-picker.tsx'
import { filterSheetWords, listWords } from './words.ts'
import styles from './filters.module.css'

export type FilterChoicesProps = {
  /** The choice that a narrow toolbar doesn't show beside the search box. */
  quick: ReactNode
  /** The number of matching rows, in words. */
  counted: string
  /** Undefined if no filter is active. */
  onClear: (() => void) | undefined
}

type Props = FilterChoicesProps & {
  /** The choices that are found by name. */
  groups: readonly FilterOptions[]
  /** Other fields. */
  children?: ReactNode
}

/** The filters of a list. They apply at once. */
export function FilterChoices({ quick, counted, onClear, groups, children }: Props) {
  // Also empties what was typed but didn't apply.
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    onClear?.()
    setCleared(cleared + 1)
  }
  return (
    <Choices resetLabel={listWords.clearFilters} onReset={onClear && clear} doneLabel={filterSheetWords.show(counted)}>
      {quick && <div className={styles.quick}>{quick}</div>}
      {groups.some(({ items }) => items.length > 0) && <FilterPicker groups={groups} />}
      {children && (
        <div key={cleared} className={`stack tight ${styles.fields}`}>
          {children}
        </div>
      )}
    </Choices>
  )
}
