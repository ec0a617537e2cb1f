import type { ReportListQuery } from '#contract/lists/list-query.ts'
import type { Neighbour } from '#contract/lists/neighbours.ts'
import type { ReportRow } from '#contract/reports/report-row.ts'
import { hasNextPage, type PageOfList } from '#contract/responses/envelope.ts'

/** The position of a report in a list. Null is for what could not be determined. */
export type PositionInList = {
  position: number | null
  total: number | null
  total_relation: 'eq' | 'gte'
  previous: Neighbour | null
  next: Neighbour | null
}

/** The pages to search, as offsets from the page the report was opened from. */
const pageOffsets = [0, 1, -1, 2, -2]

/**
 * Finds a report and its neighbours in the pages of its list, for servers that don't report them. Lists grow and
 * shrink, so the report may have moved to a page nearby.
 */
export async function findInPages(
  id: number,
  list: Pick<ReportListQuery, 'page' | 'per_page'>,
  load: (page: number) => Promise<PageOfList<Pick<ReportRow, 'id' | 'url'>>>,
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
function neighbourIn(row: Pick<ReportRow, 'id' | 'url'> | undefined, repeated: { id: number }[]): Neighbour | null {
  return row && !repeated.some(({ id }) => id === row.id) ? { id: row.id, url: row.url } : null
}
