import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { densities, setPreferences, usePreferences } from '#web/ui/preferences.ts'
import { Segments } from '#web/ui/segments.tsx'
import { columnsWords as words } from './column-words.ts'
import { type Choice, columnChoice, columnsName, isShown, useColumnChoice } from './column-choice.ts'
import styles from './columns-dialog.module.css'

/** `name` stands before the column in what is kept; the order is that of the table. */
export type ChosenColumn = { name: string; label: string; optional?: boolean | undefined }

/** Which columns a list has and how tight its rows are; it changes behind the dialog at once. */
export function ColumnsDialog({ columns, onClose }: { columns: ChosenColumn[]; onClose: () => void }) {
  const choice = useColumnChoice()
  const { density } = usePreferences()
  const group = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button
            variant="plain"
            onClick={() => {
              chooseColumns(null)
              setPreferences({ density: 'comfortable' })
            }}
          >
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
              checked={isShown(choice, name, !optional)}
              onChange={(event) => chooseColumns({ [name]: event.target.checked })}
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

/** Null leaves all columns to the lists again. */
function chooseColumns(change: Choice | null) {
  columnChoice.set(change ? { ...columnChoice.get(), ...change } : {})
  try {
    localStorage.setItem(columnsName, JSON.stringify(columnChoice.get()))
  } catch {
    // A browser that keeps nothing still shows the choice until the tab is closed.
  }
}
