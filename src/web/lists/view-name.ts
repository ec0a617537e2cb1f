import type { ReportListQuery, WebsiteListQuery } from '#contract/list-query.ts'
import { listWords } from '#web/words/lists.ts'
import { reportsWords } from '#web/words/reports.ts'
import { websitesWords } from '#web/words/websites.ts'

/**
 * What a view of the reports is called in its title, its heading and a copied link: "Bad reports · example.com · lowest
 * score first". `website` is the name of the website it is filtered by.
 */
export function reportsViewName(query: Omit<ReportListQuery, 'page' | 'per_page' | 'search_by'>, website: string | null) {
  return joined([
    query.result === null ? reportsWords.title : reportsWords.rated[query.result],
    query.search && listWords.quoted(query.search),
    website,
    orderOf(reportsWords.order, query),
  ])
}

/** "Websites · “shop” · most reports first" */
export function websitesViewName(query: Omit<WebsiteListQuery, 'page' | 'per_page' | 'search_by'>) {
  return joined([websitesWords.title, query.search && listWords.quoted(query.search), orderOf(websitesWords.order, query)])
}

/** The order both lists have when nobody asked for another goes without saying. */
function orderOf<Sort extends string>(
  names: Record<Sort, { asc: string; desc: string }>,
  { sort_by, sort }: { sort_by: Sort; sort: 'asc' | 'desc' },
) {
  return sort_by === 'id' && sort === 'desc' ? null : names[sort_by][sort]
}

const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(listWords.viewSeparator)
