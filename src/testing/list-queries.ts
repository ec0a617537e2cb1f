import {
  type ReportListQuery,
  reportListParams,
  type WebsiteListQuery,
  websiteListParams,
} from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'

const noParameters = new URLSearchParams()

/** Returns the query of a list of reports with the default values. */
export const reportListQuery = (given: Partial<ReportListQuery> = {}): ReportListQuery => ({
  ...readQuery(reportListParams, noParameters).query,
  ...given,
})

/** Returns the query of a list of websites with the default values. */
export const websiteListQuery = (given: Partial<WebsiteListQuery> = {}): WebsiteListQuery => ({
  ...readQuery(websiteListParams, noParameters).query,
  ...given,
})
