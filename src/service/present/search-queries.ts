import type * as z from 'zod'
import type { SearchQueries } from '#contract/google/search-answers.ts'
import type { FoundQueries } from '#service/store/google/queries.ts'

/** Presents the queries of a page; none without `found`. */
export function presentQueries(found: FoundQueries | null): z.infer<typeof SearchQueries> {
  const { first_day = null, last_day = null, queries = [], title_lacks = [] } = found ?? {}
  const data = queries.map(({ position_sum, ...row }) => ({
    ...row,
    ctr: row.impressions === 0 ? null : row.clicks / row.impressions,
    position: row.impressions === 0 ? null : position_sum / row.impressions,
  }))
  return { data, meta: { first_day, last_day, title_lacks }, status: 200 }
}
