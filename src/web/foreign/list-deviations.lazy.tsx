import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '#contract/envelope.ts'
import type { ReportListQuery, WebsiteListQuery } from '#contract/list-query.ts'
import { reportQueries } from '#web/reports/queries.ts'
import { websiteQueries } from '#web/websites/queries.ts'
import { oddListWords as words } from './deviation-words.ts'
import type { OddProps } from '#web/list/list-notices.tsx'
import { isSamePage, oddities } from './list-deviations.ts'
import { Sentences } from '#web/list/sentences.tsx'

type Row = { id: number }

const listOf = (resource: OddProps['resource'], query: OddProps['query']) =>
  resource === 'reports' ? reportQueries.list(query as ReportListQuery) : websiteQueries.list(query as WebsiteListQuery)

/** The page it would be once more is usually here already, however old it is by now. */
const onceIf = (enabled: boolean) => ({
  enabled,
  staleTime: Number.POSITIVE_INFINITY,
  placeholderData: () => undefined,
})

/** What the server did otherwise than it was asked. Rows that are held back until somebody wants them are not judged. */
export function OddList({ rows, resource, query }: OddProps) {
  const { page, busy, news, ends, end } = rows
  const again = usePageAgain(resource, query, busy ? undefined : page)
  useEffect(() => {
    if (again !== null && !ends) end()
  }, [again, ends, end])
  if (!page || busy || news) return null
  const sentences = [...(again === null ? [] : [words.samePage(again)]), ...oddities(query, page)]
  return sentences.length > 0 && <Sentences sentences={sentences} />
}

/** The number of the page whose rows these are once more: the one before, or the first, which a server sends that knows of no pages. */
function usePageAgain(
  resource: OddProps['resource'],
  query: OddProps['query'],
  page: Page<Row> | undefined,
): number | null {
  const queries = useQueryClient()
  const asks = query.page > 1 && page !== undefined && page.rows.length > 0 && page.current === null
  const { data: first } = useQuery<Page<Row>>({
    ...(listOf(resource, { ...query, page: 1 }) as object as UseQueryOptions<Page<Row>>),
    ...onceIf(asks),
  })
  if (!asks) return null
  const before = queries.getQueryData<Page<Row>>(listOf(resource, { ...query, page: query.page - 1 }).queryKey)
  return isSamePage(page, first) ? 1 : isSamePage(page, before) ? query.page - 1 : null
}
