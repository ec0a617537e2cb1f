import { type ReportListQuery, reportListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'

/** The list a report was opened from, as its address carries it, or null. Values that are not allowed count as absent. */
export function listOfReport(search: string): { text: string; query: ReportListQuery } | null {
  const text = new URLSearchParams(search).get('list')
  if (text === null) return null
  return { text, query: readQuery(reportListParams, new URLSearchParams(text)).query }
}
