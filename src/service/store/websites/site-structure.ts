import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { hasNoPatterns, readCrawlLimits } from '#contract/jobs/job.ts'
import { type Structure } from '#contract/lists/list-query.ts'
import type { OrphanKind, PagePlace } from '#contract/websites/crawls.ts'
import { deepClicks } from '#contract/websites/website.ts'
import type { Schema } from '../schema.ts'

/** A page's place in a crawl. `orphan` is 1 if only a sitemap led to it so far. */
export type PlaceInCrawl = { job_id: number; depth: number | null; orphan: 0 | 1 | null }

/**
 * Selects whether a row of `pages` under an alias is an orphan or too deep, by `structure`. The literals are those of
 * the partial indexes.
 */
export function matchesStructure(structure: Structure, alias: string): RawBuilder<boolean> {
  if (structure === 'deep') return sql`${sql.ref(`${alias}.click_depth`)} > ${sql.lit(deepClicks)}`
  const orphan = sql.ref(`${alias}.orphan`)
  const isNotable = sql<boolean>`${orphan} <> ${sql.lit('linked')}`
  return structure === 'orphan'
    ? sql`(${isNotable} and ${orphan} <> 'by_script')`
    : sql`(${isNotable} and ${orphan} = ${structure})`
}

/**
 * Stores the place of a page to which links lead in a crawl, unless a newer crawl found it. Those of orphans are known
 * when the crawl ends. Call it in the transaction that stores its report.
 */
export async function storePlaceInCrawl(
  tx: Transaction<Schema>,
  page_id: number,
  { job_id, depth, orphan }: PlaceInCrawl,
): Promise<void> {
  if (depth === null || orphan !== 0) return
  await tx
    .updateTable('pages')
    .set({ crawl_id: job_id, click_depth: depth, orphan: 'linked' })
    .where('id', '=', page_id)
    .where((eb) => eb.or([eb('crawl_id', 'is', null), eb('crawl_id', '<=', job_id)]))
    .execute()
}

export type EndedCrawl = {
  job_id: number
  domain: string
  /** False if a limit kept it from pages that are too deep. */
  knowsDeep: boolean
  /** True if no limit kept it from following a link. Then orphans are known. */
  isWhole: boolean
  /** True if it also read all pages that it found. Then no link leads to those that it didn't find. */
  hasReadAll: boolean
}

/** Pages of one statement, so that none takes long. */
const batchSize = 500

/**
 * Stores that a crawl has followed all links. Call it before the work on the job ends, whose row is locked last. Other
 * requests are served between the statements.
 */
export async function endCrawl(tx: Transaction<Schema>, crawl: EndedCrawl): Promise<void> {
  const { job_id, domain, knowsDeep, isWhole, hasReadAll } = crawl
  if (!knowsDeep) return
  const now = new Date().toISOString()
  const website = await tx
    .updateTable('websites')
    .set({ crawled_at: now, ...(isWhole && { orphans_at: now }) })
    .where('domain', '=', domain)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!website || !hasReadAll) return
  // The crawl found no way to these pages. Those that it saw and couldn’t read, redirects and errors are no orphans.
  const place = sql<PagePlace | null>`case
    when exists (select 1 from crawl_urls as u where u.crawl_id = ${job_id} and u.target = pages.target) then null
    when status is null or status not between 200 and 299 or indexability = 'redirect' then null
    when inlinks > 0 then 'unreachable' when in_sitemap = 1 then 'sitemap_only'
    when in_sitemap = 0 then 'no_inlinks' end`
  for (let after = 0; ;) {
    const pages = await tx
      .selectFrom('pages')
      .select(['id', 'crawl_id'])
      .where('website_id', '=', website.id)
      .where('gone_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = pages.at(-1)
    if (!last) return
    after = last.id
    const unfound = pages.filter(({ crawl_id }) => (crawl_id ?? 0) < job_id).map(({ id }) => id)
    if (unfound.length > 0)
      await tx
        .updateTable('pages')
        .set({ crawl_id: job_id, click_depth: null, orphan: place })
        .where('id', 'in', unfound)
        .execute()
    await yieldToEventLoop()
  }
}

