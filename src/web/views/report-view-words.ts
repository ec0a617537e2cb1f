import { type Direction, pageFilterNames, type ReportListQuery, type ReportSort } from '#contract/list-query.ts'
import { type Rating, ratingTable } from '#contract/rating.ts'
import { listWords, orderName, viewName } from '#web/list/words.ts'

/** What a list of reports can show, and in which order. */
export const reportViewWords = {
  title: 'Reports',
  rated: (rating: Rating) => `${ratingTable[rating].label} reports`,
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    url: { desc: 'URL Z to A', asc: 'URL A to Z' },
    score: { desc: 'highest score first', asc: 'lowest score first' },
  } satisfies Record<ReportSort, Record<Direction, string>>,
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
  return viewName(subject, [
    query.search && listWords.quoted(query.search),
    website,
    ...filters,
    query.latest && reportViewWords.latest[query.latest].toLowerCase(),
    orderName(reportViewWords.order, query),
  ])
}
