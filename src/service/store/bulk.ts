import { type Kysely, sql, type Transaction } from 'kysely'
import type { Rating } from '#contract/rating.ts'
import { type NewReport, reportValues } from './new-report.ts'
import type { Schema } from './schema.ts'
import { websiteValues } from './website-counters.ts'

/** A report whose payload is packed already. */
export type PackedReport = Omit<NewReport, 'verdict' | 'facts'> & { verdict: Buffer; facts: Buffer }

// PostgreSQL takes 65,535 values in a statement, SQLite 32,766.
const rowsAtOnce = 500

/**
 * Keeps many reports in one transaction, their ids ascending in the order given; the counters are right as ever. What
 * their coming means to other pages' twins is left as it is.
 */
export async function insertReports(db: Kysely<Schema>, reports: readonly PackedReport[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const websites = await websitesOf(tx, reports)
    for (let from = 0; from < reports.length; from += rowsAtOnce) {
      await insertRows(tx, reports.slice(from, from + rowsAtOnce), websites)
    }
    await countAll(tx, reports, websites)
  })
}

async function websitesOf(tx: Transaction<Schema>, reports: readonly PackedReport[]): Promise<Map<string, number>> {
  const firstTimes = new Map<string, string>()
  for (const { domain, createdAt } of reports) if (!firstTimes.has(domain)) firstTimes.set(domain, createdAt)
  const ids = new Map<string, number>()
  // In one order everywhere, so that two writers wait for each other instead of blocking each other.
  const domains = [...firstTimes.keys()].toSorted()
  for (let from = 0; from < domains.length; from += rowsAtOnce) {
    const rows = await tx
      .insertInto('websites')
      .values(
        domains.slice(from, from + rowsAtOnce).map((domain) => websiteValues(domain, firstTimes.get(domain) ?? '')),
      )
      .onConflict((c) =>
        c
          .column('domain')
          .where('deleted_at', 'is', null)
          .doUpdateSet((eb) => ({ domain: eb.ref('excluded.domain') })),
      )
      .returning(['id', 'domain'])
      .execute()
    for (const { id, domain } of rows) ids.set(domain, id)
  }
  return ids
}

async function insertRows(tx: Transaction<Schema>, reports: readonly PackedReport[], websites: Map<string, number>) {
  const rows = reports.map((report) => reportValues(report, websites.get(report.domain) ?? 0))
  const inserted = await tx.insertInto('reports').values(rows).returning('id').execute()
  const ids = inserted.map(({ id }) => id).toSorted((a, b) => a - b)
  await standForTheirPages(tx, ids)
  const payloads = reports.map(({ verdict, facts }, at) => ({ report_id: ids[at] ?? 0, verdict, facts }))
  await tx.insertInto('report_payloads').values(payloads).execute()
}

/** Of the reports inserted and those before them, the newest of each URL is marked. */
async function standForTheirPages(tx: Transaction<Schema>, ids: number[]) {
  const first = ids[0] ?? 0
  const before = tx
    .selectFrom('reports as n')
    .select((eb) =>
      eb
        .selectFrom('reports as o')
        .select(({ fn }) => fn.max('o.id').as('id'))
        .whereRef('o.website_id', '=', 'n.website_id')
        .whereRef('o.url', '=', 'n.url')
        .where('o.id', '<', first)
        .as('id'),
    )
    .where('n.id', '>=', first)
  await tx
    .updateTable('reports')
    .set({ newest: 0 })
    .where('id', 'in', before)
    .where('newest', '=', sql.lit(1))
    .execute()
  const last = tx
    .selectFrom('reports')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('id', '>=', first)
    .groupBy(['website_id', 'url'])
  await tx.updateTable('reports').set({ newest: 1 }).where('id', 'in', last).execute()
}

type Counts = Record<Rating, number> & { count: number; sum: number }

async function countAll(tx: Transaction<Schema>, reports: readonly PackedReport[], websites: Map<string, number>) {
  const perDomain = new Map<string, Counts>()
  for (const { domain, result, score } of reports) {
    const counts = perDomain.get(domain) ?? { good: 0, decent: 0, bad: 0, count: 0, sum: 0 }
    perDomain.set(domain, { ...counts, [result]: counts[result] + 1, count: counts.count + 1, sum: counts.sum + score })
  }
  for (const domain of [...perDomain.keys()].toSorted()) {
    const { good, decent, bad, count, sum } = perDomain.get(domain) as Counts
    await tx
      .updateTable('websites')
      .set((eb) => ({
        reports_count: eb('reports_count', '+', count),
        score_sum: eb('score_sum', '+', sum),
        good: eb('good', '+', good),
        decent: eb('decent', '+', decent),
        bad: eb('bad', '+', bad),
      }))
      .where('id', '=', websites.get(domain) ?? 0)
      .execute()
  }
}
