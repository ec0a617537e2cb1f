import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Direction, ReportListQuery, ReportSort } from '#contract/list-query.ts'
import { type Rating, ratingTable } from '#contract/rating.ts'
import { page } from './list.ts'
import { emptyList, type ListResult } from './list-result.ts'
import { byColumn } from './order.ts'
import { previousScore } from './previous-score.ts'
import { type ListedReport, reportColumns, reportsWithDomain } from './report-record.ts'
import type { Schema } from './schema.ts'
import { type Scope, websiteWithin } from './scope.ts'
import type { Ids, Listed } from './search-walk.ts'
import { totals, totalsOfWebsite } from './totals.ts'
import { type WholeList, wholeList } from './whole-list.ts'
import { opposite } from './window.ts'

export type UnpagedReports = Omit<ReportListQuery, 'page' | 'per_page'>
type Filter = { websiteId?: number | undefined; result: Rating | null; deleted: number[] }

export async function listReports(db: Kysely<Schema>, query: ReportListQuery, scope: Scope): Promise<ListResult<ListedReport>> {
  const listed = await listedReports(db, query, scope)
  if (!listed) return emptyList
  return page(db, listed, query, { rowsOf: (ids) => rowsOf(db, ids), order: byColumn<ListedReport>(query.sort_by, query.sort) })
}

/** The same rows, all of them. */
export async function allReports(db: Kysely<Schema>, query: UnpagedReports, scope: Scope, signal: AbortSignal): Promise<WholeList<ListedReport>> {
  const rows = (ids: number[]) => reportsWithDomain(db).select(previousScore).where('r.id', 'in', ids).where('w.deleted_at', 'is', null).execute()
  return wholeList(db, await listedReports(db, query, scope), query.search, rows, signal)
}

/** The list before its search; null when there is nothing in it for this reader. */
export async function listedReports(db: Kysely<Schema>, query: UnpagedReports, scope: Scope): Promise<Listed | null> {
  const websiteId = websiteWithin(scope, query.website_id)
  if (websiteId === null) return null
  const all = websiteId === undefined ? await totals(db) : undefined
  const counts = websiteId === undefined ? all?.reports : await totalsOfWebsite(db, websiteId)
  if (!counts) return null
  const filter = { websiteId, result: query.result, deleted: all?.deleted ?? [] }
  return {
    table: 'reports',
    ids: (backwards) => idsOf(db, filter, query.sort_by, backwards ? opposite(query.sort) : query.sort),
    byId: () => idsOf(db, filter, 'id', 'asc'),
    direction: query.sort,
    sort: query.sort_by,
    total: counts[query.result ?? 'all'],
    filter: websiteId || query.result || filter.deleted.length > 0 ? JSON.stringify(filter) : '',
  }
}

/** Every order and filter has its index; a rating is a range of the score where that is the order. */
function idsOf(db: Kysely<Schema>, { websiteId, result, deleted }: Filter, sort: ReportSort, direction: Direction): Ids {
  let ids = db.selectFrom('reports').select('reports.id')
  if (websiteId !== undefined) ids = ids.where('website_id', '=', websiteId)
  if (deleted.length > 0) ids = ids.where('website_id', 'not in', deleted)
  if (result) ids = ids.where((eb) => rated(eb, result, sort))
  if (sort !== 'id') ids = ids.orderBy(`reports.${sort}`, direction)
  return ids.orderBy('reports.id', direction) as unknown as Ids
}

function rated(eb: ExpressionBuilder<Schema, 'reports'>, result: Rating, sort: ReportSort) {
  if (sort !== 'score') return eb('result', '=', result)
  const { from, to } = ratingTable[result]
  return eb.and([eb('score', '>=', from), eb('score', '<=', to)])
}

// A cross join keeps its order in SQLite: the chosen ids first, then their rows.
async function rowsOf(db: Kysely<Schema>, ids: Ids | number[]): Promise<ListedReport[]> {
  if (Array.isArray(ids)) return reportsWithDomain(db).select(previousScore).where('r.id', 'in', ids).execute()
  return db
    .selectFrom(ids.as('chosen'))
    .crossJoin('reports as r')
    .crossJoin('websites as w')
    .select(reportColumns)
    .select(previousScore)
    .whereRef('r.id', '=', 'chosen.id')
    .whereRef('w.id', '=', 'r.website_id')
    .execute()
}
