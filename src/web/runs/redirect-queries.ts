import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { isFinished, type Job } from '#contract/jobs/job.ts'
import {
  redirectListParams,
  type RedirectListQuery,
  RedirectMapRow,
  ResultCounts,
  UnnamedPage,
  unnamedParams,
  type UnnamedQuery,
} from '#contract/jobs/redirects.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import { readListPage } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { jobQueries, readJob } from '#web/jobs/queries.ts'

/** The pause between requests while a map is checked, in ms. */
const pollMs = 2_000

/** Lists identify their rows by `id`. */
const Row = RedirectMapRow.transform((row) => ({ ...row, id: row.line }))
const WithResults = z.object({ results: ResultCounts })

/** The rows of a map change until it is checked. */
type MapOf = Pick<Job, 'id' | 'state' | 'finished_at'>

const whileChecked = (job: Pick<Job, 'state'>) => (isFinished(job) ? false : pollMs)

export const redirectQueries = {
  job: (id: number) =>
    queryOptions({
      queryKey: [...jobQueries.all(), 'detail', id],
      queryFn: ({ signal }) => currentClient().get(`/jobs/${id}`, readJob, { signal }),
      refetchInterval: ({ state: { data } }) => (data ? whileChecked(data) : false),
    }),
  rows: ({ id, finished_at, ...job }: MapOf, query: RedirectListQuery) =>
    queryOptions({
      queryKey: [...jobQueries.all(), 'redirects', id, finished_at, query],
      queryFn: ({ signal }) => {
        const read = (body: unknown) => ({
          ...readListPage(Row, body),
          ...WithResults.parse(body),
        })
        return currentClient().get(`/jobs/${id}/redirects?${writeQuery(redirectListParams, query)}`, read, { signal })
      },
      refetchInterval: whileChecked(job),
      placeholderData: keepPreviousData,
    }),
  unnamed: ({ id, finished_at }: MapOf, query: UnnamedQuery) =>
    queryOptions({
      queryKey: [...jobQueries.all(), 'unnamed', id, finished_at, query],
      queryFn: ({ signal }) => {
        const path = `/jobs/${id}/unnamed-pages?${writeQuery(unnamedParams, query)}`
        return currentClient().get(path, (body) => readListPage(UnnamedPage, body), { signal })
      },
      placeholderData: keepPreviousData,
    }),
}
