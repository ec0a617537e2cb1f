import type { Direction, ReportListQuery, ReportSort } from '#contract/list-query.ts'
import { type Rating, ratingTable } from '#contract/rating.ts'
import { formatCount, listWords, orderName, viewName } from '#web/list/words.ts'

/** The filters beyond the specification, each an extension under its own name. */
export const pageFilterNames = ['check', 'changed', 'indexability', 'group', 'score', 'from', 'to'] as const

export type PageFilterName = (typeof pageFilterNames)[number]

/** The words of the reports list. */
export const reportsWords = {
  title: 'Reports',
  rated: (rating: Rating) => `${ratingTable[rating].label} reports`,
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    url: { desc: 'URL Z to A', asc: 'URL A to Z' },
    score: { desc: 'highest score first', asc: 'lowest score first' },
  } satisfies Record<ReportSort, Record<Direction, string>>,
  caption: 'Reports',
  columns: {
    score: 'Score',
    url: 'URL',
    website: 'Website',
    created: 'Date created',
    actions: 'Actions',
    change: 'Change',
    title: 'Title',
    engine: 'Engine',
    id: 'ID',
  },

  latest: { all: 'All reports', '1': 'Latest per page' },
  moreFilters: 'More filters',
  changedBy: (by: number) => (by === 0 ? 'unchanged' : `${Math.abs(by)} ${by > 0 ? 'better' : 'worse'}`),

  search: 'Search URLs',
  searchTitles: 'Search URLs and titles',
  rating: 'Rating',
  all: 'All',

  counted: (total: string) => (total === '1' ? '1 report' : `${total} reports`),
  countedOf: (total: string, all: number) => `${total} of ${formatCount(all)} reports`,
  countUnknown: 'Reports',

  menu: (url: string) => `Actions for ${url}`,
}

/**
 * Names a view of the reports for its title, its heading and a copied link, such as "Bad reports · example.com · lowest
 * score first". `website` is the name of the website that it is filtered by.
 */
export function reportsViewName(
  query: Omit<ReportListQuery, 'page' | 'per_page' | 'search_by'>,
  website: string | null,
  /** The names of the filters beyond the specification. Until they have loaded, the values as in the URL. */
  filters: readonly string[] = pageFilterNames.flatMap((name) => query[name] ?? []),
) {
  const subject = query.result === null ? reportsWords.title : reportsWords.rated(query.result)
  return viewName(subject, [
    query.search && listWords.quoted(query.search),
    website,
    ...filters,
    query.latest && reportsWords.latest[query.latest].toLowerCase(),
    orderName(reportsWords.order, query),
  ])
}
