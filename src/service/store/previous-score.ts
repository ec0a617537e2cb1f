import { type Kysely, sql } from 'kysely'
import type { ReportRecord } from './report-record.ts'
import type { Schema } from './schema.ts'

/** The score of the newest older report of the same URL as `reports as r`; null when that is the first. */
export const previousScore = sql<number | null>`(
  select b.score from reports as b where b.website_id = r.website_id and b.url = r.url and b.id < r.id order by b.id desc limit 1
)`.as('previousScore')

/** The same for one report that is at hand already. */
export async function previousScoreOf(
  db: Kysely<Schema>,
  { id, websiteId, url }: Pick<ReportRecord, 'id' | 'websiteId' | 'url'>,
) {
  const before = db
    .selectFrom('reports')
    .select('score')
    .where('website_id', '=', websiteId)
    .where('url', '=', url)
    .where('id', '<', id)
  return (await before.orderBy('id', 'desc').limit(1).executeTakeFirst())?.score ?? null
}
