import { queryOptions } from '@tanstack/react-query'
import { hasNextPage, type Page, readItem } from '#contract/envelope.ts'
import { type ReportListQuery, reportListParams } from '#contract/list-query.ts'
import { type Neighbour, Neighbours, type ReportRow } from '#contract/report-row.ts'
import { writeQuery } from '#contract/query-params.ts'
import { understood } from '#web/data/client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportQueries } from './queries.ts'
import { hasExtension } from '#web/data/service.ts'
import { currentClient } from '#web/data/session.ts'

/** Where a report stands in a list. What could not be found out is null. */
export type Place = {
  position: number | null
  total: number | null
  total_relation: 'eq' | 'gte'
  previous: Neighbour | null
  next: Neighbour | null
}

/** The pages looked at, as steps from the one the report was opened from. */
const steps = [0, 1, -1, 2, -2]

/** The reports before and after one in a list, by the server where it tells, else by looking at the list's pages. */
export const neighboursQuery = (id: number, list: ReportListQuery) =>
  queryOptions({
    queryKey: [...reportQueries.all(), 'neighbours', id, list],
    queryFn: async ({ signal }): Promise<Place> => {
      if (!(await hasExtension(queryClient, 'neighbours'))) return walk(id, list, pageOf(list))
      const path = `/reports/${id}/neighbours?${writeQuery(reportListParams, list)}`
      const { body } = await currentClient().call('GET', path, { signal })
      return understood(path, body, () => readItem(Neighbours, body))
    },
  })

const pageOf = (list: ReportListQuery) => (page: number) =>
  queryClient.fetchQuery(reportQueries.list({ ...list, page }))

/** A list grows and shrinks while it is worked through, so that a report may have moved to a page nearby. */
export async function walk(
  id: number,
  list: Pick<ReportListQuery, 'page' | 'per_page'>,
  load: (page: number) => Promise<Page<Pick<ReportRow, 'id' | 'url'>>>,
): Promise<Place> {
  for (const step of steps) {
    const number = list.page + step
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
        previous: other(before, page.rows.slice(at)),
        next: other(after, page.rows.slice(0, at + 1)),
      }
    }
  }
  return { position: null, total: null, total_relation: 'eq', previous: null, next: null }
}

/** A server that does not know of pages sends the same one again. */
function other(row: Pick<ReportRow, 'id' | 'url'> | undefined, elsewhere: { id: number }[]): Neighbour | null {
  return row && !elsewhere.some(({ id }) => id === row.id) ? { id: row.id, url: row.url } : null
}
