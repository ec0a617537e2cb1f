import type { TableOptions } from '@tanstack/react-table'
import { Skeleton } from '../skeleton.tsx'
import type { Features } from './features.ts'

/** Placeholder rows of the real rows' height, hidden from screen readers. */
export function SkeletonRows<Row extends object>({
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
