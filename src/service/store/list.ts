import type { Kysely } from 'kysely'
import { emptyList, type ListResult } from './list-result.ts'
import type { Schema } from './schema.ts'
import { search } from './search.ts'
import type { Ids, Listed } from './search-walk.ts'
import { whileUnchanged } from './while-unchanged.ts'
import { windowOf } from './window.ts'

type Paged = { search: string; page: number; per_page: number }

type Rows<Row> = {
  /** In any order. */
  rowsOf(ids: Ids | number[]): Promise<Row[]>
  order(a: Row, b: Row): number
}

/** One page of a list, made once for all who look at it until something changes. */
export function page<Row extends { id: number }>(
  db: Kysely<Schema>,
  listed: Listed,
  query: Paged,
  rows: Rows<Row>,
): Promise<ListResult<Row>> {
  const { table, filter, sort, direction } = listed
  const key = JSON.stringify(['page', table, filter, sort, direction, query.search, query.page, query.per_page])
  return whileUnchanged(db, key, () => readPage(db, listed, query, rows))
}

/**
 * Without a search the total is known beforehand, and the order is walked from its nearer end through an index that holds
 * all it needs; the rows themselves are fetched for the page alone.
 */
async function readPage<Row extends { id: number }>(
  db: Kysely<Schema>,
  listed: Listed,
  query: Paged,
  { rowsOf, order }: Rows<Row>,
): Promise<ListResult<Row>> {
  const limit = query.per_page
  const offset = (query.page - 1) * limit
  if (query.search === '') return walked(listed, offset, limit, { rowsOf, order })
  if (offset >= listed.total)
    return {
      ...emptyList,
      ...(await search(db, listed, query.search, { offset: 0, limit: 1 })),
      rows: [],
      hasNext: false,
    }
  const found = await search(db, listed, query.search, { offset, limit })
  return { ...found, rows: found.rows.length > 0 ? (await rowsOf(found.rows)).sort(order) : [] }
}

async function walked<Row extends { id: number }>(
  { ids, total }: Listed,
  offset: number,
  limit: number,
  { rowsOf, order }: Rows<Row>,
): Promise<ListResult<Row>> {
  const window = windowOf(total, offset, limit)
  if (!window) return { ...emptyList, total }
  const rows = await rowsOf(ids(window.backwards).limit(window.limit).offset(window.offset))
  return { rows: rows.sort(order), total, totalRelation: 'eq', hasNext: offset + rows.length < total }
}
