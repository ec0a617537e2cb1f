import { type Kysely, sql, type Transaction } from 'kysely'
import type { CrawlChanges } from '#contract/websites/crawls.ts'
import { changedRobotsLines } from '#contract/websites/robots-lines.ts'
import type { Schema } from '../schema.ts'
import { type CrawlRecord, findCrawl } from './crawl-lists.ts'

/** Returns the next crawl that has ended and wasn't compared with the one before it; undefined if there is none. */
export async function nextUncompared(db: Kysely<Schema>, after: number): Promise<CrawlRecord | undefined> {
  const crawl = await db
    .selectFrom('crawls')
    .select(['id', 'website_id'])
    .where('finished_at', 'is not', null)
    .where('changes', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return crawl && findCrawl(db, crawl.website_id, crawl.id)
}

/**
 * Stores what changed in a crawl, null without an earlier one. Returns true if its alerts were not created yet: call it
 * in their transaction.
 */
export async function storeChanges(
  tx: Transaction<Schema>,
  id: number,
  changes: CrawlChanges | null,
): Promise<boolean> {
  const before = await tx
    .selectFrom('crawls')
    .select('alerted')
    .where('id', '=', id)
    .where('finished_at', 'is not', null)
    .executeTakeFirst()
  const stored = await tx
    .updateTable('crawls')
    .set({ changes: JSON.stringify(changes), alerted: 1 })
    .where('id', '=', id)
    .where('finished_at', 'is not', null)
    .where('changes', 'is', null)
    .executeTakeFirst()
  return stored.numUpdatedRows === 1n && before?.alerted === 0
}

/** Returns the lines of robots.txt that changed from one crawl to another; null if that isn't known. */
export async function changedRobots(
  db: Kysely<Schema>,
  { before, after }: { before: CrawlRecord; after: CrawlRecord },
) {
  const crawls = await db
    .selectFrom('crawls')
    .select(['id', 'robots_txt'])
    .where('id', 'in', [before.id, after.id])
    .execute()
  const texts = new Map(crawls.map(({ id, robots_txt }) => [id, robots_txt]))
  const [was, is] = [texts.get(before.id) ?? null, texts.get(after.id) ?? null]
  return was === null || is === null ? null : changedRobotsLines(was, is)
}

/** Returns the number of a crawl's URLs that a sitemap lists; null if that isn't known. */
export async function countListed(db: Kysely<Schema>, crawlId: number): Promise<number | null> {
  const { known, listed } = await db
    .selectFrom('crawl_urls')
    .select(sql<number>`count(in_sitemap)`.as('known'))
    .select(sql<number>`coalesce(sum(in_sitemap), 0)`.as('listed'))
    .where('crawl_id', '=', crawlId)
    .executeTakeFirstOrThrow()
  return Number(known) === 0 ? null : Number(listed)
}
