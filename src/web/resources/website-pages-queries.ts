import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { readItem } from '#contract/envelope.ts'
import { PageGroups, WebsiteHistory, WebsiteIssues } from '#contract/website-pages.ts'
import { WebsiteWhatIf } from '#contract/what-if.ts'
import { parseBody } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/session.ts'
import { websiteQueries } from './website-queries.ts'

async function read<Body extends z.ZodMiniType>(path: string, schema: Body, signal: AbortSignal) {
  const { body } = await currentClient().call('GET', path, { signal })
  return parseBody(path, body, () => z.parse(schema, body))
}

/** The extensions that describe the pages of a website. Their keys begin like those of the websites. */
export const websitePagesQueries = {
  issues: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'issues', id],
      queryFn: ({ signal }) => read(`/websites/${id}/issues`, WebsiteIssues, signal),
    }),
  whatIf: (id: number, fixed: readonly string[]) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'what-if', id, ...fixed],
      queryFn: async ({ signal }) => {
        const path = `/websites/${id}/what-if?fixed=${fixed.map(encodeURIComponent).join(',')}`
        const { body } = await currentClient().call('GET', path, { signal })
        return parseBody(path, body, () => readItem(WebsiteWhatIf, body))
      },
    }),
  groups: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'groups', id],
      queryFn: async ({ signal }) => (await read(`/websites/${id}/groups`, PageGroups, signal)).data,
    }),
  history: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'history', id],
      queryFn: async ({ signal }) => (await read(`/websites/${id}/history`, WebsiteHistory, signal)).data,
    }),
}
