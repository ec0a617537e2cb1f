import { useQuery } from '@tanstack/react-query'
import { websiteQueries } from '#web/api/website-queries.ts'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { comboboxWords } from '#web/words/lists.ts'

/** What to call the website of an id: its domain, or a word for one that is not there. Null for no website. */
export function useWebsiteName(id: number | null): string | null {
  const { data, error } = useQuery({ ...websiteQueries.detail(id ?? 0), enabled: id !== null })
  if (id === null) return null
  if (data) return unicodeHost(data.domain)
  return error ? comboboxWords.notFound(id) : comboboxWords.pending(id)
}
