import type { SelectQueryBuilder, Simplify } from 'kysely'
import type { ListResult } from './list.ts'

/**
 * Returns one page of sorted rows of which there are `total`. It reads past the rows of earlier pages; reports and
 * websites have `listPage` instead.
 */
export async function countedPage<Joined, Tables extends keyof Joined, Row, Listed>(
  sorted: SelectQueryBuilder<Joined, Tables, Row>,
  { total, page, per_page }: { total: number; page: number; per_page: number },
  toRecord: (row: Simplify<Row>) => Listed,
): Promise<ListResult<Listed>> {
  const offset = (page - 1) * per_page
  const rows = offset < total ? await sorted.limit(per_page).offset(offset).execute() : []
  return { rows: rows.map(toRecord), total, totalRelation: 'eq', hasNext: offset + rows.length < total }
}
