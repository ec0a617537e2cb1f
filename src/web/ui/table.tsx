import {
  type ColumnDef,
  FlexRender,
  type Header,
  type Row as TableRowOf,
  type RowData,
  tableFeatures,
  type TableOptions,
  useTable,
} from '@tanstack/react-table'
import { memo, type ReactNode, useMemo } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Skeleton } from './page.tsx'
import { useLinkClicks } from './use-link-clicks.ts'
import styles from './table.module.css'

export type ColumnMeta = {
  /** A column without one takes what the others leave. In a list, only the main one does so; others get 5.5rem. */
  width?: string
  /** The width in a list of a tablet, if it differs; null if there is no room for the column there. */
  narrow?: string | null
  /**
   * What the card of a narrow table does with the cell. A list has a place for each of these and shows no others. The
   * cards of other tables show each value behind its heading: `line` gives it a line of its own, `bare` leaves out the
   * heading, and `end` puts it into the upper corner.
   */
  card?:
    | ('select' | 'main' | 'score' | 'state' | 'change' | 'date' | 'second' | 'actions')
    | ('line' | 'bare' | 'bare line' | 'bare end')
  isNumber?: boolean
  /** The cells are the headings of their rows. */
  isRowHeading?: boolean
  /** The sort key of this column and its first direction. */
  sort?: Sort
  /** Hidden by default. */
  optional?: true
  /** The field is beyond the specification. The column is hidden while no row has a value. */
  extension?: true
  /** Always shown. */
  fixed?: true
  /** A part of the cell that can be hidden alone. */
  part?: { name: string; label: string }
  /** The tooltip of a heading that doesn't sort. */
  title?: string
  /** The heading is for screen readers only. */
  hiddenHeading?: boolean
  /** The column has controls, which paper leaves out. */
  isControl?: boolean
  className?: string | undefined
}

type Sort = { by: string; direction: 'asc' | 'desc' }

/**
 * The tables use the library's columns, headings, rows and cells. The server sorts and pages, and the URL holds that
 * state, so the library's features for it are left out.
 */
const features = tableFeatures({ columnMeta: {} as ColumnMeta })

export type Features = typeof features
export type Columns<Row extends RowData> = TableOptions<Features, Row>['columns']

/** Returns a column whose cells show what `cell` returns for their row. */
export const column = <Row extends RowData>(
  header: string,
  cell: (row: Row) => ReactNode,
  meta: ColumnMeta = {},
): ColumnDef<Features, Row> => ({ header, meta, cell: ({ row }) => cell(row.original) })

export type TableProps<Row extends RowData> = {
  /** For screen readers. */
  caption: string
  columns: Columns<Row>
  /** Undefined before the first response. */
  rows?: readonly Row[] | undefined
  keyOf: (row: Row) => string | number
  /**
   * `facts` has rows as high as their texts, and `pair` a value of each side in a row. Each has cards of its own where
   * the table is narrow. Null leaves that to `className`.
   */
  look?: 'facts' | 'pair' | null
  className?: string | undefined
  rowClass?: (row: Row) => string | undefined
  /** True for a row whose value is the same in all columns, which then stands there once. */
  isSpanned?: (row: Row) => boolean
  /** Keys move the cursor over the rows. */
  hasCursor?: boolean
  /** The rows under the headings of their groups, instead of `rows`. */
  groups?: readonly { key: string; label: string | null; rows: readonly Row[] }[]
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The tooltip of a heading that sorts. */
  sortLabel?: (column: string, next: Sort) => string
  isBusy?: boolean
  /** The number of placeholders before the first rows. */
  expected?: number
  /** The label of a row that was deleted elsewhere and is still shown. */
  deletedLabel?: (row: Row) => string | undefined
}

/** A table with more columns than this, besides those of controls, is wider than its place, which scrolls. */
const widest = 8

/** The one table. It sets the roles explicitly, because the cards remove the native ones. */
export function Table<Row extends RowData>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, look = 'facts', hasCursor = false, groups } = props
  // Headings can be equal, such as those of two reports of one day.
  const identified = useMemo(
    () => columns.map((column, place) => ('accessorKey' in column ? column : { id: String(place), ...column })),
    [columns],
  )
  const table = useTable<Features, Row>({
    features,
    columns: identified,
    data: (groups?.flatMap((group) => group.rows) ?? rows ?? []) as Row[],
    getRowId: (row) => String(keyOf(row)),
  })
  const onLinkClick = useLinkClicks()
  const isWide = columns.filter(({ meta }) => !meta?.isControl).length > widest
  const toRow = (row: TableRowOf<Features, Row>) => (
    <TableRow
      key={row.id}
      row={row}
      columns={columns}
      className={props.rowClass?.(row.original)}
      isSpanned={props.isSpanned?.(row.original) ?? false}
      hasCursor={hasCursor}
      deletedLabel={props.deletedLabel?.(row.original)}
    />
  )
  return (
    <div className={styles.place} data-wide={isWide || undefined}>
      <table
        role="table"
        className={classes(styles.table, look && styles[look], props.className)}
        style={isWide ? { '--columns': String(columns.length) } : undefined}
        aria-busy={props.isBusy}
        onClick={onLinkClick}
      >
        <caption className="hidden-visually">{caption}</caption>
        <colgroup>
          {table.getAllLeafColumns().map(({ id, columnDef: { meta } }) => (
            <col key={id} style={widthOf(meta)} {...partOf(meta)} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr role="row" key={group.id}>
              {group.headers.map((header) => (
                <Heading key={header.id} header={header} {...props} />
              ))}
            </tr>
          ))}
        </thead>
        {groups ? (
          groups.map(({ key, label, rows: ofGroup }) => (
            <tbody role="rowgroup" key={key}>
              {label && (
                <tr role="row" className={styles.group}>
                  <th role="rowheader" scope="rowgroup" colSpan={columns.length}>
                    <span role="heading" aria-level={3}>
                      {label}
                    </span>
                  </th>
                </tr>
              )}
              {ofGroup.map((row) => toRow(table.getRow(String(keyOf(row)))))}
            </tbody>
          ))
        ) : (
          <tbody role="rowgroup">
            {rows ? table.getRowModel().rows.map(toRow) : <SkeletonRows rows={props.expected ?? 0} columns={columns} />}
          </tbody>
        )}
      </table>
    </div>
  )
}

