import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type PageFinding, PageFindings } from '#contract/reports/page-findings.ts'
import { type Waiver, Waivers } from '#contract/reports/waivers.ts'
import { currentClient } from '#web/data/current-client.ts'
import { hasExtension } from '#web/data/extensions.ts'
import { queryClient } from '#web/data/query-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/website-queries.ts'

/** What was decided about the findings of a report's page. Null on servers without such decisions. */
export const findingsQuery = (id: number) =>
  queryOptions({
    queryKey: reportQueries.findings(id),
    queryFn: async ({ signal }): Promise<PageFinding[] | null> => {
      // Visitors ask the server itself, because they can't read its list of extensions.
      if (!isVisitor() && !(await hasExtension(queryClient, 'findings'))) return null
      return currentClient().get(`/reports/${id}/findings`, (body) => z.parse(PageFindings, body).data, { signal })
    },
    staleTime: 60_000,
  })

/** Returns the waivers of a website, also expired ones. */
export const listWaivers = (websiteId: number, signal?: AbortSignal): Promise<Waiver[]> =>
  currentClient().get(`/waivers?website_id=${websiteId}`, (body) => z.parse(Waivers, body).data, { signal })

export const waiversQuery = (websiteId: number) =>
  queryOptions({
    queryKey: [...websiteQueries.all(), 'waivers', websiteId],
    queryFn: ({ signal }) => listWaivers(websiteId, signal),
  })
