import type { Direction, ReportListQuery, ReportSort } from '#contract/list-query.ts'
import { count, listWords, orderName, viewName } from '#web/list/words.ts'

/** The words of the reports list. */
export const reportsWords = {
  title: 'Reports',
  rated: { good: 'Good reports', decent: 'Decent reports', bad: 'Bad reports' },
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    url: { desc: 'URL Z to A', asc: 'URL A to Z' },
    score: { desc: 'highest score first', asc: 'lowest score first' },
  } satisfies Record<ReportSort, Record<Direction, string>>,
  caption: 'Reports',
  columns: {
    score: 'Score',
    rating: 'Rating',
    url: 'URL',
    website: 'Website',
    created: 'Date created',
    actions: 'Actions',
    change: 'Change',
    title: 'Title',
    engine: 'Engine',
    id: 'ID',
  },
  /** The headings of an export. */
  exported: {
    id: 'Report',
    url: 'URL',
    website: 'Website',
    title: 'Title',
    score: 'Score',
    rating: 'Rating',
    previous: 'Previous score',
    created: 'Date created',
  },

  search: 'Search URLs',
  rating: 'Rating',
  all: 'All',
  ratingFilter: (label: string) => `Rating: ${label}`,
  websiteFilter: (name: string) => `Website: ${name}`,

  counted: (total: string) => (total === '1' ? '1 report' : `${total} reports`),
  countedOf: (total: string, all: number) => `${total} of ${count(all)} reports`,
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
) {
  const subject = query.result === null ? reportsWords.title : reportsWords.rated[query.result]
  return viewName(subject, [
    query.search && listWords.quoted(query.search),
    website,
    orderName(reportsWords.order, query),
  ])
}
