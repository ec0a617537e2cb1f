import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PageSize, pageSizes } from '#contract/lists/list-query.ts'
import { hasNextPage, type PageOfList } from '#contract/responses/envelope.ts'
import { asApiError } from '#web/data/api-error.ts'
import { useEarlyFailure } from '#web/data/early-failure.ts'
import { queryClient } from '#web/data/query-client.ts'
import { Card, Skeleton } from '#web/ui/page.tsx'
import { ListFoot } from './list-foot.tsx'
import { Failure, PastEnd } from './list-notices.tsx'
import { emptiness } from './paging.ts'

type QueryResult<Data> = {
  data: Data | undefined
  error: Error | null
  failureReason: Error | null
  isFetching: boolean
  isPlaceholderData?: boolean
  refetch: () => unknown
}

type QueryStatesProps<Data> = {
  result: QueryResult<Data>
  /** The height of the placeholder. */
  height: string
  /** Names the placeholder to screen readers. */
  loading?: string
  children: (data: Data) => ReactNode
}

/** The data of a query, or its replacement: a placeholder, or the reason for missing data. */
export function QueryStates<Data>({ result, height, loading, children }: QueryStatesProps<Data>) {
  const { data, isFetching, refetch } = result
  const error = useEarlyFailure(result)
  if (data !== undefined) return children(data)
  if (error) return <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div aria-busy="true" aria-label={loading} role={loading && 'group'}>
      <Skeleton height={height} />
    </div>
  )
}

type Paging = { page: number; per_page: PageSize }

type PagedRowsProps<Page extends PageOfList<unknown>, Q extends Paging, Key extends QueryKey> = Omit<
  QueryStatesProps<Page>,
  'children'
> & {
  query: Q
  /** The query of a page. The query itself must be the last part of its key. */
  pageOf: (query: Q) => FetchQueryOptions<Page, Error, Page, Key>
  onChange: (change: { page: number } | { per_page: PageSize }) => void
  /** Shown if there are no rows at all. */
  empty: ReactNode
  children: (rows: Page['rows']) => ReactNode
}

/** A card with a page of rows and, unless a glance counts them, links to the other pages, or its replacement. */
export function PagedRows<Page extends PageOfList<unknown>, Q extends Paging, Key extends QueryKey>(
  props: PagedRowsProps<Page, Q, Key>,
) {
  const { query, pageOf, onChange, empty, children, ...states } = props
  return (
    <QueryStates {...states}>
      {(page) => {
        const none = states.result.isPlaceholderData ? 'none' : emptiness(query, false, page)
        if (none === 'past-end') {
          return (
            <PastEnd
              page={query.page}
              lastPage={page.lastPage}
              listKey={pageOf(query).queryKey.slice(0, -1)}
              onPage={(number) => onChange({ page: number })}
            />
          )
        }
        if (none !== 'none') return empty
        return (
          <Card flush aria-busy={states.result.isPlaceholderData || undefined}>
            {children(page.rows)}
            {(query.page > 1 || hasNextPage(query, page) || page.rows.length > pageSizes[0]) && (
              <ListFoot
                query={query}
                shown={query}
                page={page}
                onChange={onChange}
                onIntent={(number) => void queryClient.prefetchQuery(pageOf({ ...query, page: number }))}
              />
            )}
          </Card>
        )
      }}
    </QueryStates>
  )
}
