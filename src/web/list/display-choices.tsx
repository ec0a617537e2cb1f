import { type ReactNode, useId } from 'react'
import { densities, setPreferences, usePreferences } from '#web/data/preferences.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { Segments } from '#web/ui/inputs.tsx'
import { Choices } from '#web/ui/opened-popover.tsx'
import { chooseColumns, columnName, fieldOf, isChosen, isHiddenFromVisitor, useColumnChoice } from './column-choice.ts'
import type { ListQuery, Resource, Row } from './resource.ts'
import { displayWords as words } from './words.ts'
import styles from './dialogs.module.css'

type DisplayChoicesProps<R extends Row, Q extends ListQuery> = {
  resource: Resource<R, Q>
  /** The rows on screen. Columns for which the server sends nothing are not offered. */
  rows: readonly R[]
  withoutColumns: readonly string[]
  /** The order and the export, if the toolbar is too narrow for them. */
  tools: ReactNode
}

/** Chooses the columns and the row height of a list. */
export function DisplayChoices<R extends Row, Q extends ListQuery>({
  resource,
  rows,
  withoutColumns,
  tools,
}: DisplayChoicesProps<R, Q>) {
  const list = resource.name
  const columns = columnChoices(resource, rows).filter(({ name }) => !withoutColumns.includes(name))
  const choice = useColumnChoice()
  const { density } = usePreferences()
  const group = useId()
  const reset = () => {
    chooseColumns(null)
    setPreferences({ density: 'comfortable' })
  }
  return (
    <Choices resetLabel={words.reset} onReset={reset} doneLabel={words.done}>
      {tools && <div className="cluster">{tools}</div>}
      <fieldset className={`grid start ${styles.group}`}>
        <legend>{words.columns}</legend>
        <div className={`grid ${styles.columns}`}>
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
      <div className={`grid start ${styles.group}`}>
        <span aria-hidden="true">{words.density}</span>
        <Segments
          legend={words.density}
          name={group}
          value={density}
          options={densities.map((value) => ({ value, label: words.densities[value] }))}
          onChange={(value) => setPreferences({ density: value })}
        />
      </div>
      <p className="faint tiny">{words.kept}</p>
    </Choices>
  )
}

/** A column that can be shown or hidden. `optional` columns are hidden by default. */
type ColumnChoice = { name: string; label: string; optional?: true | undefined }

/** Returns the columns to choose from, and the parts of columns, in the order of the table. */
function columnChoices<R extends Row, Q extends ListQuery>(
  { columns }: Resource<R, Q>,
  rows: readonly R[],
): ColumnChoice[] {
  const isSent = (field: string) => rows.length === 0 || rows.some((row) => row[field as keyof R] !== null)
  return columns.flatMap((column) => {
    const { meta, header } = column
    if (meta?.part) return isSent(meta.part.name) ? [meta.part] : []
    const field = fieldOf(column)
    const name = columnName(column)
    if (
      meta?.fixed ||
      meta?.hiddenHeading ||
      isHiddenFromVisitor(name) ||
      typeof header !== 'string' ||
      (field && !isSent(field))
    )
      return []
    return [{ name, label: header, optional: meta?.optional }]
  })
}
