import { queryOptions, useQuery } from '@tanstack/react-query'
import { PageHistory } from '#contract/reports/comparison.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { readFromOwn } from '#web/data/service.ts'
import { reportQueries } from '#web/resources/report-queries.ts'

/** The reports of a report's page. Null on other servers; fails if a share link shows one report only. */
export const historyQuery = (id: number) =>
  queryOptions({
    // Among the details, so that a created or deleted report outdates it.
    queryKey: [...reportQueries.details(), 'history', id],
    queryFn: ({ signal }) =>
      readFromOwn({ report: id, part: 'history' }, (body) => lenient(PageHistory).parse(body), signal),
    staleTime: 60_000,
  })

/** The history of a report's page; undefined while it loads and if it can't be read, which the report does without. */
export const usePageHistory = (id: number) => useQuery(historyQuery(id)).data
