import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { emptyList, type Ids, type FilteredList, type ListResult, windowOf } from './list.ts'
import { cachedUntilChange } from './query-cache.ts'
import { uncountedPage } from './search-walk.ts'
import { search } from './search.ts'

type Page = { page: number; per_page: number }

type Rows<Row> = {
  /** Returns the rows of some IDs, in any order. */
  rowsOf(ids: Ids | number[]): Promise<Row[]>
  order(a: Row, b: Row): number
}

/** Returns one page of a list, cached until the data changes. */
export function listPage<Row extends { id: number }>(
  db: Kysely<Schema>,
  list: FilteredList,
  page: Page,
  rows: Rows<Row>,
): Promise<ListResult<Row>> {
  const { table, filterKey, search: text, sort, direction } = list
  const key = JSON.stringify(['page', table, filterKey, sort, direction, text, page.page, page.per_page])
  return cachedUntilChange(db, key, () => readPage(db, list, page, rows))
}

/**
 * Without a search, the total is known in advance, at least up to a limit. The list is walked from its nearer end,
 * through an index that holds all that is needed, and only the rows of the page are read.
 */
async function readPage<Row extends { id: number }>(
  db: Kysely<Schema>,
  list: FilteredList,
  page: Page,
  { rowsOf, order }: Rows<Row>,
): Promise<ListResult<Row>> {
  const limit = page.per_page
  const offset = (page.page - 1) * limit
  if (!list.search) return walkedPage(list, offset, limit, { rowsOf, order })
  if (list.totalRelation === 'eq' && offset >= list.total) {
    const first = await search(db, list, list.search, { offset: 0, limit: 1 })
    return { ...first, rows: [], hasNext: false }
  }
  const found = await search(db, list, list.search, { offset, limit })
  return { ...found, rows: found.rows.length > 0 ? (await rowsOf(found.rows)).sort(order) : [] }
}

async function walkedPage<Row extends { id: number }>(
  { ids, total, totalRelation }: FilteredList,
  offset: number,
  limit: number,
  { rowsOf, order }: Rows<Row>,
): Promise<ListResult<Row>> {
  if (totalRelation === 'gte') {
    const found = await uncountedPage(ids(), { offset, limit })
    return { ...found, total, rows: found.rows.length > 0 ? (await rowsOf(found.rows)).sort(order) : [] }
  }
  const window = windowOf(total, offset, limit)
  if (!window) return { ...emptyList, total }
  const rows = await rowsOf(ids(window.backwards).limit(window.limit).offset(window.offset))
  return { rows: rows.sort(order), total, totalRelation: 'eq', hasNext: offset + rows.length < total }
}