const widthOf = ({ width, narrow }: ColumnMeta = {}) => ({
  ...(width && { '--column': width }),
  ...(narrow && { '--column-narrow': narrow }),
})

/** What the style sheet knows of a cell: the part of its column. */
const partOf = ({ card, narrow, isNumber, isControl, className }: ColumnMeta = {}) => ({
  className,
  'data-card': card,
  'data-narrow': narrow === null ? 'hidden' : narrow && '',
  'data-number': isNumber ? '' : undefined,
  'data-control': isControl ? '' : undefined,
})

type HeadingProps<Row extends RowData> = Pick<TableProps<Row>, 'sort' | 'onSort' | 'sortLabel'> & {
  header: Header<Features, Row, unknown>
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/** A column's heading, a button if the table can be sorted by it. Only the sorted column has `aria-sort`. */
function Heading<Row extends RowData>({ header, sort, onSort, sortLabel }: HeadingProps<Row>) {
  const { meta, header: title } = header.column.columnDef
  // Over the headings of rows.
  if (title === '') return <td role="cell" {...partOf(meta)} />
  const sortable = onSort && meta?.sort
  const sorted = sortable && sortable.by === sort?.by ? sort.direction : null
  const next = sortable && { ...sortable, direction: sorted ? opposite[sorted] : sortable.direction }
  return (
    <th
      role="columnheader"
      scope="col"
      title={meta?.title}
      {...partOf(meta)}
      aria-sort={sorted ? ariaSort[sorted] : undefined}
    >
      {next ? (
        <button
          type="button"
          className={styles.sort}
          title={sortLabel?.(String(title), next)}
          onClick={() => onSort(next)}
        >
          <FlexRender header={header} />
          <Icon name={(sorted ?? next.direction) === 'asc' ? 'up' : 'down'} />
        </button>
      ) : meta?.hiddenHeading ? (
        <span className="hidden-visually">{String(title)}</span>
      ) : (
        <FlexRender header={header} />
      )}
    </th>
  )
}

const opposite = { asc: 'desc', desc: 'asc' } as const

type TableRowProps<Row extends RowData> = {
  row: TableRowOf<Features, Row>
  /** Only other columns make other cells. */
  columns: unknown
  className: string | undefined
  isSpanned: boolean
  hasCursor: boolean
  deletedLabel: string | undefined
}

/** A row, rendered again only when its data changes, so that a control above 100 rows stays fast. */
function PlainRow<Row extends RowData>(props: TableRowProps<Row>) {
  const { row, className, isSpanned, hasCursor, deletedLabel } = props
  const cells = row.getAllCells()
  return (
    <tr
      role="row"
      className={className}
      data-row={hasCursor ? row.id : undefined}
      data-deleted={deletedLabel && ''}
      title={deletedLabel}
    >
      {(isSpanned ? cells.slice(0, 2) : cells).map((cell, place) => {
        const { meta, header } = cell.column.columnDef
        if (meta?.isRowHeading)
          return (
            <th role="rowheader" scope="row" key={cell.id} {...partOf(meta)}>
              <FlexRender cell={cell} />
            </th>
          )
        const span = isSpanned && place === 1 ? { colSpan: cells.length - 1 } : null
        return (
          <td
            role="cell"
            key={cell.id}
            {...partOf(meta)}
            {...span}
            data-label={!span && typeof header === 'string' ? header : undefined}
          >
            <FlexRender cell={cell} />
          </td>
        )
      })}
    </tr>
  )
}

const TableRow = memo(
  PlainRow,
  (before, now) =>
    before.row.original === now.row.original &&
    before.columns === now.columns &&
    before.className === now.className &&
    before.isSpanned === now.isSpanned &&
    before.hasCursor === now.hasCursor &&
    before.deletedLabel === now.deletedLabel,
) as typeof PlainRow

/** Placeholder rows of the real rows' height, hidden from screen readers. */
function SkeletonRows<Row extends RowData>({ rows, columns }: { rows: number; columns: Columns<Row> }) {
  return Array.from({ length: rows }, (_, index) => (
    <tr role="row" key={index} aria-hidden="true">
      {columns.map(({ id, meta }, place) => (
        <td role="cell" key={id ?? place} {...partOf(meta)}>
          <Skeleton width={meta?.hiddenHeading ? 0 : `${40 + ((index + place) % 3) * 20}%`} height=".625rem" />
        </td>
      ))}
    </tr>
  ))
}
