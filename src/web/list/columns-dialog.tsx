import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { densities, setPreferences, usePreferences } from '#web/ui/preferences.ts'
import { Segments } from '#web/ui/segments.tsx'
import { columnsWords as words } from './action-words.ts'
import { chooseColumns, isChosen, useColumnChoice } from './column-choice.ts'
import styles from './columns-dialog.module.css'
import type { ColumnChoice, ResourceName } from './resource.ts'

type ColumnsDialogProps = { list: ResourceName; columns: ColumnChoice[]; onClose: () => void }

/** Chooses the columns and the row height of a list. Changes apply at once, behind the dialog. */
export function ColumnsDialog({ list, columns, onClose }: ColumnsDialogProps) {
  const choice = useColumnChoice()
  const { density } = usePreferences()
  const group = useId()
  const reset = () => {
    chooseColumns(null)
    setPreferences({ density: 'comfortable' })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button variant="plain" onClick={reset}>
            {words.reset}
          </Button>
          <Button variant="main" onClick={onClose}>
            {words.done}
          </Button>
        </>
      }
    >
      <fieldset className={styles.group}>
        <legend>{words.columns}</legend>
        <div className={styles.columns}>
          {columns.map(({ name, label, optional }) => (
            <Checkbox
              key={name}
              label={label}
              checked={isChosen(choice, list, name, !optional)}
              onChange={(event) => chooseColumns({ [`${list}.${name}`]: event.target.checked })}
            />
          ))}
        </div>
      </fieldset>
      <div className={styles.group}>
        <span aria-hidden="true">{words.density}</span>
        <Segments
          legend={words.density}
          name={group}
          value={density}
          options={densities.map((value) => ({ value, label: words.densities[value] }))}
          onChange={(value) => setPreferences({ density: value })}
        />
      </div>
      <p className={styles.kept}>{words.kept}</p>
    </Dialog>
  )
}
