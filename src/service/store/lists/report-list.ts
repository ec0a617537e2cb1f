import { type Kysely, sql } from 'kysely'
import { searchSorts } from '#contract/google/search-data.ts'
import { defaultReportQuery, selectsLatest, type ReportListQuery } from '#contract/lists/list-query.ts'
import { pageFilterNames } from '#contract/lists/page-filters.ts'
import { type Granted, isGranted } from '../access/grants.ts'
import { seesClicks, withoutClicks } from '../google/seen.ts'
import { asPage, asReport, type ListedReport, selectReports } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { counterColumns, totals } from '../websites/website-counters.ts'
import { filtersOfRow, reportConditions, type ReportFilters, withView } from './filters.ts'
import { emptyList, listPage } from './list-page.ts'
import {
  and,
  columnOf,
  type CountedList,
  countRows,
  idsOf,
  type List,
  type ListResult,
  orderOf,
  selectRows,
} from './list.ts'
import { grantedOf, hidesClients, includesOtherPages, type Scope, websitesWithin } from './scope.ts'
import { findSearches, scan, type Searched } from './search.ts'
import { type WholeList, wholeList } from './whole-list.ts'

export type UnpagedReports = Omit<ReportListQuery, 'page' | 'per_page'>

export async function listReports(
  db: Kysely<Schema>,
  query: ReportListQuery,
  scope: Scope,
): Promise<ListResult<ListedReport>> {
  const list = await filterReports(db, query, scope)
  if (!list) return emptyList
  const { rows, ...counts } = await listPage(db, list, query, (ids) =>
    selectReports(db)
      .where(sql<boolean>`r.id in (${ids})`)
      .orderBy(orderOf(list))
      .execute(),
  )
  return { rows: rows.map(list.isOfPages ? asPage : asReport), ...counts }
}

/** Returns all rows of a list, for an export. Those that move beyond the scope meanwhile are left out. */
export async function allReports(
  db: Kysely<Schema>,
  query: UnpagedReports,
  scope: Scope,
  signal: AbortSignal,
): Promise<WholeList<ListedReport>> {
  const list = await filterReports(db, query, scope)
  const rows = async (ids: number[]) => {
    const found = await selectReports(db)
      .where('r.id', 'in', ids)
      .where('w.deleted_at', 'is', null)
      .where(and(isGranted(grantedOf(scope), 'r.website_id')))
      .execute()
    return found.map(list?.isOfPages ? asPage : asReport)
  }
  return wholeList(db, list, rows, signal)
}

type ReportList = CountedList & { isOfPages: boolean; searched: Searched }

/**
 * Returns the list of a request within a scope; null if it is empty for this reader. `searched` is the plan of another
 * list with the same searches.
 */
export async function filterReports(
  db: Kysely<Schema>,
  given: UnpagedReports,
  scope: Scope,
  searched?: Searched,
): Promise<ReportList | null> {
  const visible = (await seesClicks(db, scope, given.website_id)) ? given : withoutClicks(given, 'id')
  const query = hidesClients(scope) ? { ...visible, client: null } : visible
  const view = scope.kind === 'reports' ? scope.filter : null
  const websites = view ? 'all' : websitesWithin(scope, query.website_id)
  if (websites === 'none') return null
  const isHiding = view !== null && !includesOtherPages(scope)
  const filters = withView<ReportFilters>(isHiding ? filtersOfRow(query) : query, view)
  if (websites !== 'all') filters.website_id = websites.id
  const searches = [query, ...(view ? [view] : [])]
  const plan = searched ?? (await findSearches(db, 'reports', searches))
  const isCounted =
    searches.every(({ search }) => search === '') &&
    pageFilterNames.every((name) => name === 'client' || filters[name] === null)
  const isOfPages = selectsLatest(isHiding ? view : filters)
  const list: List = {
    table: 'reports',
    conditions: [
      ...reportConditions(filters, isOfPages),
      ...isGranted(grantedOf(scope), 'r.website_id'),
      ...plan.conditions,
      // Deleted websites have rows until they are purged.
      sql<boolean>`r.website_id not in (select id from websites where deleted_at is not null)`,
    ],
    sort: sortOf(query, filters, isOfPages),
    isByPage: isBySearch(query),
    direction: query.sort,
    scanned: plan.scanned,
  }
  return {
    ...list,
    isOfPages,
    searched: plan,
    count: () => (isCounted ? countedByWebsites(db, filters, grantedOf(scope)) : countRows(db, selectRows(list))),
  }
}

/** Returns the column of an order. Pages without a score are last in both directions. */
function sortOf({ sort_by, sort }: UnpagedReports, { from, to }: ReportFilters, isOfPages: boolean): string {
  if (sort_by === 'id') return (from ?? to) === null ? 'id' : 'created_at'
  if (sort_by !== 'score' || !isOfPages) return sort_by
  return sort === 'asc' ? 'shown_score_up' : 'shown_score_down'
}

const isBySearch = ({ sort_by }: Pick<UnpagedReports, 'sort_by'>) => searchSorts.some((sort) => sort === sort_by)

/** Counts reports by the filters of the specification, the client and `latest` only. */
async function countedByWebsites(db: Kysely<Schema>, filters: ReportFilters, granted: Granted | null) {
  const { website_id, client, result } = filters
  const kind = selectsLatest(filters) ? 'pages' : 'reports'
  if (website_id === null && client === null)
    return { total: (await totals(db, granted))[kind][result ?? 'all'], totalRelation: 'eq' } as const
  let websites = db
    .selectFrom('websites')
    .where('deleted_at', 'is', null)
    .where(and(isGranted(granted, 'id')))
  if (website_id !== null) websites = websites.where('id', '=', website_id)
  if (client !== null) websites = websites.where('client_id', '=', Number(client))
  const { total } = await websites
    .select(sql<number>`coalesce(sum(${sql.ref(counterColumns[kind][result ?? 'count'])}), 0)`.as('total'))
    .executeTakeFirstOrThrow()
  return { total, totalRelation: 'eq' } as const
}

/** Returns those of some IDs that are reports within a scope. */
export async function reportsAmong(db: Kysely<Schema>, ids: readonly number[], scope: Scope): Promise<number[]> {
  const list = await filterReports(db, defaultReportQuery, scope)
  return list ? idsOf(db, selectRows(list, [sql<boolean>`r.id in (${sql.join(ids)})`])) : []
}

/** Newer reports beyond this number are not counted. */
const maxNewer = 1_000
/** Rows that are read in a search for its newer reports, and on each side of a report for its neighbours. */
export const maxRead = 20_000

export type NewerCount = { newer: number; relation: 'eq' | 'gte' }

/** Counts the reports of a list whose ID is greater than `id`. */
export async function countNewer(
  db: Kysely<Schema>,
  query: ReportListQuery,
  scope: Scope,
  id: number,
): Promise<NewerCount> {
  const found = await filterReports(db, query, scope)
  if (!found) return { newer: 0, relation: 'eq' }
  const list: List = { ...found, conditions: [...found.conditions, sql<boolean>`r.id > ${id}`], sort: 'id' }
  const { scanned } = list
  const { total, totalRelation } = await countRows(
    db,
    scanned ? scan(db, list, scanned, maxRead) : selectRows(list),
    maxNewer,
  )
  if (!scanned || totalRelation === 'gte') return { newer: total, relation: totalRelation }
  const read = await countRows(db, selectRows(list, [], columnOf(list, 'id')), maxRead)
  return { newer: total, relation: read.totalRelation }
}
