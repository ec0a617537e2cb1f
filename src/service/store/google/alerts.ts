import type { Kysely, Transaction } from 'kysely'
import type { PageAtRisk } from '#contract/google/search-answers.ts'
import { batchesOf, databaseTime } from '../engine.ts'
import type { Schema } from '../schema.ts'

/** Pages at risk of losing their clicks that alerts know of. */
export type PagesAtRiskTable = {
  page_id: number
  website_id: number
  seen_at: string
  /** 0 until it was alerted. */
  is_told: 0 | 1
}

/** Rows of one statement. */
const batchSize = 500

/** Returns the websites with pages that Google dropped since the last alerts. */
export async function websitesWithDrops(db: Kysely<Schema>): Promise<number[]> {
  const rows = await db
    .selectFrom('page_inspections')
    .select('website_id')
    .distinct()
    .where('is_dropped', '=', 1)
    .execute()
  return rows.map(({ website_id }) => website_id)
}

/** Takes the pages of a website that Google dropped, those of most clicks first. Those without clicks are left out. */
export async function takeDropped(tx: Transaction<Schema>, websiteId: number) {
  const taken = await tx
    .updateTable('page_inspections')
    .set({ is_dropped: 0 })
    .where('website_id', '=', websiteId)
    .where('is_dropped', '=', 1)
    .returning(['page_id', 'google_index', 'index_before'])
    .execute()
  const dropped = []
  for (const some of batchesOf(taken, batchSize)) {
    const ids = some.map(({ page_id }) => page_id)
    const pages = tx.selectFrom('pages').select(['id', 'url', 'latest_report_id', 'clicks']).where('id', 'in', ids)
    for (const page of await pages.where('clicks', '>', 0).execute())
      dropped.push({ ...some.find(({ page_id }) => page_id === page.id), ...page })
  }
  return dropped.toSorted((a, b) => (b.clicks ?? 0) - (a.clicks ?? 0) || a.id - b.id)
}

/** Returns the websites with figures of Google. */
export async function websitesWithFigures(db: Kysely<Schema>): Promise<number[]> {
  const rows = await db
    .selectFrom('search_windows as s')
    .innerJoin('websites as w', 'w.id', 's.website_id')
    .select('w.id')
    .where('w.deleted_at', 'is', null)
    .where('s.source', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Takes the pages at risk of a website that alerts don't know, and that have been at risk for `confirmMs`. Those of the
 * first time are known.
 */
export async function takeAtRisk(
  tx: Transaction<Schema>,
  website_id: number,
  atRisk: readonly PageAtRisk[],
  confirmMs: number,
): Promise<PageAtRisk[]> {
  const time = await databaseTime(tx)
  const now = new Date(time).toISOString()
  const first = await tx
    .updateTable('search_windows')
    .set({ at_risk_since: now })
    .where('website_id', '=', website_id)
    .where('at_risk_since', 'is', null)
    .executeTakeFirst()
  const is_told = first.numUpdatedRows === 1n ? 1 : 0
  const ofWebsite = tx.selectFrom('pages_at_risk').select('page_id').where('website_id', '=', website_id)
  const known = new Set((await ofWebsite.execute()).map(({ page_id }) => page_id))
  const ids = new Set(atRisk.map(({ page_id }) => page_id))
  for (const gone of batchesOf(
    [...known].filter((id) => !ids.has(id)),
    batchSize,
  ))
    await tx.deleteFrom('pages_at_risk').where('page_id', 'in', gone).execute()
  for (const added of batchesOf(
    [...ids].filter((id) => !known.has(id)),
    batchSize,
  )) {
    const rows = added.map((page_id) => ({ page_id, website_id, seen_at: now, is_told }) as const)
    await tx
      .insertInto('pages_at_risk')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const told = await tx
    .updateTable('pages_at_risk')
    .set({ is_told: 1 })
    .where('website_id', '=', website_id)
    .where('is_told', '=', 0)
    .where('seen_at', '<=', new Date(time - confirmMs).toISOString())
    .returning('page_id')
    .execute()
  const taken = new Set(told.map(({ page_id }) => page_id))
  return atRisk.filter(({ page_id }) => taken.has(page_id))
}
