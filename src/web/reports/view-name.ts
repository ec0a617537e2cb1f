import type { ReportListQuery } from '#contract/list-query.ts'
import { listWords } from '#web/list/words.ts'
import { reportsWords } from './words.ts'

/**
 * What a view of the reports is called in its title, its heading and a copied link: "Bad reports · example.com · lowest
 * score first". `website` is the name of the website it is filtered by.
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

export const viewName = (subject: string, parts: (string | null)[]) =>
  [subject, ...parts].filter(Boolean).join(listWords.viewSeparator)

/** The order both lists have when nobody asked for another goes without saying. */
export function orderName<Sort extends string>(
  names: Record<Sort, { asc: string; desc: string }>,
  { sort_by, sort }: { sort_by: Sort; sort: 'asc' | 'desc' },
) {
  return sort_by === 'id' && sort === 'desc' ? null : names[sort_by][sort]
}
