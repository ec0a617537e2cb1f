import { type Kysely, sql } from 'kysely'
import type { Rating } from '#contract/rating.ts'
import type { Schema } from './schema.ts'
import { whileUnchanged } from './while-unchanged.ts'

/** `deleted`: websites that are gone for every reader while rows of theirs still wait to be purged; nearly always none. */
export type Totals = { websites: number; reports: ReportTotals; deleted: number[] }

export type ReportTotals = Record<Rating | 'all', number>

/** How many of what there is, from the counters of the websites. */
export function totals(db: Kysely<Schema>): Promise<Totals> {
  return whileUnchanged(db, 'totals', async () => {
    const sums = await db
      .selectFrom('websites')
      .select([
        sql<number>`count(*)`.as('websites'),
        sql<number>`coalesce(sum(reports_count), 0)`.as('all'),
        sql<number>`coalesce(sum(good), 0)`.as('good'),
        sql<number>`coalesce(sum(decent), 0)`.as('decent'),
        sql<number>`coalesce(sum(bad), 0)`.as('bad'),
      ])
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    const deleted = await db.selectFrom('websites').select('id').where('deleted_at', 'is not', null).execute()
    const { websites, ...reports } = sums
    return { websites, reports, deleted: deleted.map(({ id }) => id) }
  })
}

/** The same for the reports of one website; undefined when there is no such website. */
export async function totalsOfWebsite(db: Kysely<Schema>, id: number): Promise<ReportTotals | undefined> {
  return db
    .selectFrom('websites')
    .select(['reports_count as all', 'good', 'decent', 'bad'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
