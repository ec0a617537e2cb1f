import { type RawBuilder, sql } from 'kysely'
import { brokenLinksCheck } from '#analyser/page-state.ts'
import { todayInUtc } from '#contract/format/dates.ts'
import { selectsLatest, type ReportListQuery, type WebsiteListQuery } from '#contract/lists/list-query.ts'
import { type PageFilterName } from '#contract/lists/page-filters.ts'
import { groupKindOf } from '#contract/lists/page-groups.ts'
import { namesOf } from '#contract/lists/query-params.ts'
import { ratingTable } from '#contract/reports/rating.ts'
import { normaliseEscapes } from '#contract/url-key.ts'
import { isGranted } from '../access/grants.ts'
import type { Engine } from '../engine.ts'
import { canBeIndexed, pagesChangedSince } from '../pages/changed-since.ts'
import { pagesWithBrokenLinks } from '../pages/page-links.ts'
import { isWaivedOn } from '../pages/waived-issues.ts'
import { matchesStructure } from '../websites/site-structure.ts'
import { and } from './list.ts'
import { hasChange, isInRange } from './ranges.ts'
import { grantedOf, type Scope } from './scope.ts'
import { contains, searchOf } from './search.ts'

/** The filters of a list, as a view and its share links have them. */
export type ReportListFilter = ReportFilters & Pick<ReportListQuery, 'search' | 'titles'>
export type WebsiteListFilter = WebsiteFilters & Pick<WebsiteListQuery, 'search'>

/** The filters without the search. */
export type ReportFilters = Pick<ReportListQuery, 'website_id' | 'result' | 'latest' | PageFilterName>
export type WebsiteFilters = Omit<WebsiteListQuery, 'search' | 'search_by' | 'sort' | 'sort_by' | 'page' | 'per_page'>

/** Selects the rows that match a value. `all` are the values of all filters. */
type Condition<Value, Filters> = (value: NonNullable<Value>, all: Filters) => RawBuilder<boolean>

/** A filter of `reports as r`. */
type ReportFilter<Value> = {
  condition: Condition<Value, ReportFilters>
  /** True if an older report of a page can match: its own row decides, not the page's latest one. */
  matchesOlder: boolean
}

/** A filter by Google's figures of pages, `pages as g`. */
const ofSearch = <Value>(condition: (value: NonNullable<Value>) => RawBuilder<boolean>): ReportFilter<Value> => ({
  condition: (value, { website_id }) =>
    sql`r.page_id in (select g.id from pages as g where ${condition(value)} ${ofWebsite('g', website_id)})`,
  matchesOlder: false,
})

/** Selects rows by a column with the ID of their website. */
export const isOfClient = (websiteId: string, client: number) =>
  sql<boolean>`${sql.ref(websiteId)} in (select id from websites where client_id = ${client})`

