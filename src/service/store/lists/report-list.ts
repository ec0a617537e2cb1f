import { type Kysely, sql } from 'kysely'
import { todayInUtc } from '#contract/format/days.ts'
import type { ReportListQuery } from '#contract/lists/list-query.ts'
import { engineOf } from '../engine.ts'
import { reportColumns, type ReportRecord, selectReports } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { totals, totalsOfWebsite } from '../websites/website-counters.ts'
import { listPage } from './list-page.ts'
import { byColumn, emptyList, type Ids, type FilteredList, type ListResult, opposite } from './list.ts'
import { rareFilter } from './rare-filter.ts'
import { type Selection, setPageFilters } from './report-filter.ts'
import { selectIds } from './report-ids.ts'
import { sortColumn } from './report-plan.ts'
import { countReports, isCountedByWebsites, isPageFiltered, totalInCounters } from './report-total.ts'
import { type Scope, websiteWithin } from './scope.ts'
import { contains, searchedColumns, searchOf, splitSearches } from './search-term.ts'
import { type WholeList, wholeList } from './whole-list.ts'

export type UnpagedReports = Omit<ReportListQuery, 'page' | 'per_page'>

export async function listReports(
  db: Kysely<Schema>,
  query: ReportListQuery,
  scope: Scope,
): Promise<ListResult<ReportRecord>> {
  const list = await filterReports(db, query, scope)
  if (!list) return emptyList
  return listPage(db, list, query, {
    rowsOf: (ids) => rowsOf(db, ids),
    order: byColumn<ReportRecord>(list.sort === 'created_at' ? 'created_at' : query.sort_by, query.sort),
  })
}

/** Returns all rows of a list, for an export. */
export async function allReports(
  db: Kysely<Schema>,
  query: UnpagedReports,
  scope: Scope,
  signal: AbortSignal,
): Promise<WholeList<ReportRecord>> {
  const rows = (ids: number[]) => selectReports(db).where('r.id', 'in', ids).where('w.deleted_at', 'is', null).execute()
  return wholeList(db, await filterReports(db, query, scope), rows, signal)
}

/** Applies the filters of a view, which override those of the request. Both searches must match. */
function applyView(query: UnpagedReports, scope: Scope) {
  if (scope.kind !== 'reports') {
    const websiteId = websiteWithin(scope, query.website_id)
    return { ...query, websiteId, search: searchOf(query), secondSearch: null }
  }
  const { website_id, result } = scope.filter
  return {
    ...query,
    ...splitSearches(query, scope.filter),
    ...setPageFilters(scope.filter),
    websiteId: website_id ?? query.website_id ?? undefined,
    result: result ?? query.result,
  }
}

/** Returns null if the list is empty for this reader. */
export async function filterReports(
  db: Kysely<Schema>,
  requested: UnpagedReports,
  scope: Scope,
): Promise<FilteredList | null> {
  const { websiteId, secondSearch, search, sort_by, sort, ...filters } = applyView(requested, scope)
  if (websiteId === null) return null
  const all = websiteId === undefined ? await totals(db) : undefined
  const counts = websiteId === undefined ? all : await totalsOfWebsite(db, websiteId)
  if (!counts) return null
  const { website_id: _website, search_by: _by, titles: _titles, result, ...pageFilter } = filters
  const { check } = pageFilter
  const filter = { ...pageFilter, websiteId, result, deleted: all?.deleted ?? [], secondSearch }
  const column = sortColumn(sort_by, filter)
  const isCounted = isCountedByWebsites(filter)
  const hasWaivers = check !== null && (await isWaivedAnywhere(db, check))
  const rare = isCounted ? null : await rareFilter(db, filter)
  const selection: Selection = {
    // The reports that were found by a check without waivers are not looked up again.
    filter: rare?.isOfCheck && !hasWaivers ? { ...filter, latest: '1', check: null } : filter,
    few: rare?.ids ?? null,
    hasWaivers,
  }
  const filterKey = JSON.stringify([
    websiteId,
    result,
    filter.deleted,
    secondSearch,
    setPageFilters(filter),
    // Waivers expire without a write.
    hasWaivers && todayInUtc(),
  ])
  return {
    table: 'reports',
    ids: (backwards) => selectIds(db, selection, column, backwards ? opposite(sort) : sort),
    byId: () => selectIds(db, selection, 'id', 'asc'),
    search,
    direction: sort,
    sort: column,
    isFiltered:
      websiteId !== undefined ||
      result !== null ||
      filter.deleted.length > 0 ||
      secondSearch !== null ||
      isPageFiltered(filter),
    filterKey,
    ...(isCounted ? totalInCounters(counts, filter) : await countReports(db, { filter, selection, filterKey })),
  }
}

/** Whether there is any waiver of a check, even an expired one. */
const isWaivedAnywhere = async (db: Kysely<Schema>, check: string) =>
  (await db.selectFrom('waivers').select('id').where('check_id', '=', check).limit(1).execute()).length > 0

// SQLite keeps the order of a cross join: the IDs first, then their rows.
async function rowsOf(db: Kysely<Schema>, ids: Ids | number[]): Promise<ReportRecord[]> {
  if (Array.isArray(ids)) return selectReports(db).where('r.id', 'in', ids).execute()
  return db
    .selectFrom(ids.as('chosen'))
    .crossJoin('reports as r')
    .crossJoin('websites as w')
    .select(reportColumns)
    .whereRef('r.id', '=', 'chosen.id')
    .whereRef('w.id', '=', 'r.website_id')
    .execute()
}

/** Newer reports beyond this number are not counted. */
const maxNewer = 1_000
/** Rows that are searched for newer reports. */
const maxSearched = 20_000

export type NewerCount = { newer: number; relation: 'eq' | 'gte' }

/** Counts the reports of a list whose ID is greater than `id`. */
export async function countNewer(
  db: Kysely<Schema>,
  query: ReportListQuery,
  scope: Scope,
  id: number,
): Promise<NewerCount> {
  const list = await filterReports(db, query, scope)
  if (!list) return { newer: 0, relation: 'eq' }
  const newer = list.byId().where('reports.id', '>', id)
  if (!list.search) {
    const counted = newer.limit(maxNewer + 1).as('counted')
    const { count } = await db
      .selectFrom(counted)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return newerCount(count, true)
  }
  const isMatch = contains(engineOf(db), list.search)
  const walked = newer
    .select(searchedColumns('reports', list.search))
    .limit(maxSearched + 1)
    .as('walked')
  const { searched, found } = await db
    .selectFrom(walked)
    .select([
      sql<number>`count(*)`.as('searched'),
      sql<number>`count(case when ${isMatch('walked')} then 1 end)`.as('found'),
    ])
    .executeTakeFirstOrThrow()
  return newerCount(found, searched <= maxSearched)
}

const newerCount = (count: number, isComplete: boolean): NewerCount =>
  count > maxNewer ? { newer: maxNewer, relation: 'gte' } : { newer: count, relation: isComplete ? 'eq' : 'gte' }
