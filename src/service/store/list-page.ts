import type { Kysely } from 'kysely'
import { emptyList, type Ids, type Listed, type ListResult, windowOf } from './list.ts'
import { cachedUntilChange } from './query-cache.ts'
import type { Schema } from './schema.ts'
import { search } from './search.ts'

type Paged = { search: string; page: number; per_page: number }

type Rows<Row> = {
  /** Returns the rows of some ids, in any order. */
  rowsOf(ids: Ids | number[]): Promise<Row[]>
  order(a: Row, b: Row): number
}

/** Returns one page of a list, cached until the data changes. */
export function listPage<Row extends { id: number }>(
  db: Kysely<Schema>,
  listed: Listed,
  query: Paged,
  rows: Rows<Row>,
): Promise<ListResult<Row>> {
  const { table, filter, sort, direction } = listed
  const key = JSON.stringify(['page', table, filter, sort, direction, query.search, query.page, query.per_page])
  return cachedUntilChange(db, key, () => readPage(db, listed, query, rows))
}

/**
 * Without a search, the total is known in advance. The list is walked from its nearer end, through an index that holds
 * all that is needed, and only the rows of the page are read.
 */
async function readPage<Row extends { id: number }>(
  db: Kysely<Schema>,
  listed: Listed,
  query: Paged,
  { rowsOf, order }: Rows<Row>,
): Promise<ListResult<Row>> {
  const limit = query.per_page
  const offset = (query.page - 1) * limit
  if (query.search === '') return walkedPage(listed, offset, limit, { rowsOf, order })
  if (offset >= listed.total) {
    const first = await search(db, listed, query.search, { offset: 0, limit: 1 })
    return { ...first, rows: [], hasNext: false }
  }
  const found = await search(db, listed, query.search, { offset, limit })
  return { ...found, rows: found.rows.length > 0 ? (await rowsOf(found.rows)).sort(order) : [] }
}

async function walkedPage<Row extends { id: number }>(
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
