import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { defaultWebsiteQuery } from '#contract/lists/list-query.ts'
import { defaultsOf, writeQuery } from '#contract/lists/query-params.ts'
import { readListPage } from '#contract/responses/envelope.ts'
import {
  againstParams,
  type AgainstQuery,
  PathComparison,
  WebsiteComparison,
} from '#contract/websites/website-comparison.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { currentClient } from '#web/data/current-client.ts'
import { websiteQueries } from '#web/resources/websites.tsx'

const PathRow = PathComparison.transform((row) => ({ ...row, id: row.path }))
export type PathRow = ReturnType<typeof PathRow.parse>

const pathOf = (id: number, other: number, query: AgainstQuery) => {
  const search = writeQuery(againstParams, query)
  return `/websites/${id}/against/${other}${search.size > 0 ? `?${search}` : ''}`
}

/** Only our own service has these. The keys begin like those of the websites. */
export const againstQueries = {
  list: (id: number, other: number, query: AgainstQuery) =>
    queryOptions({
      queryKey: [...websiteQueries.all(), 'against', id, other, query],
      queryFn: ({ signal }) =>
        currentClient().get(
          pathOf(id, other, query),
          (body) => ({
            ...readListPage(PathRow, body),
            comparison: WebsiteComparison.parse((body as { comparison?: unknown }).comparison),
          }),
          { signal },
        ),
      placeholderData: keepPreviousData,
    }),
  /** The page of one path. */
  path: (id: number, other: number, path: string) =>
    againstQueries.list(id, other, { ...defaultsOf(againstParams), path }),
  /** Websites whose domains end as this one does, those with the most pages first. */
  related: (website: Pick<AnyWebsite, 'id' | 'domain'>) => {
    const base = baseOf(website.domain)
    return queryOptions({
      ...websiteQueries.list({ ...defaultWebsiteQuery, search: base, sort_by: 'reports_count', per_page: 25 }),
      select: ({ rows }: { rows: AnyWebsite[] }) =>
        rows.filter(({ id, domain }) => id !== website.id && (domain === base || domain.endsWith(`.${base}`))),
    })
  },
}

/** Suffixes of countries under which domains are registered: `co.uk`. */
const countrySuffix = /^(?:com?|org|net|gov|edu|ac)\.[a-z]{2}$/

/** Returns the domain that `staging.example.com` and `example.com` have in common, as well as it can be guessed. */
export function baseOf(domain: string): string {
  const labels = domain.split('.')
  const without = labels.slice(1).join('.')
  return labels.length < 3 || countrySuffix.test(without) || /^\d+$/.test(labels.at(-1) ?? '') ? domain : without
}
