import { type Kysely, sql, type Transaction } from 'kysely'
import type { Fingerprints } from '#analyser/page-facts.ts'
import type { Indexability } from '#contract/indexability.ts'
import type { Rating } from '#contract/rating.ts'
import type { Schema } from '../schema.ts'

/** What identifies a page. `pageUrl` is the final URL: two URLs that lead to one page are not duplicates. */
export type PageIdentity = { url: string; pageUrl?: string; fingerprints: Fingerprints }

type PageRow = {
  url: string
  title_hash: string | null
  description_hash: string | null
  body_hash: string | null
  body_shape: string | null
  page_url: string | null
}

export const identityOf = (row: PageRow): PageIdentity => ({
  url: row.url,
  pageUrl: row.page_url ?? row.url,
  fingerprints: {
    title: row.title_hash,
    description: row.description_hash,
    body: row.body_hash,
    bodyShape: row.body_shape,
  },
})

/** `pageId` is null for a report of an older version that is not filled in yet. */
type LatestReport = {
  id: number
  pageId: number | null
  score: number
  result: Rating
  indexability: Indexability | null
}

/** Returns the newest report of a URL; null without reports. */
export async function latestOf(db: Kysely<Schema>, websiteId: number, url: string): Promise<LatestReport | null> {
  const row = await db
    .selectFrom('reports')
    .select(['id', 'page_id as pageId', 'score', 'result', 'indexability'])
    .where('website_id', '=', websiteId)
    .where('url', '=', url)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function setLatest(tx: Transaction<Schema>, id: number, latest: 0 | 1) {
  await tx.updateTable('reports').set({ latest }).where('id', '=', id).execute()
}

/** Selects the newest report of every other URL of a website. The 1 is a literal, which the partial index requires. */
export const otherPages = (db: Kysely<Schema>, websiteId: number, url: string) =>
  db
    .selectFrom('reports as r')
    .where('r.website_id', '=', websiteId)
    .where('r.latest', '=', sql.lit(1))
    .where('r.url', '<>', url)
