import { type Kysely, sql, type Transaction } from 'kysely'
import type { Rating } from '#contract/rating.ts'
import { cachedUntilChange } from './query-cache.ts'
import type { Schema } from './schema.ts'
import { searchTextOfDomain } from './search-text.ts'

/** Returns the row of a new website. */
export const websiteValues = (domain: string, at: string) => ({
  domain,
  search_text: searchTextOfDomain(domain),
  created_at: at,
  updated_at: at,
  password_hash: null,
  deleted_at: null,
})

/** Returns the id of the domain's website, which is created if missing. Locks its row until the transaction ends. */
export async function websiteOfDomain(tx: Transaction<Schema>, domain: string, createdAt: string): Promise<number> {
  // Setting the domain to itself changes nothing, but locks the row and returns it. An insert that conflicts would use
  // up an id each time, so it is tried only if there seems to be no website.
  const known = await tx
    .updateTable('websites')
    .set({ domain })
    .where('domain', '=', domain)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await tx
    .insertInto('websites')
    .values(websiteValues(domain, createdAt))
    .onConflict((c) =>
      c
        .column('domain')
        .where('deleted_at', 'is', null)
        .doUpdateSet((eb) => ({ domain: eb.ref('excluded.domain') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the row of a report's website and returns its id; undefined if there is no such report or website. */
export async function lockWebsiteOfReport(tx: Transaction<Schema>, reportId: number): Promise<number | undefined> {
  const locked = await tx
    .updateTable('websites')
    .set(({ ref }) => ({ domain: ref('domain') }))
    .where('id', '=', ({ selectFrom }) => selectFrom('reports').select('website_id').where('reports.id', '=', reportId))
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return locked?.id
}

/** Locks the row of a website. Returns false if there is no such website. */
export async function lockWebsite(tx: Transaction<Schema>, id: number): Promise<boolean> {
  const locked = tx
    .updateTable('websites')
    .set(({ ref }) => ({ domain: ref('domain') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (await locked.executeTakeFirst()).numUpdatedRows === 1n
}

/** A change of a website's counters. `sum` is that of the scores. */
export type CounterChange = Record<Rating | 'count' | 'sum', number>

export const noChange = (): CounterChange => ({ count: 0, sum: 0, good: 0, decent: 0, bad: 0 })

/** Adds a report to a change, or subtracts it if `sign` is -1. */
export function addReport(change: CounterChange, { result, score }: { result: Rating; score: number }, sign: 1 | -1) {
  change.count += sign
  change.sum += sign * score
  change[result] += sign
}

export async function changeCounters(
  tx: Transaction<Schema>,
  websiteId: number,
  { count, sum, good, decent, bad }: CounterChange,
): Promise<void> {
  if ([count, sum, good, decent, bad].every((change) => change === 0)) return
  await tx
    .updateTable('websites')
    .set((eb) => ({
      reports_count: eb('reports_count', '+', count),
      score_sum: eb('score_sum', '+', sum),
      good: eb('good', '+', good),
      decent: eb('decent', '+', decent),
      bad: eb('bad', '+', bad),
    }))
    .where('id', '=', websiteId)
    .execute()
}

/** `deleted` are the ids of deleted websites whose rows are not purged yet. There are nearly always none. */
export type Totals = { websites: number; reports: ReportTotals; deleted: number[] }

export type ReportTotals = Record<Rating | 'all', number>

/** Returns the numbers of websites and reports, from the websites' counters. */
export function totals(db: Kysely<Schema>): Promise<Totals> {
  return cachedUntilChange(db, 'totals', async () => {
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

/** Returns the numbers of a website's reports; undefined if there is no such website. */
export async function totalsOfWebsite(db: Kysely<Schema>, id: number): Promise<ReportTotals | undefined> {
  return db
    .selectFrom('websites')
    .select(['reports_count as all', 'good', 'decent', 'bad'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
