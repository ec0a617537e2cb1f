import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageOfList } from '#contract/responses/envelope.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { unicodeHost } from '#web/ui/text.ts'
import { websiteQueries } from './website-queries.ts'
import { websiteNameWords as words } from './words.ts'

/** `full` stands alone and `short` follows the word "Website". They differ when the domain is not known. */
export type WebsiteName = { full: string; short: string }

/** Names a website whose domain is not known by its ID. */
export const nameByNumber = (id: number) => words.numbered(String(id))

/** Returns the display name of a website: its domain, or its ID while the domain is not known. Null without an ID. */
export function useWebsiteName(id: number | null): WebsiteName | null {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    ...websiteQueries.detail(id ?? 0),
    enabled: id !== null,
    placeholderData: () => listed(queries, id),
  })
  if (id === null) return null
  if (data) {
    const domain = unicodeHost(data.domain)
    return { full: domain, short: domain }
  }
  const short = error ? words.notFound(id) : String(id)
  return { full: words.numbered(short), short }
}

/** Finds the website in a cached list, so that its name shows without a request. */
function listed(queries: QueryClient, id: number | null) {
  const lists = queries.getQueriesData<PageOfList<AnyWebsite>>({ queryKey: websiteQueries.lists() })
  const website = lists.flatMap(([, page]) => page?.rows ?? []).find((row) => row.id === id)
  return website && { ...website, other: {}, etag: null }
}
