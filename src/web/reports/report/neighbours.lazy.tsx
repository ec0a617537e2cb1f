import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { type ReportListQuery, reportListParams } from '#contract/list-query.ts'
import type { Neighbour } from '#contract/report-row.ts'
import { writeQuery } from '#contract/query-params.ts'
import { neighboursQuery } from '../neighbours-query.ts'
import { reportQueries } from '../queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { usePreferences } from '#web/ui/preferences.ts'
import { count } from '#web/list/words.ts'
import { neighbourWords as words } from '../neighbours-words.ts'
import { paths } from '#web/app/paths.ts'

const typing = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog, [role=menu]'

/** "3 of 47" in the list that the address carries, and the way to the reports beside this one. */
export function Neighbours({ id, query }: { id: number; query: ReportListQuery }) {
  const queries = useQueryClient()
  const { data, isPending } = useQuery(neighboursQuery(id, query))
  const previous = useWay(data?.previous, query, data?.position && data.position - 1)
  const next = useWay(data?.next, query, data?.position && data.position + 1)
  useKeys({ k: previous?.to, j: next?.to }, isPending)

  useEffect(() => {
    if (!next) return
    void queries.prefetchQuery(reportQueries.detail(next.id))
    void queries.prefetchQuery(neighboursQuery(next.id, next.list))
  }, [queries, next])

  if (!data || (data.position === null && !previous && !next)) return null
  return (
    <>
      {data.position !== null && (
        <span>{words.place(data.position, data.total === null ? null : count(data.total, data.total_relation))}</span>
      )}
      <Way
        to={previous?.to}
        icon="left"
        shortcut="k"
        label={previous ? words.previous(previous.url) : words.noPrevious}
      />
      <Way to={next?.to} icon="right" shortcut="j" label={next ? words.next(next.url) : words.noNext} />
    </>
  )
}

/** Where the address of a neighbour leads: with what else this page's address has, and the list at the neighbour's page. */
function useWay(neighbour: Neighbour | null | undefined, query: ReportListQuery, position: number | null | undefined) {
  const { search } = useLocation()
  return useMemo(() => {
    if (!neighbour) return null
    const list = position ? { ...query, page: Math.ceil(position / query.per_page) } : query
    const address = new URLSearchParams(search)
    address.set('list', writeQuery(reportListParams, list).toString())
    return { ...neighbour, list, to: { pathname: paths.report(neighbour.id), search: `?${address}` } }
  }, [neighbour, query, position, search])
}

type To = { pathname: string; search: string }

function Way({
  to,
  icon,
  shortcut,
  label,
}: {
  to: To | undefined
  icon: 'left' | 'right'
  shortcut: string
  label: string
}) {
  const inside = (
    <>
      <Icon name={icon} />
      <span className="hidden-visually">{label}</span>
    </>
  )
  const look = buttonClass({ size: 's', iconOnly: true })
  return to ? (
    <Link to={to} className={look} title={label} aria-keyshortcuts={shortcut}>
      {inside}
    </Link>
  ) : (
    <a role="link" aria-disabled="true" className={look}>
      {inside}
    </a>
  )
}

/** Single letters, unless somebody is typing or has switched such keys off. One pressed while the ways are still asked for waits for them. */
function useKeys(ways: Record<string, To | undefined>, isPending: boolean) {
  const { shortcuts } = usePreferences()
  const navigate = useNavigate()
  const wish = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!shortcuts) return
    const follow = (key: string) => {
      const way = ways[key]
      wish.current = isPending ? key : undefined
      if (way) void navigate(way)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        !(event.key in ways) ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        event.repeat
      )
        return
      if (
        (event.target instanceof Element && event.target.closest(typing)) ||
        document.querySelector('dialog[open], [role=menu]:popover-open')
      )
        return
      event.preventDefault()
      follow(event.key)
    }
    if (wish.current) follow(wish.current)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}
