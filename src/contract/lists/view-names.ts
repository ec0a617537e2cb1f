import { type Rating, ratingTable } from '../reports/rating.ts'
import {
  type SortDirection,
  type ReportListQuery,
  type ReportSort,
  type WebsiteListQuery,
  type WebsiteSort,
} from './list-query.ts'
import { pageFilterNames } from './page-filters.ts'

export const quoted = (text: string) => `“${text}”`

const joined = (subject: string, parts: (string | null)[]) => [subject, ...parts].filter(Boolean).join(' · ')

/** Names the order of a view; null for the default order, newest first. */
function orderName<Sort extends string>(
  names: Record<Sort, Record<SortDirection, string>>,
  { sort_by, sort }: { sort_by: Sort; sort: SortDirection },
) {
  return sort_by === 'id' && sort === 'desc' ? null : names[sort_by][sort]
}

/** What a list of reports can show, and in which order. */
export const reportViewWords = {
  title: 'Reports',
  rated: (rating: Rating) => `${ratingTable[rating].label} reports`,
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    url: { desc: 'URL Z to A', asc: 'URL A to Z' },
    score: { desc: 'highest score first', asc: 'lowest score first' },
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

/** What a list of websites can show, and in which order. */
export const websiteViewWords = {
  title: 'Websites',
  ofPrivacy: { 0: 'Public websites', 1: 'Private websites', 2: 'Password-protected websites' } satisfies Record<
    NonNullable<WebsiteListQuery['privacy']>,
    string
  >,
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    domain: { desc: 'domain Z to A', asc: 'domain A to Z' },
    reports_avg_score: { desc: 'highest score first', asc: 'lowest score first' },
    reports_count: { desc: 'most reports first', asc: 'fewest reports first' },
  } satisfies Record<WebsiteSort, Record<SortDirection, string>>,
}

/** Names a view of the websites, such as "Public websites · “shop” · most reports first". */
export const websiteViewName = (query: Pick<WebsiteListQuery, 'search' | 'privacy' | 'sort_by' | 'sort'>) =>
  joined(query.privacy === null ? websiteViewWords.title : websiteViewWords.ofPrivacy[query.privacy], [
    query.search && quoted(query.search),
    orderName(websiteViewWords.order, query),
  ])
