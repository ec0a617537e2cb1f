import {
  FlexRender,
  type Header,
  type Row as TableRowOf,
  tableFeatures,
  type TableOptions,
  useTable,
} from '@tanstack/react-table'
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { Icon } from './icon.tsx'
import { Skeleton } from './page.tsx'
import { useLinkClicks } from './use-link-clicks.ts'
import styles from './list-table.module.css'

/**
 * The tables use the library's columns, headings, rows and cells. The server sorts and pages, and the URL holds that
 * state, so the library's features for it are left out.
 */
const features = tableFeatures({
  columnMeta: {} as {
    /** The class of the column's cells and heading, unless its values are short and cards leave them out. */
    className?: string | undefined
    /** The sort key of this column and its first direction. */
    sort?: { by: string; first: 'asc' | 'desc' }
    /** Hidden by default. */
    optional?: true
    /** The field is beyond the specification. The column is hidden while no row has a value. */
    extension?: true
    /** Always shown. */
    fixed?: true
    /** A part of the cell that can be hidden alone. */
    part?: { name: string; label: string }
    /** The heading for screen readers if none is visible. */
    hiddenHeading?: boolean
  },
})

export type Features = typeof features

export type ListTableProps<Row extends { id: number }> = {
  caption: string
  columns: TableOptions<Features, Row>['columns']
  /** Undefined before the first response. */
  rows: Row[] | undefined
  /** The requested query. The rows of the one before stay until its own arrive. */
  query: unknown
  /** The most rows that the response can have. */
  expected: number
  sort: Sort
  onSort: (sort: Sort) => void
  sortLabel: (column: string, next: 'asc' | 'desc') => string
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

/** A table with more columns than this is wider than its list, which scrolls. */
const widest = 9

/** A list's table. It sets the roles explicitly, because the phone layout removes the native ones. */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { columns, rows, expected } = props
  // A longer page is shortened as soon as another one is requested, so that the footer moves with the click, not later.
  const few = useDeferredValue(expected)
  const shown = useMemo(() => rows?.slice(0, few) ?? [], [rows, few])
  const table = useTable<Features, Row>({
    features,
    columns,
    data: shown,
    getRowId: (row) => String(row.id),
  })

  const room = useRoom(props)
  const onLinkClick = useLinkClicks()

  return (
    <div className={styles.list}>
      <div
        className={`box ${styles.sheet}`}
        data-widest={columns.length > widest || undefined}
        data-busy={props.busy || undefined}
        data-outdated={props.outdated || undefined}
      >
        {props.over}
        <table
          role="table"
          className={`${styles.table} ${props.className ?? ''}`}
          style={columns.length > widest ? { '--columns': String(columns.length) } : undefined}
          aria-busy={!rows || (props.outdated && props.busy)}
          onClick={onLinkClick}
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
                    key={row.id}
                    row={row}
                    columns={columns}
                    deletedLabel={props.deleted?.has(row.original.id) ? props.deletedLabel : undefined}
                  />
                ))
            ) : (
              <SkeletonRows rows={expected} columns={columns} />
            )}
          </tbody>
        </table>
        {props.foot}
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

type Sort = { by: string; direction: 'asc' | 'desc' }

type HeadingProps<Row extends object> = {
  header: Header<Features, Row, unknown>
  sort: Sort
  onSort: (sort: Sort) => void
  sortLabel: (column: string, next: 'asc' | 'desc') => string
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/** A column's heading, a button if the list can be sorted by it. Only the sorted column has `aria-sort`. */
function Heading<Row extends object>({ header, sort, onSort, sortLabel }: HeadingProps<Row>) {
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

type TableRowProps<Row extends object> = {
  row: TableRowOf<Features, Row>
  /** Only other columns make other cells. */
  columns: unknown
  /** The label of a row deleted elsewhere that is still shown. */
  deletedLabel: string | undefined
}

/** A row, rendered again only when its data changes, so that a control above 100 rows stays fast. */
function PlainRow<Row extends object>({ row, deletedLabel }: TableRowProps<Row>) {
  return (
    <tr role="row" data-row={row.id} data-deleted={deletedLabel && ''} title={deletedLabel}>
      {row.getAllCells().map((cell) => (
        <td role="cell" key={cell.id} className={cell.column.columnDef.meta?.className}>
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  )
}

const TableRow = memo(
  PlainRow,
  (before, now) =>
    before.row.original === now.row.original &&
    before.columns === now.columns &&
    before.deletedLabel === now.deletedLabel,
) as typeof PlainRow

/** Placeholder rows of the real rows' height, hidden from screen readers. */
function SkeletonRows<Row extends object>({
  rows,
  columns,
}: {
  rows: number
  columns: TableOptions<Features, Row>['columns']
}) {
  return Array.from({ length: rows }, (_, index) => (
    <tr role="row" key={index} aria-hidden="true">
      {columns.map((column, place) => (
        <td role="cell" key={column.id ?? place} className={column.meta?.className}>
          <Skeleton width={column.meta?.hiddenHeading ? 0 : `${40 + ((index + place) % 3) * 20}%`} height=".625rem" />
        </td>
      ))}
    </tr>
  ))
}
