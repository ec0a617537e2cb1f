import type { Kysely, Transaction } from 'kysely'
import type { Indexability } from '#contract/reports/indexability.ts'
import type { Rating } from '#contract/reports/rating.ts'
import type { Schema } from '../schema.ts'

type LatestReport = {
  id: number
  page_id: number
  score: number
  result: Rating
  indexability: Indexability | null
}

/** Returns the latest report of a URL; null without reports. */
export async function latestOf(db: Kysely<Schema>, websiteId: number, url: string): Promise<LatestReport | null> {
  const row = await db
    .selectFrom('reports')
    .select(['id', 'page_id', 'score', 'result', 'indexability'])
    .where('website_id', '=', websiteId)
    .where('url', '=', url)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Sets whether a report is marked as the latest of its URL. */
export async function setLatest(tx: Transaction<Schema>, id: number, latest: 0 | 1) {
  await tx.updateTable('reports').set({ latest }).where('id', '=', id).execute()
}
