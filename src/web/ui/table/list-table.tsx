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
  /** Undefined while nothing has been loaded yet. */
  rows: Row[] | undefined
  /** What the rows were asked by: those of another question take the place of these instead of moving about. */
  of: unknown
  /** What rows are wanted by: `of`, or what comes after it. */
  asked: unknown
  /** How many rows there will be at most. */
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

/** A list's table. The roles are written out because the phone layout takes the native ones away. */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { columns, rows, of, expected } = props
  // Of a longer page the end goes before the next page is here: what stands under it comes up with the choice, not some time later.
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

/** Gives each row its place among all that were shown for one question; a row that goes leaves its place to no other. */
function placesFor(_of: unknown) {
  const places: string[] = []
  return (id: string) => {
    const place = places.indexOf(id)
    return place < 0 ? places.push(id) - 1 : place
  }
}

/**
 * How many rows there is room for. From the moment something else is asked for there is room for all that may come, and it
 * stays: what stands under the rows does not move when they arrive.
 */
function useRoom<Row extends { id: number }>({ asked, expected }: ListTableProps<Row>) {
  const [room, setRoom] = useState({ asked, rows: 0 })
  if (room.asked !== asked) setRoom({ asked, rows: expected })
  return room.rows
}
