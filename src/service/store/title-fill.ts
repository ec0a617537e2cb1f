import { type Kysely, sql } from 'kysely'
import { searchTextOfTitle } from './lists/search-text.ts'
import type { Schema } from './schema.ts'
import { lockWebsite } from './website-counters.ts'

/**
 * Makes the titles of up to `limit` reports of older versions after an id searchable, in one transaction. Returns the
 * id of the last one; undefined if there are no more.
 */
export async function fillTitleBatch(db: Kysely<Schema>, after: number, limit: number): Promise<number | undefined> {
  const reports = await db
    .selectFrom('reports as r')
    .innerJoin('websites as w', 'w.id', 'r.website_id')
    .where('r.title_text', 'is', null)
    .where('w.deleted_at', 'is', null)
    .where('r.id', '>', after)
    .select(['r.id', 'r.website_id', 'r.title'])
    .orderBy('r.id')
    .limit(limit)
    .execute()
  if (reports.length === 0) return undefined
  await db.transaction().execute(async (tx) => {
    // The same order everywhere, so that concurrent writers wait for each other without a deadlock.
    const websites = [...new Set(reports.map(({ website_id }) => website_id))].toSorted((a, b) => a - b)
    for (const id of websites) await lockWebsite(tx, id)
    const rows = reports.map(({ id, title }) => sql`(cast(${id} as bigint), ${searchTextOfTitle(title)})`)
    await sql`with filled (id, title_text) as (values ${sql.join(rows)})
      update reports set title_text = filled.title_text from filled where reports.id = filled.id`.execute(tx)
  })
  return reports.at(-1)?.id
}
