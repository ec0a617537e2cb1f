import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page } from '#contract/envelope.ts'
import type { Website } from '#contract/website.ts'
import { websiteQueries } from './queries.ts'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { comboboxWords } from '#web/list/words.ts'

/** `full` stands alone, `short` stands after the word "Website": they differ where there is no domain to show. */
export type WebsiteName = { full: string; short: string }

/** What to call the website of an id: its domain, or its number when there is none or not yet. Null for no website. */
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
  const short = error ? comboboxWords.notFound(id) : comboboxWords.pending(id)
  return { full: comboboxWords.named(short), short }
}

/** The website as some list on this page has just shown it, so that its name is there at once. */
function listed(queries: QueryClient, id: number | null) {
  const lists = queries.getQueriesData<Page<Website>>({ queryKey: websiteQueries.lists() })
  const website = lists.flatMap(([, page]) => page?.rows ?? []).find((row) => row.id === id)
  return website && { ...website, other: {}, etag: null }
}
