import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { FilteredList, Ids } from './list.ts'
import type { Search } from './search-term.ts'
import {
  type Found,
  hasAtMost,
  idsOf,
  isIndexed,
  maxCounted,
  maxWalked,
  pageOf,
  type Slice,
  uncounted,
  uncountedPage,
  walk,
} from './search-walk.ts'

/** Newest rows of a table that show whether a text is in most of its rows. */
const sampled = 50

/**
 * Searches with `like`. Up to the number that is counted, all matches are found once, counted and sorted. More of them
 * are so frequent that the list is walked in its order.
 */
export async function searchPostgres(
  db: Kysely<Schema>,
  list: FilteredList,
  search: Search,
  slice: Slice,
): Promise<Found> {
  const pattern = likePattern(search.folded)
  const likes = search.columns.map((column) => sql`${sql.ref(`${list.table}.${column}`)} like ${pattern}`)
  const isMatch = sql<boolean>`(${sql.join(likes, sql` or `)})`
  if (!isIndexed(search)) {
    const found = await walk(db, { table: list.table, search }, list.ids(), maxWalked)
    return pageOf(found, slice, await hasAtMost(list, maxWalked)) ?? uncountedPage(list.ids().where(isMatch), slice)
  }
  const { count, rows } = await sortedMatches(db, list, await matchesOf(db, list, search, isMatch), slice)
  if (count > maxCounted) {
    const oneMore = list
      .ids()
      .where(isMatch)
      .limit(slice.limit + 1)
      .offset(slice.offset)
    return uncounted(await idsOf(oneMore), slice)
  }
  return { rows, total: count, totalRelation: 'eq', hasNext: slice.offset + rows.length < count }
}

/**
 * Selects the matches in a list. The trigram index would first collect all matches of a text that most rows contain. In
 * a given order, the planner can also walk the list until it has enough of them, which takes too long for other texts.
 */
async function matchesOf(db: Kysely<Schema>, list: FilteredList, search: Search, isMatch: RawBuilder<boolean>) {
  const { table, byId } = list
  const newest = db.selectFrom(table).select(`${table}.id`).orderBy(`${table}.id`, 'desc')
  const isFrequent = (await walk(db, { table, search }, newest, sampled)).length > sampled / 2
  const matches = byId().where(isMatch).clearOrderBy()
  return isFrequent ? matches.orderBy('id', 'desc') : matches
}

/** Counts matches, up to one more than are counted, and returns a page of them. */
async function sortedMatches(
  db: Kysely<Schema>,
  { table, sort, direction }: FilteredList,
  matches: Ids,
  { offset, limit }: Slice,
): Promise<{ count: number; rows: number[] }> {
  const counted = matches.select(sql.ref(`${table}.${sort}`).as('sorted')).limit(maxCounted + 1)
  const order = sql.raw(`sorted ${direction} nulls last, id ${direction}`)
  const found = await sql<{ count: number; id: number | null }>`with matches as materialized (${counted})
    select total.count, page.id from (select count(*) as count from matches) as total
    left join (select id, sorted from matches order by ${order} limit ${limit} offset ${offset}) as page on true
    order by ${order}`.execute(db)
  return { count: found.rows[0]?.count ?? 0, rows: found.rows.flatMap(({ id }) => id ?? []) }
}

const likePattern = (folded: string) => `%${folded.replace(/[\\%_]/g, String.raw`\$&`)}%`
