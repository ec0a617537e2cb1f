import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { PageHistory } from '#contract/reports/comparison.ts'
import { importModule } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { hasExtension } from '#web/data/extensions.ts'
import { queryClient } from '#web/data/query-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { reportQueries } from '#web/resources/report-queries.ts'

/** Visitors always send the request, because they can't read its list of extensions. */
export const isSupported = async (extension: 'history' | 'compare') =>
  isVisitor() || (await hasExtension(queryClient, extension))

/**
 * The reports of a report's page. Null on servers without histories; fails where a share link shows one report only.
 */
export const historyQuery = (id: number) =>
  queryOptions({
    // Among the details, so that a created or deleted report outdates it.
    queryKey: [...reportQueries.details(), 'history', id],
    queryFn: async ({ signal }): Promise<PageHistory | null> => {
      if (!(await isSupported('history'))) return null
      const { PageHistory } = await importModule(() => import('#contract/reports/comparison.ts'))
      return currentClient().get(`/reports/${id}/history`, (body) => z.parse(PageHistory, body), { signal })
    },
    staleTime: 60_000,
  })

/** The history of a report's page; undefined while it loads and if it can't be read, which the report does without. */
export const usePageHistory = (id: number) => useQuery(historyQuery(id)).data
