import { type TableOptions, useTable } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { type Features, features } from './features.ts'
import { Heading, type Sort } from './heading.tsx'
import styles from './list-table.module.css'
import { SkeletonRows } from './skeleton-rows.tsx'

export type ListTableProps<Row extends { id: number }> = {
  caption: string
  columns: TableOptions<Features, Row>['columns']
  /** Undefined while nothing has been loaded yet. */
  rows: Row[] | undefined
  /** How many rows the skeleton has, so that the page keeps its height. */
  expected: number
  sort: Sort
  onSort: (sort: Sort) => void
  sortLabel: (column: string, next: 'asc' | 'desc') => string
  /** A request is under way. */
  busy: boolean
  /** The rows belong to other filters than those shown above them. */
  outdated: boolean
  /** Rows that were deleted elsewhere and still stand here, and what to say of them. */
  gone?: ReadonlySet<number> | undefined
  goneLabel: string
  className?: string | undefined
  /** Lies over the headings and takes no room. */
  over?: ReactNode
  foot?: ReactNode
}

const noRows: never[] = []

/** A list's table. The roles are written out because the phone layout takes the native ones away. */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { columns, rows } = props
  const table = useTable<Features, Row>({
    features,
    columns,
    data: rows ?? noRows,
    getRowId: (row) => String(row.id),
  })

  return (
    <div className={styles.sheet} data-busy={props.busy || undefined} data-outdated={props.outdated || undefined}>
      {props.over}
      <table role="table" className={`${styles.table} ${props.className ?? ''}`} aria-busy={props.outdated || !rows}>
        <caption>{props.caption}</caption>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr role="row" key={group.id}>
              {group.headers.map((header) => (
                <Heading key={header.id} header={header} sort={props.sort} onSort={props.onSort} sortLabel={props.sortLabel} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {rows ? (
            table.getRowModel().rows.map((row) => (
              <tr role="row" key={row.id} data-row={row.id} {...(props.gone?.has(row.original.id) && { 'data-gone': '', title: props.goneLabel })}>
                {row.getAllCells().map((cell) => (
                  <td role="cell" key={cell.id} className={cell.column.columnDef.meta?.className}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <SkeletonRows rows={props.expected} columns={columns} />
          )}
        </tbody>
      </table>
      {props.foot}
    </div>
  )
}
