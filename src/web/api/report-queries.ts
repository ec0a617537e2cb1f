import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ReportListQuery, reportListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { ApiError } from './api-error.ts'
import { later } from './client.ts'
import { server } from './server.ts'
import { currentClient } from './session.ts'

const plainList = readQuery(reportListParams, new URLSearchParams()).query

export const reportQueries = {
  all: () => [server, 'reports'] as const,
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
  /** A report never changes. */
  detail: (id: number) =>
    queryOptions({
      queryKey: [...reportQueries.details(), id],
      queryFn: ({ signal }) => currentClient().showReport(id, signal),
      staleTime: 5 * 60_000,
    }),
}

/** The texts of all checks by id; empty on a server that has none. */
export const checksQuery = () =>
  queryOptions({
    queryKey: [server, 'checks'],
    queryFn: async ({ signal }) => {
      try {
        const { listChecks } = await later(() => import('./check-calls.ts'))
        return await listChecks(currentClient(), signal)
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'missing') return []
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

