import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Direction, ReportListQuery, ReportSort } from '#contract/list-query.ts'
import { type Rating, ratingTable } from '#contract/rating.ts'
import { engineOf } from './engine.ts'
import { page } from './list.ts'
import { emptyList, type ListResult } from './list-result.ts'
import { byColumn } from './order.ts'
import { previousScore } from './previous-score.ts'
import { type ListedReport, reportColumns, reportsWithDomain } from './report-record.ts'
import type { Schema } from './schema.ts'
import { bothSearches, contains, type Scope, websiteWithin } from './scope.ts'
import type { Ids, Listed } from './search-walk.ts'
import { totals, totalsOfWebsite } from './totals.ts'
import { type WholeList, wholeList } from './whole-list.ts'
import { opposite } from './window.ts'

export type UnpagedReports = Omit<ReportListQuery, 'page' | 'per_page'>
type Filter = { websiteId?: number | undefined; result: Rating | null; deleted: number[]; also: string }

export async function listReports(
  db: Kysely<Schema>,
  asked: ReportListQuery,
  scope: Scope,
): Promise<ListResult<ListedReport>> {
  const { query, seen, also } = within(asked, scope)
  const listed = await listedReports(db, query, seen, also)
  if (!listed) return emptyList
  return page(db, listed, query, {
    rowsOf: (ids) => rowsOf(db, ids),
    order: byColumn<ListedReport>(query.sort_by, query.sort),
  })
}

/** The same rows, all of them. */
export async function allReports(
  db: Kysely<Schema>,
  query: UnpagedReports,
  scope: Scope,
  signal: AbortSignal,
): Promise<WholeList<ListedReport>> {
  const rows = (ids: number[]) =>
    reportsWithDomain(db).select(previousScore).where('r.id', 'in', ids).where('w.deleted_at', 'is', null).execute()
  return wholeList(db, await listedReports(db, query, scope), query.search, rows, signal)
}

/** A view's own filters stand, whatever is asked of it; what it searches for and what is asked for must both be there. */
function within(query: ReportListQuery, scope: Scope): { query: ReportListQuery; seen: Scope; also: string } {
  if (scope.kind !== 'reports') return { query, seen: scope, also: '' }
  const { website_id, result, search: own } = scope.filter
  const { search, also } = bothSearches(query.search, own)
  return {
    query: { ...query, search, website_id: website_id ?? query.website_id, result: result ?? query.result },
    seen: { kind: 'all' },
    also,
  }
}

/** The list before its search, of those that contain `also`; null when there is nothing in it for this reader. */
export async function listedReports(
  db: Kysely<Schema>,
  query: UnpagedReports,
  scope: Scope,
  also = '',
): Promise<Listed | null> {
  const websiteId = websiteWithin(scope, query.website_id)
  if (websiteId === null) return null
  const all = websiteId === undefined ? await totals(db) : undefined
  const counts = websiteId === undefined ? all?.reports : await totalsOfWebsite(db, websiteId)
  if (!counts) return null
  const filter = { websiteId, result: query.result, deleted: all?.deleted ?? [], also }
  return {
    table: 'reports',
    ids: (backwards) => idsOf(db, filter, query.sort_by, backwards ? opposite(query.sort) : query.sort),
    byId: () => idsOf(db, filter, 'id', 'asc'),
    direction: query.sort,
    sort: query.sort_by,
    total: counts[query.result ?? 'all'],
    filter: websiteId || query.result || filter.deleted.length > 0 || also ? JSON.stringify(filter) : '',
  }
}

/** Every order and filter has its index; a rating is a range of the score where that is the order. */
function idsOf(
  db: Kysely<Schema>,
  { websiteId, result, deleted, also }: Filter,
  sort: ReportSort,
  direction: Direction,
): Ids {
  let ids = db.selectFrom('reports').select('reports.id')
  if (websiteId !== undefined) ids = ids.where('website_id', '=', websiteId)
  if (deleted.length > 0) ids = ids.where('website_id', 'not in', deleted)
  if (result) ids = ids.where((eb) => rated(eb, result, sort))
  if (also) ids = ids.where(contains(engineOf(db), also)('reports.search_text'))
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
