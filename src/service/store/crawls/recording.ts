import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { maxRobotsText } from '#contract/websites/robots-lines.ts'
import { batchesOf, databaseNow } from '../engine.ts'
import { linkTarget, refuseCollision } from '../pages/link-targets.ts'
import type { Schema } from '../schema.ts'
import type { CrawlUrlsTable } from './crawls.ts'

/** A link of a page, or a URL that a sitemap lists. */
export type Outlink = {
  /** See `linkTarget`. */
  target: number
  /** People and search engines can follow it. Links with nofollow are not followed. */
  isFollowed: boolean
  isInternal: boolean
  isNofollow: boolean
  /** Its URL has a query. */
  hasParameters: boolean
  /** It leads to a place on a page. */
  hasFragment: boolean
  /** Only scripts add it. */
  isByScript: boolean
  /** A refresh leads there, and no link. Like a redirect, it is no inlink and no click. */
  isRefresh: boolean
}

/** A link without any of its marks, such as a URL that a sitemap lists. */
export const noOutlink = {
  isFollowed: false,
  isInternal: true,
  isNofollow: false,
  hasParameters: false,
  hasFragment: false,
  isByScript: false,
  isRefresh: false,
}

const flags = {
  isFollowed: 1,
  isInternal: 2,
  isNofollow: 4,
  hasParameters: 8,
  hasFragment: 16,
  isByScript: 32,
  isRefresh: 64,
} as const
const flagNames = [
  'isFollowed',
  'isInternal',
  'isNofollow',
  'hasParameters',
  'hasFragment',
  'isByScript',
  'isRefresh',
] as const

/** Packs links in 8 bytes each: 53 bits of the target, and the flags before them. */
const linkBytes = 8
const highBits = 21

export function packOutlinks(links: readonly Outlink[]): Buffer {
  const packed = Buffer.alloc(links.length * linkBytes)
  links.forEach((link, at) => {
    const bits = flagNames.reduce((sum, name) => sum + (link[name] ? flags[name] : 0), 0)
    packed.writeUInt32BE(bits * 2 ** highBits + Math.floor(link.target / 2 ** 32), at * linkBytes)
    packed.writeUInt32BE(link.target % 2 ** 32, at * linkBytes + 4)
  })
  return packed
}

export function* readOutlinks(packed: Buffer): Generator<Outlink> {
  for (let at = 0; at + linkBytes <= packed.length; at += linkBytes) {
    const high = packed.readUInt32BE(at)
    const bits = high >>> highBits
    yield {
      target: (high % 2 ** highBits) * 2 ** 32 + packed.readUInt32BE(at + 4),
      isFollowed: (bits & flags.isFollowed) > 0,
      isInternal: (bits & flags.isInternal) > 0,
      isNofollow: (bits & flags.isNofollow) > 0,
      hasParameters: (bits & flags.hasParameters) > 0,
      hasFragment: (bits & flags.hasFragment) > 0,
      isByScript: (bits & flags.isByScript) > 0,
      isRefresh: (bits & flags.isRefresh) > 0,
    }
  }
}

/** The target under which the URLs that the sitemaps list are stored. */
export const sitemapTarget = 0

/** A URL that a crawl saw and doesn't read as a page. */
export type SeenUrl = {
  url: string
  kind: Exclude<CrawlUrlsTable['kind'], 'page'>
  /** The reason for no request, if none will be made. */
  failure?: string
  reason?: string
  robots?: { line: number; rule: string } | null
}

/** Safety limit: URLs of a crawl that are no pages. Others are left out. */
export const maxSeen = 50_000

/** URLs of one statement. SQLite allows 32,766 values in a statement. */
const batchSize = 500

/**
 * Stores URLs that a crawl saw, unless it knows them. Locks its row, so that its limit holds across processes. Call it
 * after the rows of its job were locked.
 */
