import type { CellContext, Row as TableRowOf } from '@tanstack/react-table'
import { memo, type ReactNode } from 'react'
import type { Features } from './features.ts'

type TableRowProps<Row extends object> = {
  row: TableRowOf<Features, Row>
  /** Only other columns make other cells. */
  columns: unknown
  /** The label of a row deleted elsewhere that is still shown. */
  gone: string | undefined
}

/**
 * A row, rendered again only when its data changes, so that a control above 100 rows stays fast. A column's `cell` is
 * called as a function, not mounted as a component, which saves two elements per cell.
 */
function DrawnRow<Row extends object>({ row, gone }: TableRowProps<Row>) {
  return (
    <tr role="row" data-row={row.id} data-gone={gone && ''} title={gone}>
      {row.getAllCells().map((cell) => {
        const { meta, cell: draw } = cell.column.columnDef
        return (
          <td role="cell" key={cell.id} className={meta?.className}>
            {(draw as (context: CellContext<Features, Row>) => ReactNode)(cell.getContext())}
          </td>
        )
      })}
    </tr>
  )
}

export const TableRow = memo(
  DrawnRow,
  (before, now) =>
    before.row.original === now.row.original && before.columns === now.columns && before.gone === now.gone,
) as typeof DrawnRow
