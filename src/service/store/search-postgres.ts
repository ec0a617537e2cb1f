import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'
import {
  countedMatches,
  type Found,
  idsOf,
  type Listed,
  matches,
  pageOf,
  servedByIndex,
  uncountedPage,
  walk,
  walkedRows,
  type Wanted,
} from './search-walk.ts'

/** The planner chooses between the trigram index and walking the list's order by what it knows of the pattern. */
export async function searchPostgres(
  db: Kysely<Schema>,
  listed: Listed,
  folded: string,
  wanted: Wanted,
): Promise<Found> {
  const { total } = listed
  const column = sql.ref(`${listed.table}.search_text`)
  const containing = listed.ids().where(sql<boolean>`${column} like ${likePattern(folded)}`)

  if (!servedByIndex(folded)) {
    const found = await walk(db, listed.table, listed.ids(), matches('strpos', folded), walkedRows)
    return pageOf(found, wanted, total <= walkedRows) ?? uncountedPage(containing, wanted)
  }
  const counted = containing
    .clearOrderBy()
    .limit(countedMatches + 1)
    .as('counted')
  const [{ count }, rows] = await Promise.all([
    db
      .selectFrom(counted)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
    idsOf(containing.limit(wanted.limit + 1).offset(wanted.offset)),
  ])
  const page = { rows: rows.slice(0, wanted.limit), hasNext: rows.length > wanted.limit }
  return count > countedMatches
    ? { ...page, total: countedMatches, totalRelation: 'gte' }
    : { ...page, total: count, totalRelation: 'eq' }
}

const likePattern = (folded: string) => `%${folded.replace(/[\\%_]/g, String.raw`\$&`)}%`
