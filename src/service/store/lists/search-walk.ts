import type { Kysely } from 'kysely'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import type { FilteredList, Ids, ListResult, ListTable } from './list.ts'
import { contains, type Search, searchedColumns } from './search-term.ts'

export type Slice = { offset: number; limit: number }
export type Found = ListResult<number>

/** Matches beyond this number are not counted. */
export const maxCounted = 10_000
/** Rows examined by searches that are too short for the trigram index. */
export const maxWalked = 200_000

/** Whether the trigram index can find a text: it needs three characters, counted in code points. */
export const isIndexed = ({ folded }: Search) => folded.length > 5 || [...folded].length >= 3

/** Returns up to one match more than are counted, from the first `rows` of `ids` in their order, or from all. */
export async function walk(
  db: Kysely<Schema>,
  { table, search }: { table: ListTable; search: Search },
  ids: Ids,
  rows?: number,
) {
  const limit = maxCounted + 1
  const isMatch = contains(engineOf(db), search)
  if (rows === undefined) return idsOf(ids.where(isMatch(table)).limit(limit))
  // The outer query keeps the order of the inner one.
  const walked = ids.select(searchedColumns(table, search)).limit(rows).as('walked')
  return idsOf(db.selectFrom(walked).select('walked.id').where(isMatch('walked')).limit(limit))
}

/** Whether a list has at most this number of rows. An inexact total leaves that open. */
export async function hasAtMost({ total, totalRelation, ids }: FilteredList, rows: number): Promise<boolean> {
  if (total > rows || totalRelation === 'eq') return total <= rows
  return (await idsOf(ids().limit(1).offset(rows))).length === 0
}

export async function idsOf(query: { execute(): Promise<{ id: number }[]> }): Promise<number[]> {
  return (await query.execute()).map(({ id }) => id)
}

/**
 * Returns a page of `matches`, which are all matches or one more than are counted; undefined if it lies beyond them.
 */
export function pageOf(matches: number[], { offset, limit }: Slice, isComplete = true): Found | undefined {
  const rows = matches.slice(offset, offset + limit)
  const hasNext = matches.length > offset + limit
  if (matches.length <= maxCounted)
    return { rows, total: matches.length, totalRelation: isComplete ? 'eq' : 'gte', hasNext }
  if (offset + limit > maxCounted) return undefined
  return { rows, total: maxCounted, totalRelation: 'gte', hasNext }
}

/** Returns a page of a list that has more rows than are counted. */
export async function uncountedPage(ids: Ids, slice: Slice): Promise<Found> {
  return uncounted(await idsOf(ids.limit(slice.limit + 1).offset(slice.offset)), slice)
}

/** Turns IDs, read with one more than `limit` to see whether there is a next page, into a page. */
export const uncounted = (ids: number[], { limit }: Slice, counted = maxCounted): Found => ({
  rows: ids.slice(0, limit),
  total: counted,
  totalRelation: 'gte',
  hasNext: ids.length > limit,
})
