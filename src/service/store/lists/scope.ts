import type { Granted } from '../access/grants.ts'
import type { ReportListFilter, WebsiteListFilter } from './filters.ts'

/** Whether visitors see Google's figures. */
type Shown = { showsClicks?: boolean }

/**
 * Rows that a reader can see, or edit. Every list and every row is read through a scope. `granted` are websites with
 * their reports, `reports` and `websites` lists with these filters, of granted websites if `within` says so; `report`
 * is one report and no list.
 */
export type Scope =
  | { kind: 'all' }
  | Granted
  | ({ kind: 'website'; website_id: number } & Shown)
  | ({ kind: 'report'; report_id: number } & Shown)
  | ({ kind: 'reports'; filter: ReportListFilter; within?: Granted } & Shown)
  | ({ kind: 'websites'; filter: WebsiteListFilter; within?: Granted } & Shown)
  | { kind: 'none' }

/** What the service itself reads, and readers with everything. */
export const everyRow: Scope = { kind: 'all' }

/** Returns the granted websites to which a scope is limited; null if grants don't limit it. */
export function grantedOf(scope: Scope): Granted | null {
  if (scope.kind === 'granted') return scope
  return ((scope.kind === 'reports' || scope.kind === 'websites') && scope.within) || null
}

/** Returns the websites in a list that is filtered by `websiteId`. A website's scope has no other website. */
export function websitesWithin(scope: Scope, websiteId: number | null): 'all' | 'none' | { id: number } {
  if (scope.kind === 'all' || scope.kind === 'granted') return websiteId === null ? 'all' : { id: websiteId }
  if (scope.kind !== 'website') return 'none'
  return websiteId === null || websiteId === scope.website_id ? { id: scope.website_id } : 'none'
}

/** Visitors learn nothing of clients, so what they list isn't filtered by one. */
export const hidesClients = ({ kind }: Scope) => kind === 'website' || kind === 'reports' || kind === 'websites'

/**
 * Returns true if a scope includes all reports of a report's website. Otherwise, nothing about the others is shown, and
 * no list answers by it.
 */
export function includesOtherPages(scope: Scope): boolean {
  if (scope.kind === 'reports') {
    const { website_id: _website, client: _client, search, ...filters } = scope.filter
    return search === '' && Object.values(filters).every((value) => value === null)
  }
  return scope.kind === 'all' || scope.kind === 'granted' || scope.kind === 'website'
}
