import {
  type ReportListQuery,
  reportListParams,
  type WebsiteListQuery,
  websiteListParams,
} from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import type { ReportListFilter } from '#service/store/lists/scope.ts'

const noParameters = new URLSearchParams()

/** Returns the query of a list of reports with the default values. */
export const reportListQuery = (given: Partial<ReportListQuery> = {}): ReportListQuery => ({
  ...readQuery(reportListParams, noParameters).query,
  ...given,
})

/** Returns the filters of a list of reports, none by default. */
export function reportListFilter(given: Partial<ReportListFilter> = {}): ReportListFilter {
  const { search_by: _by, sort_by: _column, sort: _sort, per_page: _size, page: _page, ...filter } = reportListQuery()
  return { ...filter, ...given }
}

/** Returns the query of a list of websites with the default values. */
export const websiteListQuery = (given: Partial<WebsiteListQuery> = {}): WebsiteListQuery => ({
  ...readQuery(websiteListParams, noParameters).query,
  ...given,
})
