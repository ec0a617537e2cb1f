import * as z from 'zod'
import { storedValue } from '#web/data/browser-storage.ts'
import { isVisitor } from '#web/data/reader.ts'
import { server } from '#web/data/server.ts'
import type { ListTableProps } from '#web/ui/list-table.tsx'
import { createStore, useStore } from '#web/ui/store.ts'
import type { ResourceName, Row } from './resource.ts'

/** The columns that differ from the default of their list, as "list.column". */
type Choice = Record<string, boolean>

const stored = storedValue('browser', `seo-reports:columns:${server}`, z.record(z.string(), z.boolean()), {})
/** Module state: one choice for every list of this browser and server. */
const choice = createStore<Choice>(stored.get())

export const useColumnChoice = () => useStore(choice)

/** Changes the choice; null resets every list to its default. */
export function chooseColumns(change: Choice | null) {
  choice.set(change ? { ...choice.get(), ...change } : {})
  stored.set(choice.get())
}

export const isChosen = (choice: Choice, list: ResourceName, column: string, byDefault = true) =>
  choice[`${list}.${column}`] ?? byDefault

/** Returns true if a column is of no use to visitors, and the reader is one. */
export const isHiddenFromVisitor = (column: string) => isVisitor() && ['select', 'actions', 'privacy'].includes(column)

type Column<R extends Row> = ListTableProps<R>['columns'][number]

/** Returns the field of the rows that a column shows; undefined if it shows none. */
export const fieldOf = <R extends Row>(column: Column<R>) => (column as { accessorKey?: keyof R & string }).accessorKey

export const columnName = <R extends Row>(column: Column<R>) => column.id ?? fieldOf(column) ?? ''

/** Returns the names of the columns beyond the specification that no row has a value of, separated by spaces. */
export const unsentColumns = <R extends Row>(columns: readonly Column<R>[], rows: readonly R[]) =>
  columns
    .filter((column) => {
      const field = fieldOf(column)
      return column.meta?.extension && field && rows.every((row) => row[field] === null)
    })
    .map(columnName)
    .join(' ')

/** Returns the columns of a list that are shown. */
export const chosenColumns = <R extends Row>(
  choice: Choice,
  list: ResourceName,
  columns: ListTableProps<R>['columns'],
  without: readonly string[],
) =>
  columns.filter((column) => {
    const name = columnName(column)
    if (without.includes(name) || isHiddenFromVisitor(name)) return false
    return isChosen(choice, list, name, !column.meta?.optional)
  })
