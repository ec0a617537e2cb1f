import {
  defaultReportQuery,
  defaultWebsiteQuery,
  type ReportListQuery,
  type WebsiteListQuery,
} from '#contract/lists/list-query.ts'
import type { PageOfList } from '#contract/responses/envelope.ts'
import type { ReportListFilter } from '#service/store/lists/filters.ts'

/** Returns the query of a list of reports with the default values. */
export const reportListQuery = (given: Partial<ReportListQuery> = {}): ReportListQuery => ({
  ...defaultReportQuery,
  ...given,
})

/** Returns the filters of a list of reports, none by default. */
export function reportListFilter(given: Partial<ReportListFilter> = {}): ReportListFilter {
  const { search_by: _by, sort_by: _column, sort: _sort, per_page: _size, page: _page, ...filter } = reportListQuery()
  return { ...filter, ...given }
}

/** Returns the query of a list of websites with the default values. */
export const websiteListQuery = (given: Partial<WebsiteListQuery> = {}): WebsiteListQuery => ({
  ...defaultWebsiteQuery,
  ...given,
})

/** A page without rows or other information. */
export const emptyPage: PageOfList<never> = {
  rows: [],
  unreadable: [],
  repeated: [],
  sent: 0,
  current: null,
  perPage: null,
  total: null,
  totalRelation: 'eq',
  lastPage: null,
  next: null,
  newer: null,
  deleted: [],
}
