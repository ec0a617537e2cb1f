import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type QueryParams, readQuery, writeQuery, type WrongParam } from '#contract/lists/query-params.ts'

/** A parameter of the URL that was replaced. `repeated`: the value is allowed, but the parameter occurs twice. */
export type Repair = WrongParam & { repeated?: true }

/** The query of a list, and its setter. */
export interface ListQueryState<Query> {
  query: Query
  /** Parameters of the URL that are not allowed, until the next change. */
  repairs: Repair[]
  /**
   * Changes the URL. `replace` adds no history entry and is for typing. A method, so that code for every list can take
   * the state of any list.
   */
  change(change: Partial<Query>, how?: 'push' | 'replace'): void
}

const nothingFixed = {}

/**
 * Returns the query of a list from the URL, its only state. `fixed` parameters are set by the page, such as the website
 * of its own reports, and stay out of the URL. Pass a stable object.
 */
export function useListQuery<Query extends object>(
  params: QueryParams<Query>,
  fixed: Partial<Query> = nothingFixed,
): ListQueryState<Query> {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const { query, wrong, repaired } = useMemo(() => readUrlQuery(params, fixed, search), [params, fixed, search])
  const repairs = useMemo(() => (wrong.length > 0 ? wrong : repairsIn(state)), [wrong, state])

  useEffect(() => {
    if (repaired !== null)
      void navigate({ search: repaired }, { replace: true, state: { repairs: wrong }, preventScrollReset: true })
  }, [repaired, wrong, navigate])

  // The URL that a change navigates to, until the router has arrived there: a second change starts from it.
  const next = useRef<{ search: string; replace: boolean } | null>(null)
  useEffect(() => {
    next.current = null
  }, [key])

  const change = useCallback(
    (part: Partial<Query>, how: 'push' | 'replace' = 'push') => {
      const from = next.current ?? { search, replace: true }
      const changed = changedUrlQuery(params, fixed, from.search, part)
      if (changed === new URLSearchParams(from.search).toString()) return
      next.current = { search: changed, replace: from.replace && how === 'replace' }
      void navigate({ search: changed }, { replace: next.current.replace, preventScrollReset: true })
    },
    [params, fixed, search, navigate],
  )

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
  const repaired = wrong.length > 0 ? writeQuery(own, query, given).toString() : null
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
  return writeQuery(withoutFixed(params, fixed), next, new URLSearchParams(search)).toString()
}

/** Returns the repairs that an earlier navigation stored in the history entry. Ignores anything else there. */
export function repairsIn(state: unknown): Repair[] {
  const repairs = (state as { repairs?: unknown } | null)?.repairs
  return Array.isArray(repairs)
    ? repairs.filter((repair) => typeof repair?.name === 'string' && typeof repair?.given === 'string')
    : []
}

/** Fixed parameters are neither read from the URL nor written to it. */
function withoutFixed<Query extends object>(params: QueryParams<Query>, fixed: Partial<Query>) {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !(name in fixed))) as QueryParams<Query>
}
