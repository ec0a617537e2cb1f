import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { defaultWebsiteQuery, type WebsiteListQuery } from '#contract/lists/list-query.ts'
import { currentClient } from '#web/data/current-client.ts'
import { reader } from '#web/data/reader.ts'

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
  plainList: () => websiteQueries.list(defaultWebsiteQuery),
  detail: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.details(), id],
      queryFn: ({ signal }) => currentClient().showWebsite(id, signal),
    }),
}
