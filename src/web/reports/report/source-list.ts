import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { readId, type ReportListQuery, reportListParams } from '#contract/lists/list-query.ts'
import { pageListFilters, pageListParams } from '#contract/lists/page-list.ts'
import { readQuery, writeQuery } from '#contract/lists/query-params.ts'
import { paths } from '#web/app/paths.ts'

/** The list a report was opened from. `text` is its part of the report's URL, and `to` its own path. */
export type SourceList = {
  text: string
  query: ReportListQuery
  to: string
  /** True if the list is on the page of its website. */
  isOfWebsite: boolean
  /** False for pages in an order, or with filters, that lists of reports don't have. */
  hasNeighbours: boolean
}

/**
 * Reads the list a report was opened from out of its URL's query string, or returns null. Invalid values count as
 * absent.
 */
export function readSourceList(search: string): SourceList | null {
  const text = new URLSearchParams(search).get('list')
  if (text === null) return null
  const given = new URLSearchParams(text)
  const { query } = readQuery(reportListParams, given)
  const on = query.website_id === null ? null : given.get('on')
  if (on === 'pages') return { text, ...pagesOf(query, given), isOfWebsite: true }
  const isOfWebsite = on === 'website'
  return { text, query, to: pathOf(query, given, isOfWebsite), isOfWebsite, hasNeighbours: true }
}

/** By their URLs, the pages of a website are in the order of their latest reports, but for those without a report. */
function pagesOf(list: ReportListQuery, given: URLSearchParams): Pick<SourceList, 'query' | 'to' | 'hasNeighbours'> {
  const { query: pages } = readQuery(pageListParams, given)
  const { search, sort_by, sort, gone } = pages
  const isOfReports = pageListFilters.every((name) => name === 'indexability' || pages[name] === null)
  return {
    query: { ...list, latest: '1', titles: search ? '1' : null, sort_by: 'url', sort },
    to: paths.websitePages(list.website_id ?? 0, Object.fromEntries(writeQuery(pageListParams, pages))),
    hasNeighbours: isOfReports && sort_by === 'url' && gone === null,
  }
}

/** The page of a website has its list too. A list can belong to a saved view. */
function pathOf(query: ReportListQuery, given: URLSearchParams, isOfWebsite: boolean) {
  const { website_id } = query
  if (isOfWebsite && website_id !== null) return paths.website(website_id, { ...query, website_id: null })
  const view = readId(given.get('view') ?? '')
  const search = writeQuery(reportListParams, query, new URLSearchParams(view === null ? '' : { view: String(view) }))
  return `${paths.reports()}${search.size > 0 ? `?${search}` : ''}`
}

/** Returns the list with another page open, as part of a report's URL. */
export const sourceListText = (query: ReportListQuery, before: string) =>
  writeQuery(reportListParams, query, new URLSearchParams(before)).toString()

/** Returns the list this report was opened from, or null. */
export function useSourceList() {
  const { search } = useLocation()
  return useMemo(() => readSourceList(search), [search])
}
