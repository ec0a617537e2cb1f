import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Marks the website: from then on it and its reports are gone for every reader. False when there is none. */
export async function deleteWebsite(db: Kysely<Schema>, id: number): Promise<boolean> {
  const marked = db
    .updateTable('websites')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (await marked.executeTakeFirst()).numUpdatedRows === 1n
}

/**
 * Removes up to `batch` rows of deleted websites: reports with their payloads, then what is remembered of deleted reports,
 * and frozen of reports, then the website itself. Returns how many rows went; call it until that is 0.
 */
export async function purgeDeletedWebsites(db: Kysely<Schema>, batch = 500): Promise<number> {
  const website = await db
    .selectFrom('websites')
    .select('id')
    .where('deleted_at', 'is not', null)
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
      await tx.deleteFrom('report_payloads').where('report_id', 'in', ids).execute()
      await tx.deleteFrom('reports').where('id', 'in', ids).execute()
      return ids.length
    }
    const remembered = tx.selectFrom('deleted_reports').select('id').where('website_id', '=', website.id).limit(batch)
    const forgotten = await tx.deleteFrom('deleted_reports').where('id', 'in', remembered).executeTakeFirst()
    if (forgotten.numDeletedRows > 0n) return Number(forgotten.numDeletedRows)
    await tx.updateTable('links').set({ frozen: null }).where('website_id', '=', website.id).execute()
    // Two purging at once: whoever comes second finds it gone, which is as good.
    const removed = await tx.deleteFrom('websites').where('id', '=', website.id).executeTakeFirst()
    return Number(removed.numDeletedRows)
  })
}
