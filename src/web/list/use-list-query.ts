import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type PageSize, pageSizes } from '#contract/lists/list-query.ts'
import { type QueryParams, readQuery, writeQuery, type WrongParam } from '#contract/lists/query-params.ts'

/** A parameter of the URL that was replaced. `repeated`: the value is allowed, but the parameter occurs twice. */
export type Repair = WrongParam & { repeated?: true }

/** The query of a list, and how to change it. */
export interface ListQueryState<Query> {
  query: Query
  /** Parameters of the URL that are not allowed, until the next change. */
  repairs: Repair[]
  /**
   * Changes the URL. `replace` adds no history entry and is for typing. Several changes in one tick cause one
   * navigation. A method, so that code for every list can take the state of any list.
   */
  change(change: Partial<Query>, how?: 'push' | 'replace'): void
}

const nothingFixed = {}

/**
 * Returns the query of a list from the URL, its only state. A change shows at once, and the URL follows within
 * the tick. `fixed` parameters are set by the page, such as the website of its own reports, and stay out of the
 * URL. Pass a stable object.
 */
export function useListQuery<Query extends object>(
  params: QueryParams<Query>,
  fixed: Partial<Query> = nothingFixed,
): ListQueryState<Query> {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  // The URL of changes that have not been navigated to yet.
  const [ahead, setAhead] = useState<{ search: string; from: string } | null>(null)
  if (ahead && ahead.from !== key) setAhead(null)
  const shown = ahead?.from === key ? ahead.search : search.replace(/^\?/, '')
  const { query, wrong, repaired } = useMemo(() => readUrlQuery(params, fixed, shown), [params, fixed, shown])

  // The next change starts from the changes made so far, not from the current URL.
  const target = useRef<{ search: string; push: boolean; scheduled: boolean } | null>(null)

  useEffect(() => {
    target.current = null
  }, [key])

  useEffect(() => {
    if (repaired !== null)
      navigate({ search: repaired }, { replace: true, state: { repairs: wrong }, preventScrollReset: true })
  }, [repaired, wrong, navigate])

  const change = useCallback(
    (part: Partial<Query>, how: 'push' | 'replace' = 'push') => {
      const before = target.current ?? { search: shown, push: false, scheduled: false }
      const next = changedUrlQuery(params, fixed, before.search, part)
      if (next === new URLSearchParams(before.search).toString()) return
      target.current = { search: next, push: before.push || how === 'push', scheduled: true }
      setAhead({ search: next, from: key })
      if (!before.scheduled) queueMicrotask(leave)

      async function leave() {
        const left = target.current
        if (!left?.scheduled) return
        left.scheduled = false
        await navigate({ search: left.search }, { replace: !left.push, preventScrollReset: true })
        // Until its entry is in the history, a change that interrupts this one has to add it.
        left.push = false
      }
    },
    [params, fixed, shown, key, navigate],
  )

  const repairs = useMemo(() => (wrong.length > 0 ? wrong : repairsIn(state)), [wrong, state])
  return useMemo(() => ({ query, repairs, change }), [query, repairs, change])
}

/**
 * Reads the query of a list from the URL. `repaired` is the corrected URL, or null if every parameter is
 * allowed.
 */
export function readUrlQuery<Query extends object>(params: QueryParams<Query>, fixed: Partial<Query>, search: string) {
  const given = new URLSearchParams(search)
  const own = withoutFixed(params, fixed)
  const { query, wrong }: { query: Query; wrong: Repair[] } = readQuery(own, given)
  for (const name of Object.keys(own)) {
    if (given.getAll(name).length > 1) wrong.push({ name, given: '', allowed: '', used: null, repeated: true })
  }
  if ('per_page' in own && !given.get('per_page') && !given.get('page'))
    Object.assign(query, { per_page: preferredPageSize() })
  const repaired = wrong.length > 0 ? written(own, query, given, {}) : null
  return { query: { ...query, ...fixed }, wrong, repaired }
}

/** Returns the URL after `change`. A change of the rows or their order goes back to page 1. */
export function changedUrlQuery<Query extends object>(
  params: QueryParams<Query>,
  fixed: Partial<Query>,
  search: string,
  change: Partial<Query>,
) {
  const { query } = readUrlQuery(params, fixed, search)
  const next = { ...query, ...change }
  for (const name in change) if (name !== 'page' && change[name] !== query[name]) Object.assign(next, { page: 1 })
  return written(withoutFixed(params, fixed), next, new URLSearchParams(search), change)
}

/** Writes a query over a URL. The first page of the preferred size leaves the size out; others name it. */
function written<Query extends object>(
  own: QueryParams<Query>,
  query: Query,
  given: URLSearchParams,
  change: Partial<Query>,
) {
  const search = writeQuery(own, query, given)
  const { page, per_page: size } = query as { page?: number; per_page?: number }
  if (size === undefined) return search.toString()
  if (page === 1 && !given.get('per_page') && !('per_page' in change)) search.delete('per_page')
  else if ('per_page' in change || size !== preferredPageSize()) search.set('per_page', String(size))
  return search.toString()
}

/** Returns the repairs that an earlier navigation stored in the history entry. Ignores anything else there. */
export function repairsIn(state: unknown): Repair[] {
  const repairs = (state as { repairs?: unknown } | null)?.repairs
  return Array.isArray(repairs)
    ? repairs.filter((one) => typeof one?.name === 'string' && typeof one?.given === 'string')
    : []
}

/** Fixed parameters are neither read from the URL nor written to it. */
function withoutFixed<Query extends object>(params: QueryParams<Query>, fixed: Partial<Query>) {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !(name in fixed))) as QueryParams<Query>
}

/**
 * The number of rows under a URL without a page or a page size: the one last chosen in this browser, else as many
 * as fill the screen, which `public/early.js` counts.
 */
export function preferredPageSize(): PageSize {
  const rows = Number(globalThis.document?.documentElement.dataset['rows'])
  return pageSizes.find((size) => size === rows) ?? 10
}
