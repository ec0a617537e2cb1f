import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ReportListQuery, reportListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { currentClient, reader } from '#web/data/session.ts'

const plainList = readQuery(reportListParams, new URLSearchParams()).query

export const reportQueries = {
  all: () => [reader(), 'reports'] as const,
  lists: () => [...reportQueries.all(), 'list'] as const,
  details: () => [...reportQueries.all(), 'detail'] as const,
  /** Rows stay while the next ones load; `isPlaceholderData` tells. */
  list: (query: ReportListQuery) =>
    queryOptions({
      queryKey: [...reportQueries.lists(), query],
      queryFn: ({ signal }) => currentClient().listReports(query, signal),
      placeholderData: keepPreviousData,
    }),
  /** The list as it first opens: its total is that of all reports, at no further request. */
  plainList: () => reportQueries.list(plainList),
  /** A report changes only when it is judged again: by newer rules, or because another page of its website came or went. */
  detail: (id: number) =>
    queryOptions({
      queryKey: [...reportQueries.details(), id],
      queryFn: ({ signal }) => currentClient().showReport(id, signal),
      staleTime: 60_000,
    }),
}

/** A report came or went, so that others may have been judged again: they are asked for when they are next looked at. */
export const outdateReports = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: reportQueries.details(), refetchType: 'none' })
