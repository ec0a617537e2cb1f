import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type WebsiteListQuery, websiteListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { currentClient, reader } from '#web/data/session.ts'
import { preferredPageSize } from '#web/list/use-list-query.ts'

const plainList = readQuery(websiteListParams, new URLSearchParams()).query

export const websiteQueries = {
  all: () => [reader(), 'websites'] as const,
  lists: () => [...websiteQueries.all(), 'list'] as const,
  details: () => [...websiteQueries.all(), 'detail'] as const,
  list: (query: WebsiteListQuery) =>
    queryOptions({
      queryKey: [...websiteQueries.lists(), query],
      queryFn: ({ signal }) => currentClient().listWebsites(query, signal),
      placeholderData: keepPreviousData,
    }),
  /** The list without filters. Its total is the number of all websites. */
  plainList: () => websiteQueries.list({ ...plainList, per_page: preferredPageSize() }),
  detail: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.details(), id],
      queryFn: ({ signal }) => currentClient().showWebsite(id, signal),
    }),
}
