import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { type QueryParams, readQuery, writeQuery } from '#contract/lists/query-params.ts'
import { opensElsewhere } from '#web/ui/use-link-clicks.ts'

/** The list from which this history entry was opened, and the number of entries since. */
type OpenedFrom = { from: string; steps: number }

/** Returns the origin stored in the history entry. Null after a change on the page, and in a new tab. */
function openedFrom(state: unknown): OpenedFrom | null {
  const { from, steps } = (state ?? {}) as { from?: unknown; steps?: unknown }
  return typeof from === 'string' && typeof steps === 'number' ? { from, steps } : null
}

/** Returns the list by which the page was opened, or else the one at `path`, which can have a query. */
export function useListOpenedFrom(path: string) {
  const from = openedFrom(useLocation().state)?.from
  return from?.split('?')[0] === path.split('?')[0] ? (from ?? path) : path
}

type BackLinkProps<Query> = { to: string; params: QueryParams<Query>; children: ReactNode }

/**
 * Leads back to a list. If the page was opened from there, it goes back in the history, which restores the list's
 * scroll position.
 */
export function BackLink<Query extends object>({ to, params, children }: BackLinkProps<Query>) {
  const opened = openedFrom(useLocation().state)
  const navigate = useNavigate()
  const isBack = opened !== null && isSameList(opened.from, to, params)
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (!isBack || opensElsewhere(event)) return
        event.preventDefault()
        void navigate(-opened.steps)
      }}
    >
      {children}
    </Link>
  )
}

/** Returns true if two URLs show the same page of the same list. */
export function isSameList<Query extends object>(a: string, b: string, params: QueryParams<Query>) {
  const normal = (path: string) => {
    const [pathname, search = ''] = path.split('?')
    const own = writeQuery(params, readQuery(params, new URLSearchParams(search)).query)
    return `${pathname}?${own}`
  }
  return normal(a) === normal(b)
}

/** Continues to count the steps back to the list on a link to another page that belongs to it. */
export function stepFurther(state: unknown): OpenedFrom | null {
  const opened = openedFrom(state)
  return opened && { ...opened, steps: opened.steps + 1 }
}
