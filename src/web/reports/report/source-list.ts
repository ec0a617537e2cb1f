import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { type ReportListQuery, reportListParams } from '#contract/lists/list-query.ts'
import { readQuery } from '#contract/lists/query-params.ts'

export type SourceList = { text: string; query: ReportListQuery }

/**
 * Reads the list a report was opened from out of its URL's query string, or returns null. Invalid values count as
 * absent.
 */
export function readSourceList(search: string): SourceList | null {
  const text = new URLSearchParams(search).get('list')
  if (text === null) return null
  return { text, query: readQuery(reportListParams, new URLSearchParams(text)).query }
}

/** Returns the list this report was opened from, or null. */
export function useSourceList() {
  const { search } = useLocation()
  return useMemo(() => readSourceList(search), [search])
}