const reportFilters: { [Name in keyof ReportFilters]: ReportFilter<ReportFilters[Name]> } = {
  website_id: { condition: (id) => sql`r.website_id = ${id}`, matchesOlder: true },
  client: { condition: (client) => isOfClient('r.website_id', Number(client)), matchesOlder: true },
  result: {
    condition(rating, { latest }) {
      const { from, to } = ratingTable[rating]
      return latest ? sql`r.shown_score_up between ${from} and ${to}` : sql`r.result = ${rating}`
    },
    matchesOlder: true,
  },
  // A literal, because the databases use a partial index only for conditions that they see.
  latest: { condition: () => sql`r.latest = 1`, matchesOlder: false },
  check: {
    condition: (check, all) =>
      check === brokenLinksCheck && all.since === null
        ? sql`r.page_id in (${pagesWithBrokenLinks(todayInUtc(), all.website_id)})`
        : sql`r.page_id in (select i.page_id from page_issues as i
            where i.check_id = ${check} and ${isFilteredIssue(all)})`,
    matchesOlder: false,
  },
  changed: {
    condition: (change, { website_id, since }) =>
      since !== null
        ? sql`r.page_id in (${pagesChangedSince(since, { change, websiteId: website_id })})`
        : change === 'not_indexable'
          ? sql`r.page_was ${canBeIndexed} and r.page_indexability not ${canBeIndexed}`
          : sql`r.changed = ${change}`,
    matchesOlder: false,
  },
  since: {
    condition: (day, { website_id, changed, check }) =>
      (changed ?? check) ? sql`1 = 1` : sql`r.page_id in (${pagesChangedSince(day, { websiteId: website_id })})`,
    matchesOlder: false,
  },
  indexability: {
    condition(choice, { latest }) {
      const column = sql.ref(latest ? 'r.page_indexability' : 'r.indexability')
      return choice === 'elsewhere' ? sql`${column} in ('redirect', 'other_url')` : sql`${column} = ${choice}`
    },
    matchesOlder: true,
  },
  group: {
    condition: (group, { website_id }) => sql`r.page_id in (select g.id from pages as g
      where ${sql.ref(`g.${groupKindOf(group)}`)} = ${normaliseEscapes(group)} ${ofWebsite('g', website_id)})`,
    matchesOlder: true,
  },
  structure: {
    condition: (structure, { website_id }) => sql`r.page_id in (select s.id from pages as s
      where ${matchesStructure(structure, 's')} ${ofWebsite('s', website_id)})`,
    matchesOlder: false,
  },
  score: {
    condition(range, { latest }) {
      const [lowest, highest] = range.split('-').map(Number)
      return sql`${sql.ref(latest ? 'r.shown_score_up' : 'r.score')} between ${lowest} and ${highest}`
    },
    matchesOlder: true,
  },
  clicks: ofSearch((range) => isInRange('g', 'clicks', range)),
  impressions: ofSearch((range) => isInRange('g', 'impressions', range)),
  position: ofSearch((range) => isInRange('g', 'position', range)),
  clicks_change: ofSearch((change) => hasChange('g', change)),
  google_index: {
    condition: (state, { website_id }) => sql`r.page_id in (${pagesInIndex(state, website_id)})`,
    matchesOlder: false,
  },
  from: { condition: (day) => sql`r.created_at >= ${day}`, matchesOlder: true },
  assignee: {
    condition: (assignee, all) => sql`r.page_id in (${pagesAssignedTo(assignee, all)})`,
    matchesOlder: false,
  },
  // Times continue the date with a "T", which sorts before "U".
  to: { condition: (day) => sql`r.created_at < ${`${day}U`}`, matchesOlder: true },
}

/** Selects the IDs of pages with a state in Google's index. */
export const pagesInIndex = (state: string, websiteId: number | null): RawBuilder<number> =>
  sql`select x.page_id from page_inspections as x where x.google_index = ${state} ${ofWebsite('x', websiteId)}`

/** Selects the IDs of pages with an open issue that is assigned to a person: the one of the filter, if there is one. */
export const pagesAssignedTo = (
  assignee: string,
  { check, ...rest }: Pick<ReportFilters, 'website_id' | 'check'> & Partial<Pick<ReportFilters, 'since' | 'changed'>>,
): RawBuilder<number> => sql`select i.page_id from finding_states as f
  inner join page_issues as i on i.page_id = f.page_id and i.check_id = f.check_id
  where f.assignee_id = ${assignedTo(assignee)} and f.status <> 'fixed'
    ${check === null ? sql`` : sql`and i.check_id = ${check}`}
    and ${isFilteredIssue({ since: null, changed: null, ...rest })}`

/**
 * Selects the issues, `page_issues as i`, by which a filter can find pages. A page that got worse can have had a
 * smaller issue of the same check before.
 */
export const isFilteredIssue = ({
  website_id,
  since,
  changed,
}: Pick<ReportFilters, 'website_id' | 'since' | 'changed'>) =>
  sql<boolean>`i.counted = 1 ${ofWebsite('i', website_id)}
    ${since === null || changed === 'worse' ? sql`` : sql`and i.since >= ${since}`} and not ${isWaivedOn(todayInUtc())}`