/** The structure that crawls found. The numbers of orphans are null if no crawl looked for them. */
export type StructureOfWebsite = { crawled_at: string; deep_pages: number } & Record<
  `${'orphan' | OrphanKind | 'by_script'}_pages`,
  number | null
>

/** Returns null before the first crawl. */
export async function findStructure(db: Kysely<Schema>, websiteId: number): Promise<StructureOfWebsite | null> {
  const website = await db
    .selectFrom('websites')
    .select(['crawled_at', 'orphans_at'])
    .where('id', '=', websiteId)
    .executeTakeFirst()
  if (!website?.crawled_at) return null
  const countOrphans = async (kind: 'orphan' | OrphanKind | 'by_script') =>
    website.orphans_at === null ? null : countStructure(db, websiteId, kind)
  return {
    crawled_at: website.crawled_at,
    orphan_pages: await countOrphans('orphan'),
    no_inlinks_pages: await countOrphans('no_inlinks'),
    unreachable_pages: await countOrphans('unreachable'),
    sitemap_only_pages: await countOrphans('sitemap_only'),
    by_script_pages: await countOrphans('by_script'),
    deep_pages: await countStructure(db, websiteId, 'deep'),
  }
}

export async function countStructure(db: Kysely<Schema>, websiteId: number, structure: Structure): Promise<number> {
  const { pages } = await db
    .selectFrom('pages as s')
    .select(sql<number>`count(*)`.as('pages'))
    .where('s.website_id', '=', websiteId)
    .where(matchesStructure(structure, 's'))
    .executeTakeFirstOrThrow()
  return pages
}

/** Returns a page's place in the latest crawl; undefined if there is no such page. */
export const findCrawlPosition = (db: Kysely<Schema>, pageId: number) =>
  db
    .selectFrom('pages')
    .select(['crawl_id', 'click_depth as depth', 'orphan'])
    .where('id', '=', pageId)
    .executeTakeFirst()

/** Returns a sentence for each page whose place differs from that in its crawl, as long as the job is kept. */
export async function* wrongPlaces(db: Kysely<Schema>): AsyncGenerator<string> {
  const wrong = await db
    .selectFrom('pages as p')
    .innerJoin('job_urls as u', (on) => on.onRef('u.job_id', '=', 'p.crawl_id').onRef('u.url_key', '=', 'p.url_key'))
    .select('p.id')
    .where('u.state', '=', 'done')
    .where(sql<boolean>`u.depth is distinct from p.click_depth`)
    .orderBy('p.id')
    .execute()
  for (const { id } of wrong) yield `Page ${id}: the click depth doesn't match its crawl.`
  const orphans = await db
    .selectFrom('pages as p')
    .innerJoin('crawls as c', (on) => on.onRef('c.id', '=', 'p.crawl_id').on('c.state', '=', 'done'))
    .innerJoin('crawl_urls as u', (on) => on.onRef('u.crawl_id', '=', 'c.id').onRef('u.target', '=', 'p.target'))
    .select(['p.id', 'c.limits'])
    .where(sql<boolean>`u.orphan is distinct from nullif(nullif(p.orphan, 'linked'), 'by_script')`)
    .orderBy('p.id')
    .execute()
  for (const { id, limits } of orphans)
    if (hasNoPatterns(readCrawlLimits(limits))) yield `Page ${id}: the kind of orphan doesn't match its crawl.`
  const unknown = await db
    .selectFrom('pages')
    .select('id')
    .where((eb) => eb.or([eb('click_depth', 'is not', null), eb('orphan', 'is not', null)]))
    .where('crawl_id', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of unknown) yield `Page ${id} has a click depth without a crawl.`
}
