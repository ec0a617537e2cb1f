import * as z from 'zod/mini'
import { lenientInteger, orNull } from './lenient.ts'
import { reportListParams, websiteListParams } from './list-query.ts'
import { type QueryParams, readQuery, type WrongParam, writeQuery } from './query-params.ts'

/** Which list a saved view is a view of. */
export const viewLists = ['reports', 'websites'] as const
export type ViewList = (typeof viewLists)[number]

export const maxViews = 200
/** In Unicode code points. */
export const maxViewName = 100
export const maxViewQuery = 2_000

/** A list under a name, kept for everybody with a key. */
export const View = z.object({
  id: lenientInteger,
  name: z.string(),
  list: z.enum(viewLists),
  /** Search parameters as the list's address has them: defaults and the page are absent, nothing before them. */
  query: z.string(),
  /** Ascending in the order of the views, with gaps. */
  position: lenientInteger,
  created_at: orNull(z.string()),
  updated_at: orNull(z.string()),
})
export type View = z.infer<typeof View>

/** What `GET /api/v1/views` answers, in the order that `PUT /api/v1/views/order` gave them. */
export const ViewsAnswer = z.object({ data: z.array(View) })

const paramsOf = { reports: reportListParams, websites: websiteListParams } as Record<
  ViewList,
  QueryParams<{ page: number }>
>

/**
 * What a view keeps of a list's search parameters: the specification's own, without defaults and the page. What is not
 * allowed is listed in `wrong`, and `query` is then what the list would show instead.
 */
export function readViewQuery(list: ViewList, given: string | URLSearchParams): { query: string; wrong: WrongParam[] } {
  const params = paramsOf[list]
  const search = new URLSearchParams(given)
  search.delete('page')
  const { query, wrong } = readQuery(params, search)
  return { query: String(writeQuery(params, query)), wrong }
}
