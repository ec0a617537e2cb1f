import { queryOptions, useQuery } from '@tanstack/react-query'
import { PageHistory } from '#contract/reports/comparison.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { currentClient } from '#web/data/current-client.ts'
import { isVisitor, pathFor } from '#web/data/reader.ts'
import { onOwnService } from '#web/data/service.ts'
import { reportQueries } from '#web/resources/report-queries.ts'

/** Only our own service has histories and comparisons, also for visitors. */
export const hasHistory = async () => isVisitor() || (await onOwnService())

/** The reports of a report's page. Null on other servers; fails if a share link shows one report only. */
export const historyQuery = (id: number) =>
  queryOptions({
    // Among the details, so that a created or deleted report outdates it.
    queryKey: [...reportQueries.details(), 'history', id],
    queryFn: async ({ signal }): Promise<PageHistory | null> => {
      if (!(await hasHistory())) return null
      return currentClient().get(pathFor({ report: id, part: 'history' }), (body) => lenient(PageHistory).parse(body), {
        signal,
      })
    },
    staleTime: 60_000,
  })

/** The history of a report's page; undefined while it loads and if it can't be read, which the report does without. */
export const usePageHistory = (id: number) => useQuery(historyQuery(id)).data
