import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Run, runListParams, type RunListQuery } from '#contract/jobs/runs.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import { readListPage } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { jobQueries } from '#web/jobs/queries.ts'

export const runsQuery = (query: RunListQuery) =>
  queryOptions({
    queryKey: [...jobQueries.runs(), query],
    queryFn: ({ signal }) =>
      currentClient().get(`/runs?${writeQuery(runListParams, query)}`, (body) => readListPage(Run, body), { signal }),
    placeholderData: keepPreviousData,
  })

/** Returns the runs with the progress that has arrived since they were read. */
export function useLiveRuns(runs: readonly Run[]): Run[] {
  const { data = [] } = useQuery(jobQueries.recent())
  return runs.map((run) => data.find((job) => job.id === run.id && job.updated_at > run.updated_at) ?? run)
}
