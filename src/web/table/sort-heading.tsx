import { FlexRender, type Header } from '@tanstack/react-table'
import { Icon } from '#web/ui/icon.tsx'
import type { Features } from './features.ts'
import styles from './list-table.module.css'

type SortHeadingProps<Row extends object> = {
  header: Header<Features, Row, unknown>
  sortLabel: (column: string, next: 'asc' | 'desc') => string
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/** A column's heading; a button where the list can be sorted by it. Only the sorted one says `aria-sort`. */
export function SortHeading<Row extends object>({ header, sortLabel }: SortHeadingProps<Row>) {
  const { column } = header
  const { meta, header: title } = column.columnDef
  const sorted = column.getIsSorted()
  if (!column.getCanSort()) {
    return (
      <th role="columnheader" scope="col" className={meta?.className}>
        {meta?.hiddenHeading ? <span className="hidden-visually">{String(title)}</span> : <FlexRender header={header} />}
      </th>
    )
  }
  const first = column.getFirstSortDir()
  const next = sorted === 'asc' ? 'desc' : sorted === 'desc' ? 'asc' : first
  return (
    <th role="columnheader" scope="col" className={meta?.className} {...(sorted && { 'aria-sort': ariaSort[sorted] })}>
      <button type="button" className={styles.sort} title={sortLabel(String(title), next)} onClick={() => column.toggleSorting(next === 'desc')}>
        <FlexRender header={header} />
        <Icon name={(sorted || first) === 'asc' ? 'up' : 'down'} />
      </button>
    </th>
  )
}
