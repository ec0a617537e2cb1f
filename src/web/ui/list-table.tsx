import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { classes } from './classes.ts'
import { Table, type TableProps } from './table.tsx'
import styles from './list-table.module.css'

export type ListTableProps<Row extends { id: number }> = Required<
  Pick<TableProps<Row>, 'caption' | 'columns' | 'sort' | 'onSort' | 'sortLabel'>
> & {
  /** Undefined before the first response. */
  rows: Row[] | undefined
  /** The requested query. The rows of the one before stay until its own arrive. */
  query: unknown
  /** The most rows that the response can have. */
  expected: number
  /** A request is in flight. */
  busy: boolean
  /** The rows are not those of `query`, and must not be taken for them. */
  outdated: boolean
  /** Rows deleted elsewhere that are still shown, and their label. */
  deleted?: ReadonlySet<number> | undefined
  deletedLabel: string
  className?: string | undefined
  /** Shown over the headings, without taking space. */
  over?: ReactNode
  foot?: ReactNode
}

const keyOf = (row: { id: number }) => row.id

/** The table of a list with its placeholders, and what shows that its rows are being replaced. */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { caption, columns, rows, expected, sort, onSort, sortLabel, deleted, deletedLabel, busy, outdated } = props
  // A longer page is shortened as soon as another one is requested, so that the footer moves with the click, not later.
  const few = useDeferredValue(expected)
  const shown = useMemo(() => rows?.slice(0, few), [rows, few])
  const room = useRoom(props)
  return (
    <div className={styles.container}>
      <div
        className={classes('box', styles.sheet, props.className)}
        data-busy={busy || undefined}
        data-outdated={outdated || undefined}
        style={{ '--room': String(room) }}
      >
        {props.over}
        <Table
          look={null}
          className={styles.list}
          caption={caption}
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          hasCursor
          expected={expected}
          sort={sort}
          onSort={onSort}
          sortLabel={sortLabel}
          isBusy={!rows || (outdated && busy)}
          deletedLabel={({ id }) => (deleted?.has(id) ? deletedLabel : undefined)}
        />
        {props.foot && <div className={styles.foot}>{props.foot}</div>}
      </div>
    </div>
  )
}

/**
 * The number of rows to reserve space for. A new query reserves space for the most rows it can return, so that the
 * footer doesn't move when they arrive.
 */
function useRoom<Row extends { id: number }>({ query, expected }: ListTableProps<Row>) {
  const [room, setRoom] = useState({ query, rows: 0 })
  if (room.query !== query) setRoom({ query, rows: expected })
  return room.rows
}
