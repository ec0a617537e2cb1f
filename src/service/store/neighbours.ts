import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ReportSort } from '#contract/list-query.ts'
import { engineOf } from './engine.ts'
import type { Ids, Listed } from './list.ts'
import { listedReports, type UnpagedReports } from './report-list.ts'
import type { ReportRecord } from './reports.ts'
import type { Schema } from './schema.ts'
import type { Scope } from './scope.ts'
import { search } from './search.ts'
import { fold } from './search-text.ts'
import { contains, idsOf, maxCounted } from './search-walk.ts'

type Neighbour = { id: number; url: string }

export type Place = {
  /** From 1; null if the report is not in the list, or its position was not counted. */
  position: number | null
  total: number
  totalRelation: 'eq' | 'gte'
  previous: Neighbour | null
  next: Neighbour | null
}

const nowhere: Place = { position: null, total: 0, totalRelation: 'eq', previous: null, next: null }
/** Rows that are searched on each side, if a search has too many matches to count. */
const maxSearched = 20_000

/** Returns the position of a report in a list and its neighbours. One that is not in it is placed where it would be. */
export async function placeOf(
  db: Kysely<Schema>,
  report: ReportRecord,
  query: UnpagedReports,
  scope: Scope,
): Promise<Place> {
  const listed = await listedReports(db, query, scope)
  if (!listed) return nowhere
  const place =
    query.search === ''
      ? await placeByKey(db, listed, report, query.sort_by)
      : await placeInSearch(db, listed, report, query)
  const { before, after, ...rest } = place
  const urls = await urlsOf(db, [before, after])
  return { ...rest, previous: urls.get(before ?? 0) ?? null, next: urls.get(after ?? 0) ?? null }
}

type Found = {
  position: number | null
  total: number
  totalRelation: 'eq' | 'gte'
  before: number | null
  after: number | null
}

async function placeByKey(db: Kysely<Schema>, listed: Listed, report: ReportRecord, sort: ReportSort): Promise<Found> {
  const { total } = listed
  const [before] = await idsOf(rowsBeside(listed, report, sort, 'before').limit(1))
  const [after] = await idsOf(rowsBeside(listed, report, sort, 'after').limit(1))
  const isInList = (await idsOf(listed.byId().where('reports.id', '=', report.id))).length > 0
  return {
    position: isInList ? await positionOf(db, listed, report, sort) : null,
    total,
    totalRelation: 'eq',
    before: before ?? null,
    after: after ?? null,
  }
}

/**
 * Counts the index entries after the report's, whatever the direction of the list, because none of them has to be
 * compared. Entries with an equal key are counted separately.
 */
async function positionOf(db: Kysely<Schema>, listed: Listed, report: ReportRecord, sort: ReportSort): Promise<number> {
  const [key, id] = [sql.ref(`reports.${sort}`), sql.ref('reports.id')]
  const countWhere = async (where: RawBuilder<boolean>) => {
    const ids = listed.ids().clearOrderBy().clearSelect().where(where)
    return (await ids.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count
  }
  const isPlain = sort === 'id' && listed.filter === '' && engineOf(db) === 'sqlite'
  const greater = isPlain
    ? await countNewerIds(db, report.id)
    : await countWhere(sql<boolean>`${key} > ${report[sort]}`)
  const equal = sort === 'id' ? 0 : await countWhere(sql<boolean>`${key} = ${report[sort]} and ${id} > ${report.id}`)
  return listed.direction === 'desc' ? greater + equal + 1 : listed.total - greater - equal
}

/** Counts in the index. SQLite would choose the table, whose rows are ten times as wide. */
async function countNewerIds(db: Kysely<Schema>, id: number) {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from reports indexed by reports_id where id > ${id}`.execute(db)
  return rows[0]?.count ?? 0
}

type Side = 'before' | 'after'

/** Selects the rows on one side of a report, nearest first. */
function rowsBeside({ ids, direction }: Listed, report: ReportRecord, sort: ReportSort, side: Side): Ids {
  const before = side === 'before'
  const sign = sql.raw((direction === 'asc') === before ? '<' : '>')
  const id = sql.ref('reports.id')
  if (sort === 'id') return ids(before).where(sql<boolean>`${id} ${sign} ${report.id}`)
  return ids(before).where(sql<boolean>`(${sql.ref(`reports.${sort}`)}, ${id}) ${sign} (${report[sort]}, ${report.id})`)
}

async function placeInSearch(
  db: Kysely<Schema>,
  listed: Listed,
  report: ReportRecord,
  { search: text, sort_by }: UnpagedReports,
): Promise<Found> {
  const { total, totalRelation } = await search(db, listed, text, { offset: 0, limit: 1 })
  if (totalRelation === 'eq' && total > 0) {
    const { rows } = await search(db, listed, text, { offset: 0, limit: maxCounted })
    const index = rows.indexOf(report.id)
    if (index >= 0) {
      const [before, after] = [rows[index - 1] ?? null, rows[index + 1] ?? null]
      return { position: index + 1, total, totalRelation, before, after }
    }
  }
  const isMatch = contains(engineOf(db), fold(text))
  const nearest = async (side: Side) => {
    const walked = rowsBeside(listed, report, sort_by, side)
      .select('reports.search_text')
      .limit(maxSearched)
      .as('walked')
    return (
      (await idsOf(db.selectFrom(walked).select('walked.id').where(isMatch('walked.search_text')).limit(1)))[0] ?? null
    )
  }
  return {
    position: null,
    total,
    totalRelation,
    before: total > 0 ? await nearest('before') : null,
    after: total > 0 ? await nearest('after') : null,
  }
}

async function urlsOf(db: Kysely<Schema>, ids: (number | null)[]): Promise<Map<number, Neighbour>> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const rows = await db.selectFrom('reports').select(['id', 'url']).where('id', 'in', known).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
