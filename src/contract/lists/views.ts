import * as z from 'zod'
import { type Rating, ratingTable } from '../reports/rating.ts'
import { Id, maxId, Timestamp } from '../values.ts'
import {
  reportListParams,
  type ReportListQuery,
  type ReportSort,
  type SortDirection,
  websiteListParams,
  type WebsiteListQuery,
  type WebsiteSort,
} from './list-query.ts'
import { pageFilterNames, websiteFilters } from './page-filters.ts'
import { choice, type QueryParams, readQuery, wholeNumber, writeQuery, type WrongParam } from './query-params.ts'

/** The lists that can be saved as views. */
export const viewLists = ['reports', 'websites'] as const
export type ViewList = (typeof viewLists)[number]

/** Who sees a view: only the person whose it is, or everyone. */
export const viewOwners = ['team', 'me'] as const
export type ViewOwner = (typeof viewOwners)[number]

/** The most views of the team, and of each person. */
export const maxViews = 200
/** In Unicode code points. */
export const maxViewName = 100
export const maxViewQuery = 2_000

export const View = z
  .object({
    id: Id,
    name: z.string(),
    list: z.enum(viewLists),
    query: z.string(),
    owner: z.enum(viewOwners),
    /** Ascending in the order of the views, not necessarily consecutive. */
    position: z.int(),
    /** Null: a view of no client. */
    client_id: Id.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'View',
    description:
      'A saved list. `query` holds the search parameters, without the page and default values. The view is the `team`’s, or `me`: no one but the sender sees it.',
  })
export type View = z.infer<typeof View>

export type ViewListQuery = { client: number | null; owner: ViewOwner | null }
export const viewListParams: QueryParams<ViewListQuery> = {
  client: wholeNumber(maxId, null),
  owner: choice(viewOwners, null),
}

const paramsOf = { reports: reportListParams, websites: websiteListParams } as Record<
  ViewList,
  QueryParams<{ page: number }>
>

/**
 * Reduces a list's search parameters to those that a view keeps: known ones, without defaults and the page. Values that
 * are not allowed are listed in `wrong` and replaced in `query`, as the list would replace them.
 */
export function readViewQuery(list: ViewList, given: string | URLSearchParams): { query: string; wrong: WrongParam[] } {
  const params = paramsOf[list]
  const search = new URLSearchParams(given)
  search.delete('page')
  const { query, wrong } = readQuery(params, search)
  return { query: String(writeQuery(params, query)), wrong }
}

/** Returns the URL of a saved view of reports in the dashboard. A view that was deleted has no `view_id`. */
export function viewUrlOf({ view_id, query }: { view_id: number | null; query: string }, origin: string): string {
  const search = [view_id === null ? '' : `view=${view_id}`, query].filter(Boolean).join('&')
  return `${origin}/reports${search && `?${search}`}`
}

/** Returns the URL of what an alert rule watches in the dashboard: a view, or a website. */
export const placeUrlOf = (
  { website_id, ...view }: { website_id: number | null; view_id: number | null; query: string },
  origin: string,
): string => (website_id === null ? viewUrlOf(view, origin) : `${origin}/websites/${website_id}`)

export const quoted = (text: string) => `“${text}”`

const joined = (subject: string, parts: (string | null)[]) => [subject, ...parts].filter(Boolean).join(' · ')

/** Names the order of a view; null for the default order, newest first. */
function orderName<Sort extends string>(
  names: Record<Sort, Record<SortDirection, string>>,
  { sort_by, sort }: { sort_by: Sort; sort: SortDirection },
) {
  return sort_by === 'id' && sort === 'desc' ? null : names[sort_by][sort]
}

/** Words for the filters and orders of a list of reports. */
export const reportViewWords = {
  title: 'Reports',
  rated: (rating: Rating) => `${ratingTable[rating].label} reports`,
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    url: { desc: 'URL Z to A', asc: 'URL A to Z' },
    score: { desc: 'highest score first', asc: 'lowest score first' },
    clicks: { desc: 'most clicks first', asc: 'fewest clicks first' },
    impressions: { desc: 'most impressions first', asc: 'fewest impressions first' },
    position: { desc: 'worst position first', asc: 'best position first' },
  } satisfies Record<ReportSort, Record<SortDirection, string>>,
  latest: { all: 'All reports', '1': 'Latest per page' },
}

/**
 * Names a view of the reports for its title, its heading and a copied link, such as "Bad reports · example.com · lowest
 * score first". `website` is the name of the website that it is filtered by.
 */
export function reportViewName(
  query: Omit<ReportListQuery, 'page' | 'per_page' | 'search_by'>,
  website: string | null,
  /** The names of the filters beyond the specification. Until they have loaded, the values as in the URL. */
  filters: readonly (string | null)[] = pageFilterNames.flatMap((name) => query[name] ?? []),
) {
  const subject = query.result === null ? reportViewWords.title : reportViewWords.rated(query.result)
  return joined(subject, [
    query.search && quoted(query.search),
    website,
    ...filters,
    query.latest && reportViewWords.latest[query.latest].toLowerCase(),
    orderName(reportViewWords.order, query),
  ])
}

/** Words for the filters and orders of a list of websites. */
export const websiteViewWords = {
  title: 'Websites',
  ofPrivacy: { 0: 'Public websites', 1: 'Private websites', 2: 'Password-protected websites' } satisfies Record<
    NonNullable<WebsiteListQuery['privacy']>,
    string
  >,
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    domain: { desc: 'domain Z to A', asc: 'domain A to Z' },
    attention: { desc: 'needs attention', asc: 'needs attention last' },
    pages_avg_score: { desc: 'highest score first', asc: 'lowest score first' },
    reports_avg_score: { desc: 'highest average of all reports first', asc: 'lowest average of all reports first' },
    reports_count: { desc: 'most reports first', asc: 'fewest reports first' },
  } satisfies Record<WebsiteSort, Record<SortDirection, string>>,
}

/** Names a view of the websites, such as "Public websites · Acme · “shop” · most reports first". */
export const websiteViewName = (
  query: Pick<WebsiteListQuery, 'search' | 'privacy' | 'client' | 'sort_by' | 'sort'>,
  /** The name of the client that it is filtered by. */
  client: string | null,
) =>
  joined(query.privacy === null ? websiteViewWords.title : websiteViewWords.ofPrivacy[query.privacy], [
    query.client && websiteFilters.client.label(query.client, { client }),
    query.search && quoted(query.search),
    orderName(websiteViewWords.order, query),
  ])