/** Returns the ID of an assignee: nobody’s, unless the ID of `me` was put in its place. */
export const assignedTo = (assignee: string) => (assignee === 'me' ? 0 : Number(assignee))

const ofWebsite = (alias: string, websiteId: number | null) =>
  websiteId === null ? sql`` : sql`and ${sql.ref(`${alias}.website_id`)} = ${websiteId}`

/** The filters of `websites as w`. */
const websiteFilters: {
  [Name in keyof WebsiteFilters]: { condition: Condition<WebsiteFilters[Name], WebsiteFilters> }
} = {
  client: { condition: (client) => sql`w.client_id = ${Number(client)}` },
  privacy: { condition: (privacy) => sql`w.privacy = ${Number(privacy)}` },
}

/** Returns the conditions of the filters that are set. */
function conditionsOf<Filters extends object>(
  filters: { [Name in keyof Filters]: { condition: Condition<Filters[Name], Filters> } },
  given: Filters,
): RawBuilder<boolean>[] {
  return namesOf(filters).flatMap((name) => {
    const value = given[name]
    return value === null || value === undefined ? [] : [filters[name].condition(value, given)]
  })
}

/** Most filters of pages select their latest reports only. */
export const reportConditions = (given: ReportFilters, latestOnly = selectsLatest(given)) =>
  conditionsOf<ReportFilters>(reportFilters, { ...given, latest: latestOnly ? '1' : null })

/** Returns the filters that a report's own row decides. The others answer by other reports of its page or website. */
export const filtersOfRow = (filters: ReportFilters) =>
  Object.fromEntries(
    namesOf(reportFilters).map((name) => [name, reportFilters[name].matchesOlder ? filters[name] : null]),
  ) as ReportFilters

export const websiteConditions = (filters: WebsiteFilters) => conditionsOf(websiteFilters, filters)

/** Returns filters with those of a view, which override them. */
export const withView = <Filters extends object>(filters: Filters, view: Partial<Filters> | null): Filters => ({
  ...filters,
  ...(view && Object.fromEntries(Object.entries(view).filter(([, value]) => value !== null && value !== ''))),
})

/** Returns the conditions of a view on one report. */
export const viewConditions = (view: ReportListFilter, engine: Engine): RawBuilder<boolean>[] => [
  ...reportConditions(view),
  ...searchCondition(view, engine),
]

/** Returns true if only the latest report of a page can match a filter of the view. */
export const needsLatest = (view: ReportListFilter): boolean =>
  namesOf(reportFilters).some((name) => name !== 'latest' && view[name] !== null && !reportFilters[name].matchesOlder)

/** The same for an older report of a page, as if it were the latest; null if it can't match. */
export function olderConditions(view: ReportListFilter, engine: Engine): RawBuilder<boolean>[] | null {
  if (needsLatest(view)) return null
  const rest = { ...view, latest: null }
  return [...conditionsOf<ReportFilters>(reportFilters, rest), ...searchCondition(view, engine)]
}

function searchCondition(view: ReportListFilter, engine: Engine): RawBuilder<boolean>[] {
  const search = searchOf(view)
  return search ? [contains(engine, search, 'r')] : []
}

/** Selects whether a report, a row of `reports as r`, is in the scope. */
export function isReportInScope(scope: Scope, engine: Engine): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`1 = 1`
  if (scope.kind === 'website') return sql<boolean>`r.website_id = ${scope.website_id}`
  if (scope.kind === 'report') return sql<boolean>`r.id = ${scope.report_id}`
  if (scope.kind === 'granted') return and(isGranted(scope, 'r.website_id'))
  return scope.kind === 'reports'
    ? and([...viewConditions(scope.filter, engine), ...isGranted(grantedOf(scope), 'r.website_id')])
    : sql<boolean>`1 = 0`
}
