import { FlexRender, type Header } from '@tanstack/react-table'
import { Icon } from '../icon.tsx'
import type { Features } from './features.ts'
import styles from './list-table.module.css'

export type Sort = { by: string; direction: 'asc' | 'desc' }

type HeadingProps<Row extends object> = {
  header: Header<Features, Row, unknown>
  sort: Sort
  onSort: (sort: Sort) => void
  sortLabel: (column: string, next: 'asc' | 'desc') => string
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/** A column's heading, a button if the list can be sorted by it. Only the sorted column has `aria-sort`. */
export function Heading<Row extends object>({ header, sort, onSort, sortLabel }: HeadingProps<Row>) {
  const { meta, header: title } = header.column.columnDef
  const sortable = meta?.sort
  const sorted = sortable?.by === sort.by ? sort.direction : null
  const next = sorted ? (sorted === 'asc' ? 'desc' : 'asc') : sortable?.first
  return (
    <th role="columnheader" scope="col" className={meta?.className} {...(sorted && { 'aria-sort': ariaSort[sorted] })}>
      {sortable && next ? (
        <button
          type="button"
          className={styles.sort}
          title={sortLabel(String(title), next)}
          onClick={() => onSort({ by: sortable.by, direction: next })}
        >
          <FlexRender header={header} />
          <Icon name={(sorted ?? next) === 'asc' ? 'up' : 'down'} />
        </button>
      ) : meta?.hiddenHeading ? (
        <span className="hidden-visually">{String(title)}</span>
      ) : (
        <FlexRender header={header} />
      )}
    </th>
  )
}
