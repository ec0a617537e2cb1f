import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { readId, type ReportListQuery, reportListParams } from '#contract/lists/list-query.ts'
import { readQuery, writeQuery } from '#contract/lists/query-params.ts'
import { paths } from '#web/app/paths.ts'

/** The list a report was opened from. `text` is its part of the report's URL, and `to` its own path. */
export type SourceList = {
  text: string
  query: ReportListQuery
  to: string
  /** True if the list is on the page of its website. */
  isOfWebsite: boolean
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
  const isOfWebsite = given.get('on') === 'website' && query.website_id !== null
  return { text, query, to: pathOf(query, given, isOfWebsite), isOfWebsite }
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
