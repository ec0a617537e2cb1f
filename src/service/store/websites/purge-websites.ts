import type { Kysely } from 'kysely'
import { deleteSomeOfCrawl } from '../crawls/purging.ts'
import { deleteSomeSearch } from '../google/days.ts'
import { deletePages } from '../pages/pages.ts'
import { deletePayloads, restorableSince } from '../reports/deleted-reports.ts'
import type { Schema } from '../schema.ts'

const tablesOfWebsites = [
  'ruleset_changes',
  'website_causes',
  'waivers',
  'schedules',
  'alert_changes',
  'alert_rules',
  'website_identities',
  'render_samples',
  'search_connections',
] as const

/**
 * Deletes up to `batch` rows of a website marked as deleted: reports with their payloads and screenshots, pages with
 * their issues, crawls, the list of deleted reports and snapshots of links, then the website. One that can be restored
 * stays, unless `isDiskFull`. Returns the number of deleted rows; repeat until it is 0.
 */
export async function purgeDeletedWebsites(
  db: Kysely<Schema>,
  { isDiskFull = false, batch = 500 }: { isDiskFull?: boolean; batch?: number } = {},
): Promise<number> {
  await endRestores(db, isDiskFull)
  const website = await db
    .selectFrom('websites')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('restorable', '=', 0)
    .orderBy('id')
    .executeTakeFirst()
  if (!website) return 0
  return db.transaction().execute(async (tx) => {
    const reports = await tx
      .selectFrom('reports')
      .select('id')
      .where('website_id', '=', website.id)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (reports.length > 0) {
      const ids = reports.map(({ id }) => id)
      await deletePayloads(tx, ids)
      await tx.deleteFrom('reports').where('id', 'in', ids).execute()
      return ids.length
    }
    const pages = await tx.selectFrom('pages').select('id').where('website_id', '=', website.id).limit(batch).execute()
    if (pages.length > 0) {
      const ids = pages.map(({ id }) => id)
      await deletePages(tx, ids)
      return ids.length
    }
    const ofSearch = await deleteSomeSearch(tx, website.id, batch)
    if (ofSearch > 0) return ofSearch
    const crawl = await tx.selectFrom('crawls').select('id').where('website_id', '=', website.id).executeTakeFirst()
    if (crawl) return deleteSomeOfCrawl(tx, crawl.id, batch)
    const deletedReports = tx
      .selectFrom('deleted_reports')
      .select('id')
      .where('website_id', '=', website.id)
      .limit(batch)
    const purged = await tx.deleteFrom('deleted_reports').where('id', 'in', deletedReports).returning('id').execute()
    if (purged.length > 0) {
      const ids = purged.map(({ id }) => id)
      await deletePayloads(tx, ids)
      return ids.length
    }
    await tx.updateTable('links').set({ snapshot: null }).where('website_id', '=', website.id).execute()
    // A concurrent purge may have deleted it already.
    for (const table of tablesOfWebsites) await tx.deleteFrom(table).where('website_id', '=', website.id).execute()
    const removed = await tx.deleteFrom('websites').where('id', '=', website.id).executeTakeFirst()
    return Number(removed.numDeletedRows)
  })
}

/** Websites without all their rows can't be restored, so they are marked first. */
async function endRestores(db: Kysely<Schema>, all: boolean) {
  const ended = db.updateTable('websites').set({ restorable: 0 }).where('deleted_at', 'is not', null)
  const due = all ? ended : ended.where('deleted_at', '<=', await restorableSince(db))
  await due.where('restorable', '=', 1).execute()
}
