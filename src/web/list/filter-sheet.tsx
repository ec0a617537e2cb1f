import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { filterSheetWords, listWords } from './words.ts'
import styles from './dialogs.module.css'

type FilterSheetProps = {
  /** The number of matching rows, in words. */
  counted: string
  onClear: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

/** The filters of a list on a narrow screen. They apply at once, behind the dialog. */
export function FilterSheet({ counted, onClear, onClose, children }: FilterSheetProps) {
  return (
    <Dialog
      open
      size="sheet"
      title={listWords.filters}
      onClose={onClose}
      actions={
        <>
          {onClear && (
            <Button variant="plain" onClick={onClear}>
              {listWords.clearFilters}
            </Button>
          )}
          <Button variant="main" onClick={onClose}>
            {filterSheetWords.show(counted)}
          </Button>
        </>
      }
    >
      <div className={`stack ${styles.sheet}`}>{children}</div>
    </Dialog>
  )
}
