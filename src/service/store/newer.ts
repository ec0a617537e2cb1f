import { type Kysely, sql } from 'kysely'
import type { ReportListQuery } from '#contract/list-query.ts'
import { engineOf } from './engine.ts'
import { listedReports } from './report-list.ts'
import type { Schema } from './schema.ts'
import type { Scope } from './scope.ts'
import { fold } from './search-text.ts'
import { matches } from './search-walk.ts'

/** More newer rows than this are not counted, and so many are looked through for a search. */
const mostNewer = 1_000
const mostSearched = 20_000

export type Newer = { newer: number; relation: 'eq' | 'gte' }

/** How many reports of a list have a greater id than `id`. */
export async function countNewer(db: Kysely<Schema>, query: ReportListQuery, scope: Scope, id: number): Promise<Newer> {
  const listed = await listedReports(db, query, scope)
  if (!listed) return { newer: 0, relation: 'eq' }
  const newer = listed.byId().where('reports.id', '>', id)
  if (query.search === '') {
    const some = newer.limit(mostNewer + 1).as('some')
    const { count } = await db
      .selectFrom(some)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return atMost(count, true)
  }
  const contains = matches(engineOf(db) === 'sqlite' ? 'instr' : 'strpos', fold(query.search))
  const walked = newer
    .select('reports.search_text')
    .limit(mostSearched + 1)
    .as('walked')
  const { seen, found } = await db
    .selectFrom(walked)
    .select([
      sql<number>`count(*)`.as('seen'),
      sql<number>`count(case when ${contains('walked.search_text')} then 1 end)`.as('found'),
    ])
    .executeTakeFirstOrThrow()
  return atMost(found, seen <= mostSearched)
}

const atMost = (count: number, isWhole: boolean): Newer =>
  count > mostNewer ? { newer: mostNewer, relation: 'gte' } : { newer: count, relation: isWhole ? 'eq' : 'gte' }
