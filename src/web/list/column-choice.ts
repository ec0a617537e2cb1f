import { isVisitor } from '#web/data/session.ts'
import { server } from '#web/data/server.ts'
import type { ListTableProps } from '#web/ui/table/list-table.tsx'
import { createStore, useStore } from '#web/ui/store.ts'

export const columnsName = `seo-reports:columns:${server}`

/** By list and column, where somebody has chosen otherwise than the list itself. */
export type Choice = Record<string, boolean>

function kept(): Choice {
  try {
    return (JSON.parse(localStorage.getItem(columnsName) ?? '{}') as Choice | null) ?? {}
  } catch {
    return {}
  }
}

export const columnChoice = createStore(kept())

/** Which columns are shown, kept for this browser and server. */
export const useColumnChoice = () => useStore(columnChoice)

export const isShown = (choice: Choice, column: string, byDefault = true) => choice[column] ?? byDefault

/** What is of use to nobody without a key. */
const ownersOnly = ['select', 'actions', 'privacy']

/** The columns of a list that are shown. */
export const chosenColumns = <Row extends { id: number }>(
  choice: Choice,
  list: string,
  columns: ListTableProps<Row>['columns'],
) =>
  columns.filter((column) => {
    const name = column.id ?? (column as { accessorKey?: string }).accessorKey ?? ''
    return isShown(choice, `${list}.${name}`, !column.meta?.optional) && !(isVisitor() && ownersOnly.includes(name))
  })
