import { queryOptions } from '@tanstack/react-query'
import { readPage } from '#contract/envelope.ts'
import { type ReportListQuery, reportListParams } from '#contract/list-query.ts'
import { writeQuery } from '#contract/query-params.ts'
import { ReportRow } from '#contract/report-row.ts'
import { understood } from '#web/data/client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportQueries } from '#web/reports/queries.ts'
import { hasExtension } from '#web/data/service.ts'
import { currentClient } from '#web/data/session.ts'

/** So many of the newest are looked at where the server does not count them. */
const looked = 100

/** How many reports of a list came after the one with the id `newest`; `gte` means at least so many. */
export const newerQuery = ({ search, search_by, website_id, result, ...order }: ReportListQuery, newest: number) => {
  const first: ReportListQuery = {
    ...order,
    search,
    search_by,
    website_id,
    result,
    sort_by: 'id',
    sort: 'desc',
    page: 1,
    per_page: 10,
  }
  return queryOptions({
    queryKey: [...reportQueries.all(), 'newer', first, newest],
    queryFn: async ({ signal }) => {
      const counted = (await hasExtension(queryClient, 'newer_than'))
        ? await countedByServer(first, newest, signal)
        : null
      return counted ?? (await countedHere(first, newest, signal))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function countedByServer(first: ReportListQuery, newest: number, signal: AbortSignal) {
  const search = writeQuery(reportListParams, first)
  search.set('newer_than', String(newest))
  const { body } = await currentClient().call('GET', `/reports?${search}`, { signal })
  return understood('/reports', body, () => readPage(ReportRow, body)).newer
}

async function countedHere(first: ReportListQuery, newest: number, signal: AbortSignal) {
  const { rows } = await currentClient().listReports({ ...first, per_page: looked }, signal)
  const newer = rows.filter((row) => row.id > newest).length
  return { count: newer, relation: newer === looked ? ('gte' as const) : ('eq' as const) }
}
