import type { CellContext, Row as TableRowOf } from '@tanstack/react-table'
import { memo, type ReactNode } from 'react'
import type { Features } from './features.ts'

type TableRowProps<Row extends object> = {
  row: TableRowOf<Features, Row>
  /** The same columns make the same cells. */
  columns: unknown
  /** What to say of a row that was deleted elsewhere and still stands here. */
  gone: string | undefined
}

/**
 * A row, drawn again only for other data: what is chosen above a list of a hundred must not cost a hundred rows. A
 * column's `cell` is called, not mounted: two elements less for each of some hundred cells.
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
