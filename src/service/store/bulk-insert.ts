import { type Kysely, sql, type Transaction } from 'kysely'
import { type NewReport, reportValues } from './reports.ts'
import type { Schema } from './schema.ts'
import { addReport, changeCounters, noChange, websiteValues } from './website-counters.ts'

/** A report with a packed payload. */
export type PackedReport = Omit<NewReport, 'evaluation' | 'facts'> & { evaluation: Buffer; facts: Buffer }

/** Rows of one statement. PostgreSQL allows 65,535 values in a statement, SQLite 32,766. */
const batchSize = 500

/**
 * Stores many reports and their websites' counters in one transaction. Ids ascend in the given order. Does not mark
 * duplicates on other pages for rescoring.
 */
export async function insertReports(db: Kysely<Schema>, reports: readonly PackedReport[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const websites = await websitesOf(tx, reports)
    for (let from = 0; from < reports.length; from += batchSize) {
      await insertRows(tx, reports.slice(from, from + batchSize), websites)
    }
    await countAll(tx, reports, websites)
  })
}

async function websitesOf(tx: Transaction<Schema>, reports: readonly PackedReport[]): Promise<Map<string, number>> {
  const firstTimes = new Map<string, string>()
  for (const { domain, createdAt } of reports) if (!firstTimes.has(domain)) firstTimes.set(domain, createdAt)
  const ids = new Map<string, number>()
  // The same order everywhere, so that concurrent writers wait for each other without a deadlock.
  const domains = [...firstTimes.keys()].toSorted()
  for (let from = 0; from < domains.length; from += batchSize) {
    const rows = await tx
      .insertInto('websites')
      .values(
        domains.slice(from, from + batchSize).map((domain) => websiteValues(domain, firstTimes.get(domain) ?? '')),
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
  await markNewest(tx, ids)
  const payloads = reports.map(({ evaluation, facts }, at) => ({ report_id: ids[at] ?? 0, evaluation, facts }))
  await tx.insertInto('report_payloads').values(payloads).execute()
}

/** Marks the newest report of each URL among the inserted and earlier ones. */
async function markNewest(tx: Transaction<Schema>, ids: number[]) {
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

async function countAll(tx: Transaction<Schema>, reports: readonly PackedReport[], websites: Map<string, number>) {
  const perDomain = Map.groupBy(reports, ({ domain }) => domain)
  for (const domain of [...perDomain.keys()].toSorted()) {
    const change = noChange()
    for (const report of perDomain.get(domain) ?? []) addReport(change, report, 1)
    await changeCounters(tx, websites.get(domain) ?? 0, change)
  }
}
