import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useNavigationType } from 'react-router-dom'
import type { Page } from '#contract/envelope.ts'
import { holdRows, type News } from './hold-rows.ts'

type Row = { id: number }

export type ListRows<Query, R> = {
  /** The rows to show: those of the address or, until they arrive, the ones before. Undefined before the first. */
  page: Page<R> | undefined
  /** What the shown rows were asked by. */
  shown: Query
  /** The rows of the address are on their way. */
  busy: boolean
  error: Error | null
  retry: () => void
  news: News | null | undefined
  /** Puts the newest rows in place of those that are shown. */
  show: () => void
  /** Rows that are shown and known to be deleted. */
  gone: ReadonlySet<number> | undefined
  strike: (gone: ReadonlySet<number>) => void
  /** These rows are the last there are, whatever the server says of further pages. */
  ends: boolean
  end: () => void
}

/** `seen`: not a stand-in from before, shown until the answer to a choice is there. */
type Shown<Query, R> = {
  page: Page<R>
  query: Query
  source: Page<R>
  seen: boolean
  news?: News | null
  gone?: ReadonlySet<number> | undefined
  ends?: true
}

/**
 * The rows of a list. The old ones stay until the new ones are there, also when these never come; what changes on the
 * server while they are looked at does not move them, and is told as news.
 */
export function useListRows<Query extends object, R extends Row, Key extends QueryKey>(
  query: Query,
  options: UseQueryOptions<Page<R>, Error, Page<R>, Key>,
): ListRows<Query, R> {
  const result = useQuery(options)
  const type = useNavigationType()
  const [last, setLast] = useState<Shown<Query, R> | null>(null)
  // Rows are many elements at once: they are drawn in slices and after what asked for them, which thus answers at the next paint.
  const deferred = useDeferredValue(result.data)
  const arrived = result.isPlaceholderData || deferred !== result.data ? undefined : deferred
  const same = last?.query === query
  const seen = !result.isFetching || type === 'POP'
  if (arrived && (!same || last.source !== arrived || (seen && !last.seen))) {
    const held = same && last.seen ? holdRows(String(options.queryKey[1]), last.page, arrived, query) : null
    setLast({ query, source: arrived, page: arrived, seen, ...held, gone: held ? last?.gone : undefined })
  }

  return {
    page: arrived && !same ? arrived : last?.page,
    shown: arrived || !last ? query : last.query,
    busy: !arrived && (result.isFetching || result.data !== undefined),
    error: result.error,
    retry: () => void result.refetch(),
    news: last?.news,
    show: () => last && setLast({ query: last.query, source: last.source, page: last.source, seen: true }),
    gone: last?.gone,
    strike: (gone) => setLast((now) => now && { ...now, gone }),
    ends: last?.ends === true,
    end: () => setLast((now) => now && { ...now, ends: true }),
  }
}
