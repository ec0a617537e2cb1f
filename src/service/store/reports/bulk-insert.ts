import { type Kysely, sql, type Transaction } from 'kysely'
import { noColumns } from '#analyser/page-state.ts'
import { urlKey } from '#contract/url-key.ts'
import { batchesOf } from '../engine.ts'
import { laterColumns } from '../pages/later-state.ts'
import { pageValues, refreshPages, setPrevious, writeLatest } from '../pages/pages.ts'
import type { Schema } from '../schema.ts'
import {
  addLatest,
  addReport,
  changeCounters,
  type CounterChanges,
  noChanges,
  websiteValues,
} from '../websites/website-counters.ts'
import { type NewReport, reportValues } from './reports.ts'

/** A report with a packed payload. */
export type NewPackedReport = Omit<NewReport, 'evaluation' | 'facts'> & { evaluation: Buffer; facts: Buffer }

/** Rows of one statement. PostgreSQL allows 65,535 values in a statement, SQLite 32,766. */
const batchSize = 500

/**
 * Stores many reports, their pages and their websites' counters in one transaction. IDs ascend in the given order.
 */
export async function insertReports(db: Kysely<Schema>, reports: readonly NewPackedReport[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const websites = await websitesOf(tx, reports)
    const counters = new Counters()
    for (const batch of batchesOf(reports, batchSize)) await insertRows(tx, batch, websites, counters)
    await counters.store(tx)
  })
}

/** Collects changes of the counters of websites. */
class Counters {
  readonly #changes = new Map<number, CounterChanges>()

  of(website: number): CounterChanges {
    const changes = this.#changes.get(website) ?? noChanges()
    this.#changes.set(website, changes)
    return changes
  }

  async store(tx: Transaction<Schema>) {
    for (const [website, changes] of [...this.#changes].toSorted(([a], [b]) => a - b))
      await changeCounters(tx, website, changes)
  }
}

async function websitesOf(tx: Transaction<Schema>, reports: readonly NewPackedReport[]): Promise<Map<string, number>> {
  const firstTimes = new Map<string, string>()
  for (const { domain, created_at } of reports) if (!firstTimes.has(domain)) firstTimes.set(domain, created_at)
  const ids = new Map<string, number>()
  // Sorted, so that two bulk inserts wait for each other without a deadlock.
  const domains = [...firstTimes.keys()].toSorted()
  for (const batch of batchesOf(domains, batchSize)) {
    const rows = await tx
      .insertInto('websites')
      .values(batch.map((domain) => websiteValues(domain, firstTimes.get(domain) ?? '')))
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

async function insertRows(
  tx: Transaction<Schema>,
  reports: readonly NewPackedReport[],
  websites: Map<string, number>,
  counters: Counters,
) {
  const values = reports.map((report) => reportValues(report, websites.get(report.domain) ?? 0))
  const pages = await pagesOf(tx, values)
  const rows = values.map((row) => ({ ...row, page_id: pages.get(keyOf({ ...row, url_key: urlKey(row.url) })) ?? 0 }))
  const inserted = await tx.insertInto('reports').values(rows).returning('id').execute()
  const ids = inserted.map(({ id }) => id).toSorted((a, b) => a - b)
  await setPrevious(tx, ids)
  await markLatest(tx, ids, counters)
  const payloads = reports.map(({ evaluation, facts }, at) => ({ report_id: ids[at] ?? 0, evaluation, facts }))
  await tx.insertInto('report_payloads').values(payloads).execute()
  await refreshPages(tx, [...pages.values()])
  // The last report of a page replaces the issues and links of the others.
  const last = new Map(
    rows.map(({ page_id, website_id, created_at }, at) => {
      const { issues = [], links = [], columns = noColumns } = reports[at]?.state ?? {}
      return [page_id, { page_id, website_id, issues, links, columns, since: created_at.slice(0, 10) }]
    }),
  )
  await writeLatest(tx, [...last.values()])
  for (const row of rows) addReport(counters.of(row.website_id), row, 1)
}

const keyOf = ({ website_id, url_key }: { website_id: number; url_key: string }) => `${website_id} ${url_key}`

/** Returns the IDs of the pages of reports, by their keys. Missing pages are added. */
async function pagesOf(tx: Transaction<Schema>, reports: ReturnType<typeof reportValues>[]) {
  const pages = new Map(reports.map((report) => pageValues(tx, report)).map((page) => [keyOf(page), page]))
  const rows = await tx
    .insertInto('pages')
    .values([...pages.values()])
    .onConflict((conflict) =>
      conflict.columns(['website_id', 'url_key']).doUpdateSet((eb) => ({ url_key: eb.ref('excluded.url_key') })),
    )
    .returning(['id', 'website_id', 'url_key'])
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}

/** Marks the latest report of each page among the inserted and earlier ones. */
async function markLatest(tx: Transaction<Schema>, ids: number[], counters: Counters) {
  const first = ids[0] ?? 0
  const before = tx
    .selectFrom('reports as n')
    .select((eb) =>
      eb
        .selectFrom('reports as o')
        .select(({ fn }) => fn.max('o.id').as('id'))
        .whereRef('o.page_id', '=', 'n.page_id')
        .where('o.id', '<', first)
        .as('id'),
    )
    .where('n.id', 'in', ids)
  const replaced = await tx
    .updateTable('reports')
    .set({ latest: 0 })
    .where('id', 'in', before)
    .where('latest', '=', sql.lit(1))
    .returning(['website_id', 'score', 'page_score', 'result', 'status', 'indexability', ...laterColumns])
    .execute()
  const last = tx
    .selectFrom('reports')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('id', 'in', ids)
    .groupBy('page_id')
  const marked = await tx
    .updateTable('reports')
    .set({ latest: 1 })
    .where('id', 'in', last)
    .returning(['website_id', 'score', 'page_score', 'result', 'status', 'indexability', ...laterColumns])
    .execute()
  for (const row of replaced) addLatest(counters.of(row.website_id), row, -1)
  for (const row of marked) addLatest(counters.of(row.website_id), row, 1)
}
