import { type ReactNode, useState } from 'react'
import { Popover, type PopoverProps } from '#web/ui/popover.tsx'
import { filterSheetWords, listWords } from './words.ts'
import styles from './filters.module.css'

export type FilterPopoverProps = PopoverProps & {
  /** The choice that a wide toolbar shows beside the search box. */
  quick: ReactNode
  /** The number of matching rows, in words. */
  counted: string
  /** Undefined if no filter is active. */
  onClear: (() => void) | undefined
}

/** The filters of a list. They apply at once. */
export function FilterPopover({
  quick,
  counted,
  onClear,
  children,
  ...popover
}: FilterPopoverProps & { children?: ReactNode }) {
  // Also empties what was typed but didn't apply.
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    onClear?.()
    setCleared(cleared + 1)
  }
  return (
    <Popover
      {...popover}
      label={listWords.filter}
      resetLabel={listWords.clearFilters}
      onReset={onClear && clear}
      doneLabel={filterSheetWords.show(counted)}
    >
      {quick && <div className={styles.quick}>{quick}</div>}
      {children && (
        <div key={cleared} className={`stack tight ${styles.fields}`}>
          {children}
        </div>
      )}
    </Popover>
  )
}
