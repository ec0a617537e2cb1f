import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { type ReportListFilter, viewConditions, type WebsiteListFilter } from './filters.ts'
import { and } from './list.ts'

/**
 * Rows that a reader can see. Every list and every row is read through a scope. `reports` and `websites` are lists with
 * these filters; `report` is one report and no list.
 */
export type Scope =
  | { kind: 'all' }
  | { kind: 'website'; website_id: number }
  | { kind: 'report'; report_id: number }
  | { kind: 'reports'; filter: ReportListFilter }
  | { kind: 'websites'; filter: WebsiteListFilter }
  | { kind: 'none' }

/** Returns the websites in a list that is filtered by `websiteId`. A website's scope has no other website. */
export function websitesWithin(scope: Scope, websiteId: number | null): 'all' | 'none' | { id: number } {
  if (scope.kind === 'all') return websiteId === null ? 'all' : { id: websiteId }
  if (scope.kind !== 'website') return 'none'
  return websiteId === null || websiteId === scope.website_id ? { id: scope.website_id } : 'none'
}

/**
 * Returns true if a scope includes all reports of a report's website. Otherwise, nothing about the others is shown, and
 * no list answers by it.
 */
export function includesOtherPages(scope: Scope): boolean {
  if (scope.kind === 'reports') {
    const { website_id: _, search, ...filters } = scope.filter
    return search === '' && Object.values(filters).every((value) => value === null)
  }
  return scope.kind === 'all' || scope.kind === 'website'
}

/** Selects whether a report, a row of `reports as r`, is in the scope. */
export function isReportInScope(scope: Scope, engine: Engine): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`1 = 1`
  if (scope.kind === 'website') return sql<boolean>`r.website_id = ${scope.website_id}`
  if (scope.kind === 'report') return sql<boolean>`r.id = ${scope.report_id}`
  return scope.kind === 'reports' ? and(viewConditions(scope.filter, engine)) : sql<boolean>`1 = 0`
}
