import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { readResults } from '#contract/reports/any-report.ts'
import { WebsiteWhatIf } from '#contract/reports/what-if.ts'
import { readItem, readRows } from '#contract/responses/envelope.ts'
import { lenient } from '#contract/responses/lenient.ts'
import {
  AiCrawlers,
  DuplicateSet,
  HistoryDay,
  IssueChanges,
  PageGroup,
  WebsiteIssues,
} from '#contract/websites/website-pages.ts'
import { StructureTables } from '#contract/websites/website-structure.ts'
import { currentClient } from '#web/data/current-client.ts'
import { pathFor } from '#web/data/reader.ts'
import { websiteQueries } from './websites.tsx'

/** The filters of the indexable pages without an impression. */
export const quietPages = { no_impressions: '90', indexability: 'indexable' }

const Total = z.object({ meta: z.object({ total: z.int() }) })
const totalIn = (body: unknown) => Total.parse(body).meta.total

/** Only our own service has these. The keys begin like those of the websites. */
export const websitePagesQueries = {
  issues: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'issues', id],
      queryFn: ({ signal }) =>
        currentClient().get(pathFor({ website: id, part: 'issues' }), (body) => lenient(WebsiteIssues).parse(body), {
          signal,
        }),
    }),
  duplicates: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'duplicates', id],
      queryFn: ({ signal }) =>
        currentClient().get(pathFor({ website: id, part: 'duplicates' }), (body) => readRows(DuplicateSet, body), {
          signal,
        }),
    }),
  whatIf: (id: number, fixed: readonly string[]) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'what-if', id, ...fixed],
      queryFn: ({ signal }) => {
        const path = pathFor({ website: id, part: `what-if?fixed=${fixed.map(encodeURIComponent).join(',')}` })
        return currentClient().get(path, (body) => readItem(WebsiteWhatIf, body), { signal })
      },
    }),
  /** The number of indexable pages without an impression in 90 days. 0 if it isn't known. */
  quietCount: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'quiet pages', id],
      queryFn: ({ signal }) =>
        currentClient().get(`/websites/${id}/pages?${new URLSearchParams(quietPages)}`, (body) => totalIn(body), {
          signal,
        }),
    }),
  groups: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'groups', id],
      queryFn: ({ signal }) =>
        currentClient().get(`/websites/${id}/groups`, (body) => readRows(PageGroup, body), { signal }),
    }),
  aiCrawlers: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'ai-crawlers', id],
      queryFn: ({ signal }) =>
        currentClient().get(
          `/websites/${id}/ai-crawlers`,
          (body) => {
            const { results, ...report } = readItem(AiCrawlers, body)
            return { ...report, checks: readResults(results).checks }
          },
          { signal },
        ),
    }),
  structure: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'structure', id],
      queryFn: ({ signal }) =>
        currentClient().get(`/websites/${id}/structure`, (body) => readItem(StructureTables, body), { signal }),
    }),
  /** For visitors only. */
  changes: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'changes', id],
      queryFn: ({ signal }) =>
        currentClient().get(pathFor({ website: id, part: 'changes' }), (body) => readItem(IssueChanges, body), {
          signal,
        }),
    }),
  history: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'history', id],
      queryFn: ({ signal }) =>
        currentClient().get(pathFor({ website: id, part: 'history' }), (body) => readRows(HistoryDay, body), {
          signal,
        }),
    }),
}
