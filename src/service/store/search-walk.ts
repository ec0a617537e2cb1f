import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Direction } from '#contract/list-query.ts'
import type { ListResult } from './list-result.ts'
import type { Schema } from './schema.ts'

export type Searched = 'reports' | 'websites'
export type Ids = SelectQueryBuilder<Schema, Searched, { id: number }>

/** A list before its search. */
export type Listed = {
  table: Searched
  /** Every id, in the list's order or exactly against it. */
  ids(backwards?: boolean): Ids
  /** The same by id, ascending: the order in which the rows themselves lie. */
  byId(): Ids
  sort: string
  direction: Direction
  /** How many rows `ids` has. */
  total: number
  /** Names what `ids` leaves out of the table, empty when that is nothing. */
  filter: string
}

export type Wanted = { offset: number; limit: number }
export type Found = ListResult<number>

/** More matches than this are not counted. */
export const countedMatches = 10_000
/** Searches too short for a trigram index look through so many rows. */
export const walkedRows = 200_000

/** A trigram index serves three characters and more, counted in code points. */
export const servedByIndex = (folded: string) => folded.length > 5 || [...folded].length >= 3

/** As many matches as are counted and one more, found by walking at most `rows` of `ids` in their order. */
export async function walk(
  db: Kysely<Schema>,
  table: Searched,
  ids: Ids,
  contains: (searchText: string) => RawBuilder<boolean>,
  rows?: number,
) {
  const most = countedMatches + 1
  if (rows === undefined) return idsOf(ids.where(contains(`${table}.search_text`)).limit(most))
  // The rows pass through the outer query in the order in which the inner one walks them.
  const walked = ids.select(`${table}.search_text`).limit(rows).as('walked')
  return idsOf(db.selectFrom(walked).select('walked.id').where(contains('walked.search_text')).limit(most))
}

export async function idsOf(query: { execute(): Promise<{ id: number }[]> }): Promise<number[]> {
  return (await query.execute()).map(({ id }) => id)
}

/** The wanted page out of `matches`, all of them or one more than are counted; undefined when it lies beyond these. */
export function pageOf(matches: number[], { offset, limit }: Wanted, all = true): Found | undefined {
  const rows = matches.slice(offset, offset + limit)
  const hasNext = matches.length > offset + limit
  if (matches.length <= countedMatches)
    return { rows, total: matches.length, totalRelation: all ? 'eq' : 'gte', hasNext }
  if (offset + limit > countedMatches) return undefined
  return { rows, total: countedMatches, totalRelation: 'gte', hasNext }
}

/** A page of an order of which it is known only that it has more than are counted. */
export async function uncountedPage(ids: Ids, wanted: Wanted): Promise<Found> {
  return uncounted(await idsOf(ids.limit(wanted.limit + 1).offset(wanted.offset)), wanted)
}

/** One row more than wanted tells whether there is a next page. */
export const uncounted = (rows: number[], { limit }: Wanted): Found => ({
  rows: rows.slice(0, limit),
  total: countedMatches,
  totalRelation: 'gte',
  hasNext: rows.length > limit,
})

export const matches = (name: 'instr' | 'strpos', folded: string) => (searchText: string) =>
  sql<boolean>`${sql.raw(name)}(${sql.ref(searchText)}, ${folded}) > 0`
