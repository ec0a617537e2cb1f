import type { ReactNode } from 'react'
import { SettingsDialog } from '#web/ui/dialog.tsx'
import { filterSheetWords, listWords } from './words.ts'
import styles from './dialogs.module.css'

type FilterSheetProps = {
  /** The number of matching rows, in words. */
  counted: string
  onClear: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

/** The filters of a list on a narrow screen. */
export function FilterSheet({ counted, onClear, onClose, children }: FilterSheetProps) {
  return (
    <SettingsDialog
      title={listWords.filters}
      resetLabel={listWords.clearFilters}
      onReset={onClear}
      doneLabel={filterSheetWords.show(counted)}
      onClose={onClose}
    >
      <div className={`stack ${styles.sheet}`}>{children}</div>
    </SettingsDialog>
  )
}
