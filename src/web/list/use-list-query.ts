import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { QueryParams } from '#contract/query-params.ts'
import { changedAddress, type Repair, readAddress, repairsIn } from './list-address.ts'

export type ListState<Query> = {
  query: Query
  /** Values of the address that were not allowed, until the next change. */
  repairs: Repair[]
  /** `replace` is for typing: it makes no history entry. Several changes in one tick make one navigation. */
  change: (change: Partial<Query>, how?: 'push' | 'replace') => void
}

const nothingFixed = {}

/**
 * The state of a list, which is the page's address and nothing else: a change shows at once, and the address follows
 * within the tick. `fixed` parameters belong to the page (a website's own reports) and stay out of the address; pass a
 * stable object.
 */
export function useListQuery<Query extends object>(
  params: QueryParams<Query>,
  fixed: Partial<Query> = nothingFixed,
): ListState<Query> {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const [ahead, setAhead] = useState<{ search: string; from: string } | null>(null)
  if (ahead && ahead.from !== key) setAhead(null)
  const shown = ahead?.from === key ? ahead.search : search.replace(/^\?/, '')
  const { query, wrong, repaired } = useMemo(() => readAddress(params, fixed, shown), [params, fixed, shown])

  // Where the changes made so far lead, and how to get there: the next change starts from here, not from the last address.
  const target = useRef<{ search: string; push: boolean; leaving: boolean } | null>(null)

  useEffect(() => {
    target.current = null
  }, [key])

  useEffect(() => {
    if (repaired !== null)
      navigate({ search: repaired }, { replace: true, state: { repairs: wrong }, preventScrollReset: true })
  }, [repaired, wrong, navigate])

  const change = useCallback(
    (part: Partial<Query>, how: 'push' | 'replace' = 'push') => {
      const before = target.current ?? { search: shown, push: false, leaving: false }
      const next = changedAddress(params, fixed, before.search, part)
      if (next === new URLSearchParams(before.search).toString()) return
      target.current = { search: next, push: before.push || how === 'push', leaving: true }
      setAhead({ search: next, from: key })
      if (!before.leaving) queueMicrotask(leave)

      function leave() {
        if (!target.current?.leaving) return
        const { search, push } = target.current
        target.current.leaving = false
        navigate({ search }, { replace: !push, preventScrollReset: true })
      }
    },
    [params, fixed, shown, key, navigate],
  )

  const repairs = useMemo(() => (wrong.length > 0 ? wrong : repairsIn(state)), [wrong, state])
  return useMemo(() => ({ query, repairs, change }), [query, repairs, change])
}