export async function recordSeen(tx: Transaction<Schema>, crawlId: number, seen: readonly SeenUrl[]): Promise<void> {
  const unknown: SeenUrl[] = []
  // Most pages repeat the links of others, so most have nothing new.
  for (const batch of batchesOf(seen, batchSize)) {
    const targets = batch.map(({ url }) => linkTarget(tx, url))
    const known = await tx
      .selectFrom('crawl_urls')
      .select(['target', 'url'])
      .where('crawl_id', '=', crawlId)
      .where('target', 'in', targets)
      .execute()
    const urls = new Map(known.map(({ target, url }) => [target, url]))
    unknown.push(...batch.filter((_, at) => !urls.has(targets[at] ?? 0)))
    for (const [at, { url }] of batch.entries()) {
      refuseCollision(urls.get(targets[at] ?? 0) ?? url, url)
      urls.set(targets[at] ?? 0, url)
    }
  }
  if (unknown.length === 0) return
  const crawl = await tx
    .updateTable('crawls')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', crawlId)
    .returning('targets')
    .executeTakeFirst()
  // Its website was deleted.
  if (!crawl) return
  let added = 0
  for (const batch of batchesOf(unknown.slice(0, Math.max(0, maxSeen - crawl.targets)), batchSize)) {
    const rows = batch.map(({ url, kind, failure = null, reason = null, robots }) => ({
      crawl_id: crawlId,
      target: linkTarget(tx, url),
      url,
      kind,
      checked: (kind === 'file' || kind === 'external') && failure === null ? (0 as const) : (1 as const),
      failure,
      reason,
      robots_line: robots?.line ?? null,
      robots_rule: robots?.rule ?? null,
      ...unknownPage,
    }))
    const inserted = await tx
      .insertInto('crawl_urls')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['crawl_id', 'target']).doNothing())
      .executeTakeFirst()
    added += Number(inserted.numInsertedOrUpdatedRows ?? 0n)
  }
  if (added === 0) return
  await tx
    .updateTable('crawls')
    .set({ targets: crawl.targets + added })
    .where('id', '=', crawlId)
    .execute()
}

/** The columns of a URL that only a page's answer and the end of the crawl set. */
export const unknownPage = {
  status: null,
  end_status: null,
  redirects_to: null,
  redirect_statuses: null,
  report_id: null,
  score: null,
  result: null,
  indexability: null,
  indexing_code: null,
  depth: null,
  orphan: null,
  in_sitemap: null,
  by_script: null,
  issues: null,
  content: null,
}

export type ReadPage = Pick<CrawlUrlsTable, 'status' | 'end_status' | 'redirects_to' | 'redirect_statuses'> & {
  cut_links?: number | null
  url: string
  report_id: number
  website_id: number
  links: readonly Outlink[]
}

/**
 * Stores the answer of a page that a crawl read, and its links. The first one makes the crawl's row. If the website was
 * deleted meanwhile, the crawl goes on with the one that its pages are of now.
 */
export async function recordPage(tx: Transaction<Schema>, crawlId: number, page: ReadPage): Promise<void> {
  const { url, website_id, links, cut_links = null, ...answer } = page
  await openCrawl(tx, crawlId, website_id)
  const target = linkTarget(tx, url)
  const answered = { ...unknownPage, ...answer, cut_links, kind: 'page' as const, checked: 1 as const }
  const row = { ...answered, url }
  const unblocked = { failure: null, reason: null, robots_line: null, robots_rule: null }
  const { url: seen } = await tx
    .insertInto('crawl_urls')
    .values({ crawl_id: crawlId, target, ...unblocked, ...row })
    // The first URL of this number stays, so that it shows if this is another one.
    .onConflict((conflict) => conflict.columns(['crawl_id', 'target']).doUpdateSet({ ...unblocked, ...answered }))
    .returning('url')
    .executeTakeFirstOrThrow()
  refuseCollision(seen, url)
  await storeOutlinks(tx, crawlId, target, packOutlinks(links))
}

export const storeOutlinks = (tx: Transaction<Schema>, crawlId: number, target: number, links: Buffer) =>
  tx
    .insertInto('crawl_outlinks')
    .values({ crawl_id: crawlId, target, links })
    .onConflict((conflict) => conflict.columns(['crawl_id', 'target']).doUpdateSet({ links }))
    .execute()

