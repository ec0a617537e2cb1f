import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { FilterCount } from '#contract/lists/filter-counts.ts'
import { defaultReportQuery, reportListParams, type ReportListQuery } from '#contract/lists/list-query.ts'
import { pageFilterNames } from '#contract/lists/page-filters.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reader } from '#web/data/reader.ts'
import { forServer, websiteQueries } from './websites.tsx'

/** The filters that only our own service has. */
export const extensionFilters = ['titles', 'latest', ...pageFilterNames] as const

const withoutExtensions: Partial<ReportListQuery> = Object.fromEntries(
  extensionFilters.map((name) => [name, defaultReportQuery[name]]),
)

export const reportQueries = {
  all: () => [reader(), 'reports'] as const,
  lists: () => [...reportQueries.all(), 'list'] as const,
  details: () => [...reportQueries.all(), 'detail'] as const,
  /** The previous rows stay until the next ones arrive; `isPlaceholderData` marks them. */
  list: (query: ReportListQuery) =>
    queryOptions({
      queryKey: [...reportQueries.lists(), query],
      queryFn: async (context) =>
        currentClient().listReports(await forServer(query, withoutExtensions, context), context.signal),
      placeholderData: keepPreviousData,
    }),
  /** The list as it first opens, without filters. Its total is the number of all reports. */
  plainList: () => reportQueries.list(defaultReportQuery),
  /** A report changes only when it is rescored, by a newer ruleset or after a change to another page of its website. */
  detail: (id: number) =>
    queryOptions({
      queryKey: [...reportQueries.details(), id],
      queryFn: ({ signal }) => currentClient().showReport(id, signal),
      staleTime: 60_000,
    }),
  /** The numbers of reports by the values of a list's filters. Only our own service has them. */
  filterCounts: (query: ReportListQuery) => {
    const { sort_by, sort, page, per_page } = defaultReportQuery
    const search = writeQuery(reportListParams, { ...query, sort_by, sort, page, per_page }).toString()
    return queryOptions({
      queryKey: [...reportQueries.lists(), 'filters', search],
      queryFn: ({ signal }) =>
        currentClient().get(`/reports/filters?${search}`, (body) => readRows(FilterCount, body), { signal }),
    })
  },
  /** The key of the decisions about the issues of a report's page. */
  findings: (id: number) => [...reportQueries.details(), 'findings', id],
}

/**
 * Marks as outdated the data that a created or deleted report may have changed: all lists, the websites, and other
 * reports, which may be rescored. Reports on screen are not refetched.
 */
export function outdateReports() {
  void queryClient.invalidateQueries({ queryKey: reportQueries.details(), refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
}
