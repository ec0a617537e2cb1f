import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { batchesOf } from '../engine.ts'
import type { Schema } from '../schema.ts'

/** Pages of one statement. */
const batchSize = 500

/** A page with the hashes of its texts. `page` is the key of its final URL, `id` that of its latest report. */
export type ComparedPage = {
  id: number
  url: string
  page: string
  title_hash: string | null
  description_hash: string | null
  body_hash: string | null
  body_shape: string | null
}

/**
 * Yields the indexable pages of a crawl's website with their latest reports, in batches, in the order of their IDs.
 * @param isWhole true if the crawl has read the whole website, so that pages which it didn't find are left out
 */
export async function* pagesToCompare(
  db: Kysely<Schema>,
  { crawlId, websiteId, isWhole }: { crawlId: number; websiteId: number; isWhole: boolean },
): AsyncGenerator<ComparedPage[]> {
  for (let after = 0; ;) {
    let pages = db
      .selectFrom('reports as r')
      .select(['r.id', 'r.url', sql<string>`coalesce(r.page_url, r.url)`.as('page')])
      .select(['r.title_hash', 'r.description_hash', 'r.body_hash', 'r.body_shape'])
      .where('r.website_id', '=', websiteId)
      // The partial index requires the literals.
      .where('r.latest', '=', sql.lit(1))
      .where('r.page_indexability', '=', sql.lit('indexable'))
      .where('r.id', '>', after)
    if (isWhole)
      pages = pages.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('pages as p')
            .innerJoin('crawl_urls as u', 'u.target', 'p.target')
            .select('u.target')
            .whereRef('p.id', '=', 'r.page_id')
            .where('u.crawl_id', '=', crawlId),
        ),
      )
    const batch = await pages.orderBy('r.id').limit(batchSize).execute()
    yield batch
    await yieldToEventLoop()
    const last = batch.at(-1)
    if (!last || batch.length < batchSize) return
    after = last.id
  }
}

/** Returns the packed hreflang links of pages, by their latest reports. */
export async function alternatesOf(db: Kysely<Schema>, reportIds: readonly number[]): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const ids of batchesOf(reportIds, batchSize)) {
    const rows = await db
      .selectFrom('pages as p')
      .innerJoin('reports as r', 'r.page_id', 'p.id')
      .select(['r.id', 'p.alternates'])
      .where('r.id', 'in', ids)
      .where('p.alternates', 'is not', null)
      .execute()
    for (const { id, alternates } of rows) if (alternates !== null) found.set(id, alternates)
    await yieldToEventLoop()
  }
  return found
}
