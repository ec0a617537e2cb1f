import * as z from 'zod'
import { Id, Timestamp } from '../values.ts'
import { reportListParams, websiteListParams } from './list-query.ts'
import { type QueryParams, readQuery, writeQuery, type WrongParam } from './query-params.ts'

/** The lists that can be saved as views. */
export const viewLists = ['reports', 'websites'] as const
export type ViewList = (typeof viewLists)[number]

export const maxViews = 200
/** In Unicode code points. */
export const maxViewName = 100
export const maxViewQuery = 2_000

export const View = z
  .object({
    id: Id,
    name: z.string(),
    list: z.enum(viewLists),
    query: z.string(),
    /** Ascending in the order of the views, not necessarily consecutive. */
    position: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'View',
    description: 'A saved list. `query` holds the search parameters, without the page and default values.',
  })
export type View = z.infer<typeof View>

const paramsOf = { reports: reportListParams, websites: websiteListParams } as Record<
  ViewList,
  QueryParams<{ page: number }>
>

/**
 * Reduces a list's search parameters to those that a view keeps: known ones, without defaults and the page. Values that
 * are not allowed are listed in `wrong` and replaced in `query`, as the list would replace them.
 */
export function readViewQuery(list: ViewList, given: string | URLSearchParams): { query: string; wrong: WrongParam[] } {
  const params = paramsOf[list]
  const search = new URLSearchParams(given)
  search.delete('page')
  const { query, wrong } = readQuery(params, search)
  return { query: String(writeQuery(params, query)), wrong }
}

/** Returns the URL of a saved view of reports in the dashboard. A view that was deleted has no `view_id`. */
export function viewUrlOf({ view_id, query }: { view_id: number | null; query: string }, origin: string): string {
  const search = [view_id === null ? '' : `view=${view_id}`, query].filter(Boolean).join('&')
  return `${origin}/reports${search && `?${search}`}`
}
