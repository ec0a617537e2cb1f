import { type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf } from '../engine.ts'
import type { ReportRecord } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import type { Ids, FilteredList } from './list.ts'
import { filterReports, type UnpagedReports } from './report-list.ts'
import type { Scope } from './scope.ts'
import { contains, searchedColumns, type Search } from './search-term.ts'
import { idsOf, maxCounted } from './search-walk.ts'
import { search } from './search.ts'

type Neighbour = { id: number; url: string }

export type ListPosition = {
  /** From 1; null if the report is not in the list, or its position was not counted. */
  position: number | null
  total: number
  totalRelation: 'eq' | 'gte'
  previous: Neighbour | null
  next: Neighbour | null
}

const nowhere: ListPosition = { position: null, total: 0, totalRelation: 'eq', previous: null, next: null }
/** Rows that are searched on each side, if a search has too many matches to count. */
const maxSearched = 20_000

/** Returns the position of a report in a list and its neighbours. One that is not in it is placed where it would be. */
export async function positionInList(
  db: Kysely<Schema>,
  report: ReportRecord,
  query: UnpagedReports,
  scope: Scope,
): Promise<ListPosition> {
  const list = await filterReports(db, query, scope)
  if (!list) return nowhere
  const place = list.search ? await placeInSearch(db, list, list.search, report) : await placeByKey(db, list, report)
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

async function placeByKey(db: Kysely<Schema>, list: FilteredList, report: ReportRecord): Promise<Found> {
  const { total, totalRelation } = list
  const [before] = await idsOf(rowsBeside(list, report, 'before').limit(1))
  const [after] = await idsOf(rowsBeside(list, report, 'after').limit(1))
  const isInList = (await idsOf(list.byId().where('reports.id', '=', report.id))).length > 0
  return {
    position: isInList && totalRelation === 'eq' ? await positionOf(db, list, report) : null,
    total,
    totalRelation,
    before: before ?? null,
    after: after ?? null,
  }
}

/**
 * Counts the index entries after the report's, whatever the direction of the list, because none of them has to be
 * compared. Entries with an equal key are counted separately.
 */
async function positionOf(db: Kysely<Schema>, list: FilteredList, report: ReportRecord): Promise<number> {
  const { sort } = list
  const [key, id] = [sql.ref(`reports.${sort}`), sql.ref('reports.id')]
  const value = keyOf(list, report)
  const countWhere = async (where: RawBuilder<boolean>) => {
    const ids = list.ids().clearOrderBy().clearSelect().where(where)
    return (await ids.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count
  }
  const isPlain = sort === 'id' && !list.isFiltered && engineOf(db) === 'sqlite'
  const greater = isPlain ? await countNewerIds(db, report.id) : await countWhere(sql<boolean>`${key} > ${value}`)
  const equal = sort === 'id' ? 0 : await countWhere(sql<boolean>`${key} = ${value} and ${id} > ${report.id}`)
  return list.direction === 'desc' ? greater + equal + 1 : list.total - greater - equal
}

/** Counts in the index. SQLite would choose the table, whose rows are ten times as wide. */
async function countNewerIds(db: Kysely<Schema>, id: number) {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from reports indexed by reports_id where id > ${id}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the value of the column that a list is sorted by. */
const keyOf = ({ sort }: FilteredList, report: ReportRecord) =>
  sort === 'created_at' ? report.created_at : sort === 'url' ? report.url : sort === 'score' ? report.score : report.id

type Side = 'before' | 'after'

/** Selects the rows on one side of a report, nearest first. */
function rowsBeside(list: FilteredList, report: ReportRecord, side: Side): Ids {
  const { ids, direction, sort } = list
  const before = side === 'before'
  const sign = sql.raw((direction === 'asc') === before ? '<' : '>')
  const id = sql.ref('reports.id')
  if (sort === 'id') return ids(before).where(sql<boolean>`${id} ${sign} ${report.id}`)
  return ids(before).where(
    sql<boolean>`(${sql.ref(`reports.${sort}`)}, ${id}) ${sign} (${keyOf(list, report)}, ${report.id})`,
  )
}

async function placeInSearch(
  db: Kysely<Schema>,
  list: FilteredList,
  searched: Search,
  report: ReportRecord,
): Promise<Found> {
  const { total, totalRelation } = await search(db, list, searched, { offset: 0, limit: 1 })
  if (totalRelation === 'eq' && total > 0) {
    const { rows } = await search(db, list, searched, { offset: 0, limit: maxCounted })
    const index = rows.indexOf(report.id)
    if (index >= 0) {
      const [before, after] = [rows[index - 1] ?? null, rows[index + 1] ?? null]
      return { position: index + 1, total, totalRelation, before, after }
    }
  }
  const isMatch = contains(engineOf(db), searched)
  const nearest = async (side: Side) => {
    const walked = rowsBeside(list, report, side)
      .select(searchedColumns('reports', searched))
      .limit(maxSearched)
      .as('walked')
    return (await idsOf(db.selectFrom(walked).select('walked.id').where(isMatch('walked')).limit(1)))[0] ?? null
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
