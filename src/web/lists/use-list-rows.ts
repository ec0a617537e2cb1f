import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Page } from '#contract/envelope.ts'

export type ListRows<Query, Row> = {
  /** The rows to show: those of the address or, until they arrive, the ones before. Undefined before the first. */
  page: Page<Row> | undefined
  /** What the shown rows were asked by. */
  shown: Query
  /** The rows of the address are on their way. */
  busy: boolean
  error: Error | null
  retry: () => void
}

/** The rows of a list. The old ones stay until the new ones are there, also when these never come. */
export function useListRows<Query, Row, Key extends QueryKey>(
  query: Query,
  options: UseQueryOptions<Page<Row>, Error, Page<Row>, Key>,
): ListRows<Query, Row> {
  const result = useQuery(options)
  const [last, setLast] = useState<{ page: Page<Row>; query: Query } | null>(null)
  // The first rows are many elements at once: they are rendered in slices, so that a slow phone answers to a tap meanwhile.
  const deferred = useDeferredValue(result.data)
  const arrived = result.isPlaceholderData ? undefined : last ? result.data : deferred
  if (arrived && (last?.page !== arrived || last.query !== query)) setLast({ page: arrived, query })

  return {
    page: arrived ?? last?.page,
    shown: arrived || !last ? query : last.query,
    busy: !arrived && (result.isFetching || result.data !== undefined),
    error: result.error,
    retry: () => void result.refetch(),
  }
}
