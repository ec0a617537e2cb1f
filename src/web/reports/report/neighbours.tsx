import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { reportListParams, type ReportListQuery } from '#contract/lists/list-query.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import type { AnyReportRow } from '#contract/reports/report-row.ts'
import { type Neighbour, Neighbours as NeighboursResponse } from '#contract/reports/report.ts'
import { hasNextPage, type PageOfList, readItem } from '#contract/responses/envelope.ts'
import { paths } from '#web/app/paths.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { queryClient } from '#web/data/query-client.ts'
import { readFromOwn } from '#web/data/service.ts'
import { stepFurther } from '#web/list/back-link.tsx'
import { formatCount } from '#web/list/words.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { belongsElsewhere } from '#web/ui/shortcuts.ts'
import { sourceListText } from './source-list.ts'
import { neighboursWords as words } from './words.ts'
import styles from '../report-page.module.css'

/**
 * The position and the neighbours of a report in a list. On servers without that extension, the list's pages are
 * searched.
 */
const neighboursQuery = (id: number, list: ReportListQuery) =>
  queryOptions({
    queryKey: [...reportQueries.all(), 'neighbours', id, list],
    queryFn: async ({ signal }): Promise<PositionInList> => {
      const path = `/reports/${id}/neighbours?${writeQuery(reportListParams, list)}`
      return (
        (await readFromOwn(path, (body) => readItem(NeighboursResponse, body), signal)) ??
        findInPages(id, list, (page) => queryClient.fetchQuery(reportQueries.list({ ...list, page })))
      )
    },
  })

/** The report's position in the list it was opened from ("3 of 47"), with links to the previous and the next report. */
export function Neighbours({ id, query }: { id: number; query: ReportListQuery }) {
  const queries = useQueryClient()
  const { data, isPending } = useQuery(neighboursQuery(id, query))
  const previous = useLinkTo(data?.previous, query, data?.position && data.position - 1)
  const next = useLinkTo(data?.next, query, data?.position && data.position + 1)
  useShortcuts({ k: previous?.to, j: next?.to }, isPending)

  useEffect(() => {
    if (!next) return
    void queries.prefetchQuery(reportQueries.detail(next.id))
    void queries.prefetchQuery(neighboursQuery(next.id, next.list))
  }, [queries, next])

  return (
    <nav aria-label={words.label} className={`row ${styles.place}`}>
      {data && (data.position !== null || previous || next) && (
        <>
          {data.position !== null && (
            <span>
              {words.place(data.position, data.total === null ? null : formatCount(data.total, data.total_relation))}
            </span>
          )}
          <NeighbourLink
            to={previous?.to}
            icon="left"
            shortcut="k"
            label={previous ? words.previous(previous.url) : words.noPrevious}
          />
          <NeighbourLink to={next?.to} icon="right" shortcut="j" label={next ? words.next(next.url) : words.noNext} />
        </>
      )}
    </nav>
  )
}

type To = { pathname: string; search: string }

/**
 * Returns a neighbour with its link, which keeps the tab and the filters, and opens the list at the neighbour's page.
 */
function useLinkTo(
  neighbour: Neighbour | null | undefined,
  query: ReportListQuery,
  position: number | null | undefined,
) {
  const { search } = useLocation()
  return useMemo(() => {
    if (!neighbour) return null
    const list = position ? { ...query, page: Math.ceil(position / query.per_page) } : query
    const params = new URLSearchParams(search)
    // The plan is one for this report's issues.
    for (const own of ['compare', 'fixed']) params.delete(own)
    params.set('list', sourceListText(list, params.get('list') ?? ''))
    const to: To = { pathname: paths.report(neighbour.id), search: `?${params}` }
    return { ...neighbour, list, to }
  }, [neighbour, query, position, search])
}

type NeighbourLinkProps = { to: To | undefined; icon: 'left' | 'right'; shortcut: string; label: string }

function NeighbourLink({ to, icon, shortcut, label }: NeighbourLinkProps) {
  const { state } = useLocation()
  const content = (
    <>
      <Icon name={icon} />
      <span className="hidden-visually">{label}</span>
    </>
  )
  const className = buttonClass({ size: 's', iconOnly: true })
  return to ? (
    <Link to={to} state={stepFurther(state)} className={className} title={label} aria-keyshortcuts={shortcut}>
      {content}
    </Link>
  ) : (
    <a role="link" aria-disabled="true" className={className}>
      {content}
    </a>
  )
}

/**
 * Opens the links by single letters, unless the person is typing or has turned shortcuts off. A letter pressed while
 * the links are loading takes effect once they are there.
 */
function useShortcuts(links: Record<string, To | undefined>, isPending: boolean) {
  const { shortcuts } = usePreferences()
  const navigate = useNavigate()
  const { state } = useLocation()
  const waitingKey = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!shortcuts) return
    const follow = (key: string) => {
      const link = links[key]
      waitingKey.current = isPending ? key : undefined
      if (link) void navigate(link, { state: stepFurther(state) })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented, repeat } = event
      if (!(key in links) || ctrlKey || metaKey || altKey || defaultPrevented || repeat) return
      if (belongsElsewhere(event)) return
      event.preventDefault()
      follow(key)
    }
    if (waitingKey.current) follow(waitingKey.current)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}

/** The position of a report in a list of any server. */
type PositionInList = Omit<NeighboursResponse, 'total'> & { total: number | null }

/** The pages to search, as offsets from the page the report was opened from. */
const pageOffsets = [0, 1, -1, 2, -2]

/**
 * Finds a report and its neighbours in the pages of its list, for servers that don't report them. Lists grow and
 * shrink, so the report may have moved to a page nearby.
 */
export async function findInPages(
  id: number,
  list: Pick<ReportListQuery, 'page' | 'per_page'>,
  load: (page: number) => Promise<PageOfList<Pick<AnyReportRow, 'id' | 'url'>>>,
): Promise<PositionInList> {
  for (const offset of pageOffsets) {
    const number = list.page + offset
    if (number < 1) continue
    const page = await load(number)
    const at = page.rows.findIndex((row) => row.id === id)
    if (at >= 0) {
      const before = at > 0 || number === 1 ? page.rows[at - 1] : (await load(number - 1)).rows.at(-1)
      const hasMore = hasNextPage({ page: number, per_page: list.per_page }, page)
      const after = at < page.rows.length - 1 || !hasMore ? page.rows[at + 1] : (await load(number + 1)).rows[0]
      return {
        position: (number - 1) * list.per_page + at + 1,
        total: page.total,
        total_relation: page.totalRelation,
        previous: neighbourIn(before, page.rows.slice(at)),
        next: neighbourIn(after, page.rows.slice(0, at + 1)),
      }
    }
  }
  return { position: null, total: null, total_relation: 'eq', previous: null, next: null }
}

/** Returns `row` as a neighbour unless it is among `repeated`: servers that ignore `page` send the same rows again. */
function neighbourIn(row: Pick<AnyReportRow, 'id' | 'url'> | undefined, repeated: { id: number }[]): Neighbour | null {
  return row && !repeated.some(({ id }) => id === row.id) ? { id: row.id, url: row.url } : null
}
