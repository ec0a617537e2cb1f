import { attempt } from '#web/data/attempt.ts'
import { server } from '#web/data/server.ts'
import { isVisitor } from '#web/data/session.ts'
import type { ListTableProps } from '#web/ui/list-table.tsx'
import { createStore, useStore } from '#web/ui/store.ts'
import type { ResourceName, Row } from './resource.ts'

const storageName = `seo-reports:columns:${server}`

/** The columns that differ from the default of their list, as "list.column". */
type Choice = Record<string, boolean>

/** Module state: one choice for every list of this browser and server. */
const choice = createStore<Choice>({ ...attempt(() => JSON.parse(localStorage.getItem(storageName) ?? '')) })

export const useColumnChoice = () => useStore(choice)

/** Changes the choice; null resets every list to its default. */
export function chooseColumns(change: Choice | null) {
  choice.set(change ? { ...choice.get(), ...change } : {})
  // Without storage, the choice lasts until the tab is closed.
  attempt(() => localStorage.setItem(storageName, JSON.stringify(choice.get())))
}

export const isChosen = (choice: Choice, list: ResourceName, column: string, byDefault = true) =>
  choice[`${list}.${column}`] ?? byDefault

/** Whether a column is of no use to the reader. */
export const isKeyOnly = (column: string) => isVisitor() && ['select', 'actions', 'privacy'].includes(column)

/** Returns the columns of a list that are shown. */
export const chosenColumns = <R extends Row>(
  choice: Choice,
  list: ResourceName,
  columns: ListTableProps<R>['columns'],
  without: readonly string[] = [],
) =>
  columns.filter((column) => {
    const name = column.id ?? (column as { accessorKey?: string }).accessorKey ?? ''
    if (without.includes(name) || isKeyOnly(name)) return false
    return isChosen(choice, list, name, !column.meta?.optional)
  })
