import { type Kysely, type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type CountedList, type ListResult, orderOf, selectRows, sliceOf, type Total } from './list.ts'
import { scannedIds, scannedTotal } from './search.ts'

type Paging = { page: number; per_page: number }

export const emptyList = { rows: [], total: 0, totalRelation: 'eq', hasNext: false } satisfies ListResult<never>

export const totalOf = (db: Kysely<Schema>, list: CountedList): Promise<Total> =>
  list.scanned ? scannedTotal(db, list, list.scanned) : list.count()

/**
 * Returns one page. A list whose length is known is read from its nearer end. `rowsOf` reads the rows with some IDs in
 * the order of the list: only those of the page, while the others are skipped in an index.
 */
export async function listPage<Row>(
  db: Kysely<Schema>,
  list: CountedList,
  { page, per_page }: Paging,
  rowsOf: (ids: RawBuilder<unknown>) => Promise<Row[]>,
): Promise<ListResult<Row>> {
  const total = await totalOf(db, list)
  const offset = (page - 1) * per_page
  if (total.totalRelation === 'eq' && offset >= total.total) return { ...emptyList, ...total }
  if (list.scanned) {
    const ids = await scannedIds(db, list, list.scanned, { offset, limit: per_page + 1 })
    const rows = ids.length > 0 ? await rowsOf(sql.join(ids.slice(0, per_page))) : []
    return { rows, ...total, hasNext: ids.length > per_page }
  }
  if (total.totalRelation === 'gte') {
    const rows = await rowsOf(
      sql`${selectRows(list)} order by ${orderOf(list)} ${sliceOf({ offset, limit: per_page + 1 })}`,
    )
    return { rows: rows.slice(0, per_page), ...total, hasNext: rows.length > per_page }
  }
  const limit = Math.min(per_page, total.total - offset)
  const after = total.total - offset - limit
  const isNearEnd = after < offset
  const slice = sliceOf({ offset: isNearEnd ? after : offset, limit })
  const rows = await rowsOf(sql`${selectRows(list)} order by ${orderOf(list, isNearEnd)} ${slice}`)
  return { rows, ...total, hasNext: after > 0 }
}

/** Returns one page of sorted rows of which there are `total`. For short lists: it reads the rows of earlier pages. */
export async function countedPage<Joined, Tables extends keyof Joined, Row, Listed>(
  sorted: SelectQueryBuilder<Joined, Tables, Row>,
  { total, page, per_page }: { total: number } & Paging,
  toRecord: (row: Simplify<Row>) => Listed,
): Promise<ListResult<Listed>> {
  const offset = (page - 1) * per_page
  const rows = offset < total ? await sorted.limit(per_page).offset(offset).execute() : []
  return { rows: rows.map(toRecord), total, totalRelation: 'eq', hasNext: offset + rows.length < total }
}
