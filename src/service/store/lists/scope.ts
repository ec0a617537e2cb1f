import { type RawBuilder, sql } from 'kysely'
import type { ReportListQuery, WebsiteListQuery } from '#contract/lists/list-query.ts'
import type { Engine } from '../engine.ts'
import type { PageFilter } from './report-filter.ts'
import { pageConditions } from './report-ids.ts'
import { contains, searchOf } from './search-term.ts'

/** The filters of a list of reports. */
export type ReportListFilter = Pick<ReportListQuery, 'search' | 'titles' | 'website_id' | 'result'> & PageFilter

/**
 * What a reader can see. Every list and every row is read through a scope. `reports` and `websites` are lists with
 * these filters; `report` is one report and no list.
 */
export type Scope =
  | { kind: 'all' }
  | { kind: 'website'; website_id: number }
  | { kind: 'report'; report_id: number }
  | { kind: 'reports'; filter: ReportListFilter }
  | { kind: 'websites'; search: string; privacy: WebsiteListQuery['privacy'] }
  | { kind: 'none' }

/** Returns the only website of a list, null if scope and filter exclude each other, or undefined for all websites. */
export function websiteWithin(scope: Scope, websiteId: number | null): number | null | undefined {
  if (scope.kind === 'all') return websiteId ?? undefined
  if (scope.kind !== 'website') return null
  return websiteId === null || websiteId === scope.website_id ? scope.website_id : null
}

/** Selects whether a report, a row of `reports as r`, is in the scope. */
export function isReportInScope(scope: Scope, engine: Engine): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`1 = 1`
  if (scope.kind === 'website') return sql<boolean>`r.website_id = ${scope.website_id}`
  if (scope.kind === 'report') return sql<boolean>`r.id = ${scope.report_id}`
  if (scope.kind !== 'reports') return sql<boolean>`1 = 0`
  const { website_id, result } = scope.filter
  const search = searchOf(scope.filter)
  const conditions = [
    ...(website_id === null ? [] : [sql<boolean>`r.website_id = ${website_id}`]),
    ...(result === null ? [] : [sql<boolean>`r.result = ${result}`]),
    ...pageConditions(scope.filter, { reports: 'r', plan: 'any', hasWaivers: true }),
    ...(search ? [contains(engine, search)('r')] : []),
  ]
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`1 = 1`
}
