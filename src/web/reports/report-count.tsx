import { count, listWords } from '#web/list/words.ts'
import { reportsWords } from './words.ts'
import { activeFilters, filtersDiffer, type ReportsListState } from './use-reports-list.ts'

/** "1,284 of 48,310 reports", said again whenever it changes. */
export function ReportCount({ state }: { state: ReportsListState }) {
  const { rows, list } = state
  const outdated = filtersDiffer(rows.shown, list.query)
  return (
    <span role="status" aria-busy={outdated}>
      {outdated && rows.error ? '\u00A0' : rows.page?.total === null ? listWords.uncounted : countOfReports(state)}
    </span>
  )
}

export function countOfReports(state: ReportsListState) {
  const { rows, all, websiteFixed } = state
  if (!rows.page) return '\u00A0'
  const { total, totalRelation } = rows.page
  if (total === null) return reportsWords.countUnknown
  const counted = count(total, totalRelation)
  const { search, result, website_id } = activeFilters(state)
  const part = (search || result || website_id) && !websiteFixed && all !== null && all > total
  return part ? reportsWords.countedOf(counted, all) : reportsWords.counted(counted)
}
