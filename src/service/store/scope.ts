import { type RawBuilder, sql } from 'kysely'
import type { ReportListQuery, WebsiteListQuery } from '#contract/list-query.ts'
import type { Engine } from './engine.ts'
import { fold } from './search-text.ts'
import { matches } from './search-walk.ts'

/** What a list of reports is narrowed to by its filters. */
export type ReportFilter = Pick<ReportListQuery, 'search' | 'website_id' | 'result'>

/**
 * What a reader may see; every list and every single row is read through one. `reports` and `websites` are what a list
 * with these filters holds, `report` is one report and no list.
 */
export type Scope =
  | { kind: 'all' }
  | { kind: 'website'; websiteId: number }
  | { kind: 'report'; reportId: number }
  | { kind: 'reports'; filter: ReportFilter }
  | { kind: 'websites'; search: string; privacy: WebsiteListQuery['privacy'] }
  | { kind: 'none' }

/** The one website to look at, or null when the scope and the wish exclude each other. Undefined: all of them. */
export function websiteWithin(scope: Scope, wanted: number | null): number | null | undefined {
  if (scope.kind === 'all') return wanted ?? undefined
  if (scope.kind !== 'website') return null
  return wanted === null || wanted === scope.websiteId ? scope.websiteId : null
}

/** Whether a report, a row of `reports as r`, is within. */
export function holdsReport(scope: Scope, engine: Engine): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`1 = 1`
  if (scope.kind === 'website') return sql<boolean>`r.website_id = ${scope.websiteId}`
  if (scope.kind === 'report') return sql<boolean>`r.id = ${scope.reportId}`
  if (scope.kind !== 'reports') return sql<boolean>`1 = 0`
  const { website_id, result, search } = scope.filter
  const held = [
    ...(website_id === null ? [] : [sql<boolean>`r.website_id = ${website_id}`]),
    ...(result === null ? [] : [sql<boolean>`r.result = ${result}`]),
    ...(search === '' ? [] : [contains(engine, search)('r.search_text')]),
  ]
  return held.length > 0 ? sql<boolean>`${sql.join(held, sql` and `)}` : sql<boolean>`1 = 1`
}

export const contains = (engine: Engine, text: string) => matches(engine === 'sqlite' ? 'instr' : 'strpos', fold(text))

/**
 * Of a search within a view that searches too, both must be there: one is asked of the search index, and the rows are
 * held against the other. The longer is the one that fewer rows have.
 */
export function bothSearches(one: string, other: string): { search: string; also: string } {
  return one.length >= other.length ? { search: one, also: other } : { search: other, also: one }
}
