import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { QueryParams, WrongParam } from '#contract/query-params.ts'
import { changedAddress, readAddress, repairsIn } from './list-address.ts'

export type ListState<Query> = {
  query: Query
  /** Values of the address that were not allowed, until the next change. */
  repairs: WrongParam[]
  /** `replace` is for typing: it makes no history entry. Several changes in one tick make one navigation. */
  change: (change: Partial<Query>, how?: 'push' | 'replace') => void
}

type Pending<Query> = { change: Partial<Query>; how: 'push' | 'replace' }

const nothingFixed = {}

/**
 * The state of a list, which is the page's address and nothing else. `fixed` parameters belong to the page (a website's
 * own reports) and stay out of the address; pass a stable object.
 */
export function useListQuery<Query extends { page: number }>(
  params: QueryParams<Query>,
  fixed: Partial<Query> = nothingFixed,
): ListState<Query> {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const { query, wrong, repaired } = useMemo(() => readAddress(params, fixed, search), [params, fixed, search])

  // The address a navigation under way will arrive at: the next change starts from there, not from what is on screen.
  const target = useRef({ search, pushing: false })
  const pending = useRef<Pending<Query> | null>(null)

  useEffect(() => {
    target.current = { search, pushing: false }
  }, [search, key])

  useEffect(() => {
    if (repaired !== null) navigate({ search: repaired }, { replace: true, state: { repairs: wrong }, preventScrollReset: true })
  }, [repaired, wrong, navigate])

  const change = useCallback(
    (part: Partial<Query>, how: 'push' | 'replace' = 'push') => {
      if (!pending.current) queueMicrotask(flush)
      const before = pending.current
      pending.current = { change: { ...before?.change, ...part } as Partial<Query>, how: before?.how === 'push' ? 'push' : how }

      function flush() {
        const { change, how } = pending.current as Pending<Query>
        pending.current = null
        const from = target.current
        const next = changedAddress(params, fixed, from.search, change)
        if (next === new URLSearchParams(from.search).toString()) return
        const push = how === 'push' || from.pushing
        target.current = { search: next, pushing: push }
        navigate({ search: next }, { replace: !push, preventScrollReset: true })
      }
    },
    [params, fixed, navigate],
  )

  const repairs = useMemo(() => (wrong.length > 0 ? wrong : repairsIn(state)), [wrong, state])
  return useMemo(() => ({ query, repairs, change }), [query, repairs, change])
}
