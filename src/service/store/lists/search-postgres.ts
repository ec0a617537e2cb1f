import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { FilteredList } from './list.ts'
import type { Search } from './search-term.ts'
import {
  type Found,
  idsOf,
  isIndexed,
  maxCounted,
  maxWalked,
  pageOf,
  type Slice,
  uncountedPage,
  walk,
} from './search-walk.ts'

/** Searches with `like`. The planner chooses between the trigram index and the index of the list's order. */
export async function searchPostgres(
  db: Kysely<Schema>,
  list: FilteredList,
  search: Search,
  slice: Slice,
): Promise<Found> {
  const { table, total } = list
  const pattern = likePattern(search.folded)
  const likes = search.columns.map((column) => sql`${sql.ref(`${table}.${column}`)} like ${pattern}`)
  const matching = list.ids().where(sql<boolean>`(${sql.join(likes, sql` or `)})`)

  if (!isIndexed(search)) {
    const found = await walk(db, { table, search }, list.ids(), maxWalked)
    return pageOf(found, slice, total <= maxWalked) ?? uncountedPage(matching, slice)
  }
  const counted = matching
    .clearOrderBy()
    .limit(maxCounted + 1)
    .as('counted')
  const [{ count }, rows] = await Promise.all([
    db
      .selectFrom(counted)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
    idsOf(matching.limit(slice.limit + 1).offset(slice.offset)),
  ])
  const page = { rows: rows.slice(0, slice.limit), hasNext: rows.length > slice.limit }
  return count > maxCounted
    ? { ...page, total: maxCounted, totalRelation: 'gte' }
    : { ...page, total: count, totalRelation: 'eq' }
}

const likePattern = (folded: string) => `%${folded.replace(/[\\%_]/g, String.raw`\$&`)}%`
