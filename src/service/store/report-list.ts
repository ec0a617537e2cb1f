import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Direction, ReportListQuery, ReportSort } from '#contract/list-query.ts'
import { type Rating, ratingTable } from '#contract/rating.ts'
import { engineOf } from './engine.ts'
import { byColumn, emptyList, type Ids, type Listed, type ListResult, opposite } from './list.ts'
import { listPage } from './list-page.ts'
import { previousScore, reportColumns, type ReportRecord, selectReports } from './reports.ts'
import type { Schema } from './schema.ts'
import { type Scope, splitSearches, websiteWithin } from './scope.ts'
import { fold } from './search-text.ts'
import { contains } from './search-walk.ts'
import { totals, totalsOfWebsite } from './website-counters.ts'
import { type WholeList, wholeList } from './whole-list.ts'

export type ListedReport = ReportRecord & { previousScore: number | null }

export type UnpagedReports = Omit<ReportListQuery, 'page' | 'per_page'>
type Filter = { websiteId?: number | undefined; result: Rating | null; deleted: number[]; secondSearch: string }

export async function listReports(
  db: Kysely<Schema>,
  requested: ReportListQuery,
  scope: Scope,
): Promise<ListResult<ListedReport>> {
  const { query, listScope, secondSearch } = applyView(requested, scope)
  const listed = await listedReports(db, query, listScope, secondSearch)
  if (!listed) return emptyList
  return listPage(db, listed, query, {
    rowsOf: (ids) => rowsOf(db, ids),
    order: byColumn<ListedReport>(query.sort_by, query.sort),
  })
}

/** Returns all rows of a list, for an export. */
export async function allReports(
  db: Kysely<Schema>,
  query: UnpagedReports,
  scope: Scope,
  signal: AbortSignal,
): Promise<WholeList<ListedReport>> {
  const rows = (ids: number[]) =>
    selectReports(db).select(previousScore).where('r.id', 'in', ids).where('w.deleted_at', 'is', null).execute()
  return wholeList(db, await listedReports(db, query, scope), query.search, rows, signal)
}

/** Applies the filters of a view, which override those of the request. Both searches must match. */
function applyView(
  query: ReportListQuery,
  scope: Scope,
): { query: ReportListQuery; listScope: Scope; secondSearch: string } {
  if (scope.kind !== 'reports') return { query, listScope: scope, secondSearch: '' }
  const { website_id, result, search: ofView } = scope.filter
  const { search, secondSearch } = splitSearches(query.search, ofView)
  return {
    query: { ...query, search, website_id: website_id ?? query.website_id, result: result ?? query.result },
    listScope: { kind: 'all' },
    secondSearch,
  }
}

/** Returns the list before its search, of rows that contain `secondSearch`; null if it is empty for this reader. */
export async function listedReports(
  db: Kysely<Schema>,
  query: UnpagedReports,
  scope: Scope,
  secondSearch = '',
): Promise<Listed | null> {
  const websiteId = websiteWithin(scope, query.website_id)
  if (websiteId === null) return null
  const all = websiteId === undefined ? await totals(db) : undefined
  const counts = websiteId === undefined ? all?.reports : await totalsOfWebsite(db, websiteId)
  if (!counts) return null
  const filter = { websiteId, result: query.result, deleted: all?.deleted ?? [], secondSearch }
  return {
    table: 'reports',
    ids: (backwards) => selectIds(db, filter, query.sort_by, backwards ? opposite(query.sort) : query.sort),
    byId: () => selectIds(db, filter, 'id', 'asc'),
    direction: query.sort,
    sort: query.sort_by,
    total: counts[query.result ?? 'all'],
    filter: websiteId || query.result || filter.deleted.length > 0 || secondSearch ? JSON.stringify(filter) : '',
  }
}

/** Every sort order and filter has its index. A rating is a range of scores if the list is sorted by score. */
function selectIds(
  db: Kysely<Schema>,
  { websiteId, result, deleted, secondSearch }: Filter,
  sort: ReportSort,
  direction: Direction,
): Ids {
  let ids = db.selectFrom('reports').select('reports.id')
  if (websiteId !== undefined) ids = ids.where('website_id', '=', websiteId)
  if (deleted.length > 0) ids = ids.where('website_id', 'not in', deleted)
  if (result) ids = ids.where((eb) => hasRating(eb, result, sort))
  if (secondSearch) ids = ids.where(contains(engineOf(db), fold(secondSearch))('reports.search_text'))
  if (sort !== 'id') ids = ids.orderBy(`reports.${sort}`, direction)
  return ids.orderBy('reports.id', direction) as unknown as Ids
}

function hasRating(eb: ExpressionBuilder<Schema, 'reports'>, result: Rating, sort: ReportSort) {
  if (sort !== 'score') return eb('result', '=', result)
  const { from, to } = ratingTable[result]
  return eb.and([eb('score', '>=', from), eb('score', '<=', to)])
}

// SQLite keeps the order of a cross join: the ids first, then their rows.
async function rowsOf(db: Kysely<Schema>, ids: Ids | number[]): Promise<ListedReport[]> {
  if (Array.isArray(ids)) return selectReports(db).select(previousScore).where('r.id', 'in', ids).execute()
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

/** Newer reports beyond this number are not counted. */
const maxNewer = 1_000
/** Rows that are searched for newer reports. */
const maxSearched = 20_000

export type NewerCount = { newer: number; relation: 'eq' | 'gte' }

/** Counts the reports of a list whose id is greater than `id`. */
export async function countNewer(
  db: Kysely<Schema>,
  query: ReportListQuery,
  scope: Scope,
  id: number,
): Promise<NewerCount> {
  const listed = await listedReports(db, query, scope)
  if (!listed) return { newer: 0, relation: 'eq' }
  const newer = listed.byId().where('reports.id', '>', id)
  if (query.search === '') {
    const counted = newer.limit(maxNewer + 1).as('counted')
    const { count } = await db
      .selectFrom(counted)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return newerCount(count, true)
  }
  const isMatch = contains(engineOf(db), fold(query.search))
  const walked = newer
    .select('reports.search_text')
    .limit(maxSearched + 1)
    .as('walked')
  const { searched, found } = await db
    .selectFrom(walked)
    .select([
      sql<number>`count(*)`.as('searched'),
      sql<number>`count(case when ${isMatch('walked.search_text')} then 1 end)`.as('found'),
    ])
    .executeTakeFirstOrThrow()
  return newerCount(found, searched <= maxSearched)
}

const newerCount = (count: number, isComplete: boolean): NewerCount =>
  count > maxNewer ? { newer: maxNewer, relation: 'gte' } : { newer: count, relation: isComplete ? 'eq' : 'gte' }
