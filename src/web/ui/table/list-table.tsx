import { type TableOptions, useTable } from '@tanstack/react-table'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useFollow } from './use-follow.ts'
import { type Features, features } from './features.ts'
import { Heading, type Sort } from './heading.tsx'
import styles from './list-table.module.css'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableRow } from './table-row.tsx'

export type ListTableProps<Row extends { id: number }> = {
  caption: string
  columns: TableOptions<Features, Row>['columns']
  /** Undefined before the first response. */
  rows: Row[] | undefined
  /** The query behind these rows. When it changes, rows are replaced without animation. */
  of: unknown
  /** The query on its way: `of`, or its successor. */
  asked: unknown
  /** The most rows that the response can have. */
  expected: number
  sort: Sort
  onSort: (sort: Sort) => void
  sortLabel: (column: string, next: 'asc' | 'desc') => string
  /** A request is in flight. */
  busy: boolean
  /** The rows belong to earlier filters. */
  outdated: boolean
  /** Rows deleted elsewhere that are still shown, and their label. */
  gone?: ReadonlySet<number> | undefined
  goneLabel: string
  className?: string | undefined
  /** Shown over the headings, without taking space. */
  over?: ReactNode
  foot?: ReactNode
}

/** A list's table. It sets the roles explicitly, because the phone layout removes the native ones. */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { columns, rows, of, expected } = props
  // A longer page is shortened as soon as another one is requested, so that the footer moves with the click, not later.
  const few = useDeferredValue(expected)
  const shown = useMemo(() => rows?.slice(0, few) ?? [], [rows, few])
  const table = useTable<Features, Row>({
    features,
    columns,
    data: shown,
    getRowId: (row) => String(row.id),
  })

  const placeOf = useMemo(() => placesFor(of), [of])
  const room = useRoom(props)
  const follow = useFollow()

  return (
    <div
      className={styles.sheet}
      data-wide={columns.length > 7 || undefined}
      data-busy={props.busy || undefined}
      data-outdated={props.outdated || undefined}
    >
      {props.over}
      <table
        role="table"
        className={`${styles.table} ${props.className ?? ''}`}
        aria-busy={props.outdated || !rows}
        onClick={follow}
      >
        <caption>{props.caption}</caption>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr role="row" key={group.id}>
              {group.headers.map((header) => (
                <Heading
                  key={header.id}
                  header={header}
                  sort={props.sort}
                  onSort={props.onSort}
                  sortLabel={props.sortLabel}
                />
              ))}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup" style={{ minHeight: `min(${room} * var(--row), 100dvh)` }}>
          {rows ? (
            table
              .getRowModel()
              .rows.map((row) => (
                <TableRow
                  key={placeOf(row.id)}
                  row={row}
                  columns={columns}
                  gone={props.gone?.has(row.original.id) ? props.goneLabel : undefined}
                />
              ))
          ) : (
            <SkeletonRows rows={expected} columns={columns} />
          )}
        </tbody>
      </table>
      {props.foot}
    </div>
  )
}

/** Numbers the rows of one query in the order of their first appearance. A number is never used again. */
function placesFor(_of: unknown) {
  const places: string[] = []
  return (id: string) => {
    const place = places.indexOf(id)
    return place < 0 ? places.push(id) - 1 : place
  }
}

/**
 * The number of rows to reserve space for. A new query reserves space for the most rows it can return, so that the
 * footer doesn't move when they arrive.
 */
function useRoom<Row extends { id: number }>({ asked, expected }: ListTableProps<Row>) {
  const [room, setRoom] = useState({ asked, rows: 0 })
  if (room.asked !== asked) setRoom({ asked, rows: expected })
  return room.rows
}
