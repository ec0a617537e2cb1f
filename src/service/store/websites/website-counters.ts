import { type Kysely, sql, type Transaction } from 'kysely'
import type { Rating } from '#contract/reports/rating.ts'
import { engineOf } from '../engine.ts'
import { searchTextOfDomain } from '../lists/search-text.ts'
import { cachedUntilChange } from '../query-cache.ts'
import type { Schema } from '../schema.ts'

/** Returns the row of a new website. */
export const websiteValues = (domain: string, at: string) => ({
  domain,
  search_text: searchTextOfDomain(domain),
  created_at: at,
  updated_at: at,
  password_hash: null,
  deleted_at: null,
})

/**
 * Selects the IDs of websites and locks their rows until the transaction ends. Transactions of SQLite lock the whole
 * file when they begin.
 */
function lockedWebsites(tx: Transaction<Schema>) {
  const websites = tx.selectFrom('websites').select('id').where('deleted_at', 'is', null)
  return engineOf(tx) === 'postgres' ? websites.forNoKeyUpdate() : websites
}

/** Locks the row of the domain's website and returns its ID; undefined if there is no such website. */
export async function lockWebsiteOfDomain(tx: Transaction<Schema>, domain: string): Promise<number | undefined> {
  return (await lockedWebsites(tx).where('domain', '=', domain).executeTakeFirst())?.id
}

/** Returns the ID of the domain's website, which is created if missing. Locks its row until the transaction ends. */
export async function websiteOfDomain(tx: Transaction<Schema>, domain: string, createdAt: string): Promise<number> {
  // An insert that conflicts would use up an ID each time, so it is tried only if there seems to be no website.
  const known = await lockWebsiteOfDomain(tx, domain)
  if (known !== undefined) return known
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

/** Locks the row of a report's website and returns its ID; undefined if there is no such report or website. */
export async function lockWebsiteOfReport(tx: Transaction<Schema>, reportId: number): Promise<number | undefined> {
  const website = tx.selectFrom('reports').select('website_id').where('reports.id', '=', reportId)
  return (await lockedWebsites(tx).where('id', '=', website).executeTakeFirst())?.id
}

/** Locks the row of a website. Returns false if there is no such website. */
export async function lockWebsite(tx: Transaction<Schema>, id: number): Promise<boolean> {
  return (await lockedWebsites(tx).where('id', '=', id).executeTakeFirst()) !== undefined
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

/** Changes of a website's counters: of all reports, and of the latest report of each page. */
export type CounterChanges = { reports: CounterChange; pages: CounterChange }

export const noChanges = (): CounterChanges => ({ reports: noChange(), pages: noChange() })

/** The columns of a website's counters. */
export const counterColumns = {
  reports: { count: 'reports_count', sum: 'score_sum', good: 'good', decent: 'decent', bad: 'bad' },
  pages: {
    count: 'pages_count',
    sum: 'pages_score_sum',
    good: 'pages_good',
    decent: 'pages_decent',
    bad: 'pages_bad',
  },
} as const
const changeNames = ['count', 'sum', 'good', 'decent', 'bad'] as const

/** Adds changes to a website's counters. Those that stay the same are not written, nor are their indexes. */
export async function changeCounters(
  tx: Transaction<Schema>,
  websiteId: number,
  changes: CounterChanges,
): Promise<void> {
  const changed = (['reports', 'pages'] as const).flatMap((kind) =>
    changeNames
      .map((name) => ({ column: counterColumns[kind][name], change: changes[kind][name] }))
      .filter(({ change }) => change !== 0),
  )
  if (changed.length === 0) return
  await tx
    .updateTable('websites')
    .set((eb) => Object.fromEntries(changed.map(({ column, change }) => [column, eb(column, '+', change)])))
    .where('id', '=', websiteId)
    .execute()
}

/** `deleted` are the IDs of deleted websites whose rows are not purged yet. There are nearly always none. */
export type Totals = { websites: number; reports: ReportTotals; pages: ReportTotals; deleted: number[] }

export type ReportTotals = Record<Rating | 'all', number>

/** Returns the numbers of websites, reports and pages, from the websites' counters. */
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
        sql<number>`coalesce(sum(pages_count), 0)`.as('pages'),
        sql<number>`coalesce(sum(pages_good), 0)`.as('pages_good'),
        sql<number>`coalesce(sum(pages_decent), 0)`.as('pages_decent'),
        sql<number>`coalesce(sum(pages_bad), 0)`.as('pages_bad'),
      ])
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    const deleted = await db.selectFrom('websites').select('id').where('deleted_at', 'is not', null).execute()
    const { websites, pages, pages_good, pages_decent, pages_bad, ...reports } = sums
    const ofPages = { all: pages, good: pages_good, decent: pages_decent, bad: pages_bad }
    return { websites, reports, pages: ofPages, deleted: deleted.map(({ id }) => id) }
  })
}
