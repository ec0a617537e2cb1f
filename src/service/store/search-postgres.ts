import { type Kysely, sql } from 'kysely'
import type { Listed } from './list.ts'
import type { Schema } from './schema.ts'
import {
  contains,
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
export async function searchPostgres(db: Kysely<Schema>, listed: Listed, folded: string, slice: Slice): Promise<Found> {
  const { total } = listed
  const column = sql.ref(`${listed.table}.search_text`)
  const matching = listed.ids().where(sql<boolean>`${column} like ${likePattern(folded)}`)

  if (!isIndexed(folded)) {
    const found = await walk(db, listed.table, listed.ids(), contains('postgres', folded), maxWalked)
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