/** Makes the row of a crawl. One that has ended runs again, because failed pages were retried. */
async function openCrawl(tx: Transaction<Schema>, id: number, websiteId: number): Promise<void> {
  const known = await tx.selectFrom('crawls').select(['website_id', 'state']).where('id', '=', id).executeTakeFirst()
  if (known?.website_id === websiteId && known.state === 'running') return
  const job = await tx
    .selectFrom('jobs')
    .select(['url', 'options', 'schedule_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const running = {
    website_id: websiteId,
    state: 'running',
    figures: null,
    changes: null,
    finished_at: null,
    progress: null,
  } as const
  await tx
    .insertInto('crawls')
    .values({
      id,
      ...running,
      start_url: job.url ?? '',
      limits: job.options ?? '{}',
      schedule_id: job.schedule_id,
      ruleset: null,
      started_at: await databaseNow(tx),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(running))
    .execute()
}

/** The state of a crawl's last step. */
export type CrawlProgress = {
  /** The sitemaps were read, with this problem, and what they list is stored. Those that don't exist list nothing. */
  sitemaps?: { problem: string | null; absent?: string | null; hash: string | null; robots_hash: string | null }
  /** The targets of links were asked. */
  asked?: true
}

export async function findOpenCrawl(db: Kysely<Schema>, id: number) {
  const crawl = await db
    .selectFrom('crawls')
    .select(['website_id', 'progress', 'started_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return crawl && { ...crawl, progress: JSON.parse(crawl.progress ?? '{}') as CrawlProgress }
}

export const storeProgress = (tx: Transaction<Schema>, id: number, progress: CrawlProgress) =>
  tx
    .updateTable('crawls')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .execute()

export const storeRobots = (tx: Transaction<Schema>, id: number, text: string | null) =>
  tx
    .updateTable('crawls')
    // PostgreSQL stores no NUL.
    .set({ robots_txt: text && text.replaceAll('\0', '').slice(0, maxRobotsText) })
    .where('id', '=', id)
    .execute()

/** Forgets the URLs that a crawl left out for a reason, because it reads them now. */
export const forgetSkipped = (tx: Transaction<Schema>, crawlId: number, failure: string) =>
  tx
    .deleteFrom('crawl_urls')
    .where('crawl_id', '=', crawlId)
    .where('kind', '=', 'skipped')
    .where('failure', '=', failure)
    .execute()

/** Returns the URLs that the limits of a crawl, or its traps, left out. There are at most {@link maxSeen}. */
export const skippedUrls = (db: Kysely<Schema>, crawlId: number) =>
  db
    .selectFrom('crawl_urls')
    .select(['url', 'failure'])
    .where('crawl_id', '=', crawlId)
    .where('kind', '=', 'skipped')
    .execute()

/** Returns true if a crawl left URLs out for a reason. */
export async function hasSkipped(db: Kysely<Schema>, crawlId: number, failure: string): Promise<boolean> {
  const skipped = db.selectFrom('crawl_urls').select('target').where('crawl_id', '=', crawlId)
  const found = skipped.where('kind', '=', 'skipped').where('failure', '=', failure).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

/** Yields the pages of a crawl with the hash of their text, in batches: those without parameters first. */
export async function* textsOfCrawl(db: Kysely<Schema>, crawlId: number) {
  for (const hasParameters of [false, true])
    for (let after = -1; ;) {
      const pages = await db
        .selectFrom('crawl_urls as u')
        .innerJoin('reports as r', 'r.id', 'u.report_id')
        .select(['u.target', 'u.url', 'r.body_hash'])
        .where('u.crawl_id', '=', crawlId)
        .where('u.url', hasParameters ? 'like' : 'not like', '%?%')
        .where('u.target', '>', after)
        .orderBy('u.target')
        .limit(batchSize)
        .execute()
      const last = pages.at(-1)
      if (!last) break
      yield pages.flatMap(({ url, body_hash: text }) => (text === null ? [] : [{ url, text }]))
      await yieldToEventLoop()
      after = last.target
    }
}
