import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ReportSort } from '#contract/list-query.ts'
import { engineOf } from './engine.ts'
import { listedReports, type UnpagedReports } from './report-list.ts'
import type { ReportRecord } from './report-record.ts'
import type { Schema } from './schema.ts'
import type { Scope } from './scope.ts'
import { search } from './search.ts'
import { fold } from './search-text.ts'
import { countedMatches, idsOf, type Ids, type Listed, matches } from './search-walk.ts'

type Neighbour = { id: number; url: string }

export type Place = {
  /** From 1; null when the report is not in the list, or where in it was not counted. */
  position: number | null
  total: number
  totalRelation: 'eq' | 'gte'
  previous: Neighbour | null
  next: Neighbour | null
}

const nowhere: Place = { position: null, total: 0, totalRelation: 'eq', previous: null, next: null }
/** A search too large to be counted is looked through so far on both sides. */
const looked = 20_000

/** Where a report stands in a list, and between which. One that is not in it stands where it would. */
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
  const [before] = await idsOf(beside(listed, report, sort, true).limit(1))
  const [after] = await idsOf(beside(listed, report, sort, false).limit(1))
  const isIn = (await idsOf(listed.byId().where('reports.id', '=', report.id))).length > 0
  return {
    position: isIn ? await positionOf(db, listed, report, sort) : null,
    total,
    totalRelation: 'eq',
    before: before ?? null,
    after: after ?? null,
  }
}

/**
 * What comes after it in the index is counted, whichever way the list goes: from there to the index's end no entry has to
 * be compared. That is why equal keys are counted apart.
 */
async function positionOf(db: Kysely<Schema>, listed: Listed, report: ReportRecord, sort: ReportSort): Promise<number> {
  const [key, id] = [sql.ref(`reports.${sort}`), sql.ref('reports.id')]
  const counted = async (where: RawBuilder<boolean>) => {
    const ids = listed.ids().clearOrderBy().clearSelect().where(where)
    return (await ids.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count
  }
  const plain = sort === 'id' && listed.filter === '' && engineOf(db) === 'sqlite'
  const greater = plain ? await newerThan(db, report.id) : await counted(sql<boolean>`${key} > ${report[sort]}`)
  const equal = sort === 'id' ? 0 : await counted(sql<boolean>`${key} = ${report[sort]} and ${id} > ${report.id}`)
  return listed.direction === 'desc' ? greater + equal + 1 : listed.total - greater - equal
}

/** By itself SQLite counts ids in the table, whose rows are ten times as wide as those of the index. */
async function newerThan(db: Kysely<Schema>, id: number) {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from reports indexed by reports_id where id > ${id}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The rows before a report's place, nearest first, or those after it. */
function beside({ ids, direction }: Listed, report: ReportRecord, sort: ReportSort, before: boolean): Ids {
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
    const { rows } = await search(db, listed, text, { offset: 0, limit: countedMatches })
    const at = rows.indexOf(report.id)
    if (at >= 0)
      return { position: at + 1, total, totalRelation, before: rows[at - 1] ?? null, after: rows[at + 1] ?? null }
  }
  const contains = matches(engineOf(db) === 'sqlite' ? 'instr' : 'strpos', fold(text))
  const nearest = async (before: boolean) => {
    const walked = beside(listed, report, sort_by, before).select('reports.search_text').limit(looked).as('walked')
    return (
      (await idsOf(db.selectFrom(walked).select('walked.id').where(contains('walked.search_text')).limit(1)))[0] ?? null
    )
  }
  return {
    position: null,
    total,
    totalRelation,
    before: total > 0 ? await nearest(true) : null,
    after: total > 0 ? await nearest(false) : null,
  }
}

async function urlsOf(db: Kysely<Schema>, ids: (number | null)[]): Promise<Map<number, Neighbour>> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db.selectFrom('reports').select(['id', 'url']).where('id', 'in', wanted).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
