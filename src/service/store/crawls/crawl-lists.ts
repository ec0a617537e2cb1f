import { type InferResult, type Kysely, type RawBuilder, sql } from 'kysely'
import { readCrawlLimits } from '#contract/jobs/job.ts'
import type {
  CrawlList,
  CrawlListQuery,
  CrawlUrlQuery,
  UncheckedHost,
  UncheckedHostQuery,
} from '#contract/websites/crawls.ts'
import { deepClicks } from '#contract/websites/website.ts'
import { batchesOf, engineOf } from '../engine.ts'
import { countedPage } from '../lists/list-page.ts'
import type { ListResult } from '../lists/list.ts'
import { eachRow, type WholeList } from '../lists/whole-list.ts'
import type { Schema } from '../schema.ts'
import { readChanges, readFigures } from './crawls.ts'

const selectCrawls = (db: Kysely<Schema>, websiteId: number) =>
  db
    .selectFrom('crawls as c')
    .select(['c.id', 'c.website_id', 'c.start_url', 'c.limits', 'c.schedule_id', 'c.state', 'c.figures', 'c.ruleset'])
    .select(['c.changes', 'c.started_at', 'c.finished_at'])
    .select((eb) =>
      eb
        .selectFrom('crawls as p')
        .select((p) => p.fn.max('p.id').as('id'))
        .where('p.website_id', '=', websiteId)
        .whereRef('p.id', '<', 'c.id')
        .where('p.state', '=', 'done')
        .as('previous_id'),
    )
    .where('c.website_id', '=', websiteId)

type Row = InferResult<ReturnType<typeof selectCrawls>>[number]

const toRecord = ({ limits, figures, changes, ...crawl }: Row) => ({
  ...crawl,
  limits: readCrawlLimits(limits),
  figures: readFigures(figures),
  changes: readChanges(changes),
})

export type CrawlRecord = ReturnType<typeof toRecord>

/** Returns one page of a website's crawls, newest first. */
export async function listCrawls(
  db: Kysely<Schema>,
  websiteId: number,
  paging: CrawlListQuery,
): Promise<ListResult<CrawlRecord>> {
  const { total } = await db
    .selectFrom('crawls')
    .select(sql<number>`count(*)`.as('total'))
    .where('website_id', '=', websiteId)
    .executeTakeFirstOrThrow()
  return countedPage(selectCrawls(db, websiteId).orderBy('c.id', 'desc'), { total, ...paging }, toRecord)
}

/** Returns a crawl of a website; undefined if there is none. */
export async function findCrawl(db: Kysely<Schema>, websiteId: number, id: number): Promise<CrawlRecord | undefined> {
  const row = await selectCrawls(db, websiteId).where('c.id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

/** A link to the URL is broken, so the URL is. */
const isBroken = sql<boolean>`exists (select 1 from crawl_links as l
  where l.crawl_id = u.crawl_id and l.target = u.target)`
const isInternal = sql<boolean>`u.kind in ('page', 'file')`

/** The conditions of the lists, on `crawl_urls as u`. */
const conditions: Record<CrawlList, RawBuilder<boolean>> = {
  all: sql`1 = 1`,
  unread: sql`u.kind = 'page' and u.report_id is null and u.failure is not null`,
  broken: sql`${isInternal} and ${isBroken}`,
  broken_external: sql`u.kind = 'external' and ${isBroken}`,
  redirecting: sql`${isInternal} and u.redirects_to is not null and u.inlinks > 0`,
  no_inlinks: sql`u.orphan = 'no_inlinks'`,
  unreachable: sql`u.orphan = 'unreachable'`,
  sitemap_only: sql`u.orphan = 'sitemap_only'`,
  by_script: sql`u.kind = 'page' and u.by_script = 1`,
  deep: sql`u.depth > ${sql.lit(deepClicks)} and u.kind <> 'skipped'`,
  blocked: sql`u.kind = 'blocked'`,
  skipped: sql`u.kind = 'skipped'`,
  sitemap_faults: sql`u.in_sitemap = 1 and (u.kind = 'blocked' or u.failure is not null or u.status >= 300
    or u.indexability not in ('indexable', 'unclear'))`,
  unlisted: sql`u.in_sitemap = 0 and u.indexability = 'indexable'`,
  unchecked: sql`u.kind in ('file', 'external') and u.status is null and not ${isBroken}`,
}

/** Targets of links, whose inlinks matter most. */
const byInlinks: ReadonlySet<CrawlList> = new Set(['broken', 'broken_external', 'redirecting', 'blocked'])
const withSamples: ReadonlySet<CrawlList> = new Set(['broken', 'broken_external'])

const orderOf = (list: CrawlList) => (byInlinks.has(list) ? sql`u.inlinks desc, u.url` : sql`u.url`)

const selectUrls = (db: Kysely<Schema>, crawlId: number) =>
  db
    .selectFrom('crawl_urls as u')
    .select(['u.target', 'u.url', 'u.kind', 'u.status', 'u.end_status', 'u.redirects_to', 'u.redirect_statuses'])
    .select(['u.failure', 'u.reason', 'u.robots_line', 'u.robots_rule', 'u.report_id', 'u.score', 'u.result'])
    .select(['u.indexability', 'u.indexing_code', 'u.depth', 'u.inlinks', 'u.orphan', 'u.in_sitemap', 'u.by_script'])
    .where('u.crawl_id', '=', crawlId)

/** A page that links to a URL, with the text of the link. */
export type LinkSample = { url: string; report_id: number | null; anchor: string }
export type CrawlUrlRecord = InferResult<ReturnType<typeof selectUrls>>[number] & { samples: LinkSample[] }

const maxSamples = 10

/** Returns one page of a list of a crawl's URLs. */
export async function listCrawlUrls(
  db: Kysely<Schema>,
  crawlId: number,
  { list, host, ...paging }: CrawlUrlQuery,
): Promise<ListResult<CrawlUrlRecord>> {
  const total = await countCrawlList(db, crawlId, list, host)
  const ofHost = host === null ? conditions.all : sql<boolean>`${hostOf(db)} = ${host}`
  const urls = selectUrls(db, crawlId).where(conditions[list]).where(ofHost).orderBy(orderOf(list))
  const { rows, ...counts } = await countedPage(urls, { total, ...paging }, (url) => url)
  const records: CrawlUrlRecord[] = []
  for (const row of rows)
    records.push({ ...row, samples: withSamples.has(list) ? await samplesOf(db, crawlId, row.target, maxSamples) : [] })
  return { rows: records, ...counts }
}

/** Returns the number of URLs in a list of a crawl, by default of all hosts. */
export async function countCrawlList(
  db: Kysely<Schema>,
  crawlId: number,
  list: CrawlList,
  host: string | null = null,
): Promise<number> {
  const { total } = await db
    .selectFrom('crawl_urls as u')
    .select(sql<number>`count(*)`.as('total'))
    .where('u.crawl_id', '=', crawlId)
    .where(conditions[list])
    .where(host === null ? conditions.all : sql<boolean>`${hostOf(db)} = ${host}`)
    .executeTakeFirstOrThrow()
  return total
}

/** Selects the host of a URL, with its port. Stored URLs have a path. */
const hostOf = (db: Kysely<Schema>) =>
  engineOf(db) === 'postgres'
    ? sql<string>`split_part(u.url, '/', 3)`
    : sql<string>`substr(u.url, instr(u.url, '//') + 2, instr(substr(u.url, instr(u.url, '//') + 2), '/') - 1)`

/** Returns one page of the hosts whose URLs a crawl didn't check, those with most of them first. */
export async function listUncheckedHosts(
  db: Kysely<Schema>,
  crawlId: number,
  paging: UncheckedHostQuery,
): Promise<ListResult<UncheckedHost>> {
  const unchecked = db.selectFrom('crawl_urls as u').where('u.crawl_id', '=', crawlId).where(conditions.unchecked)
  const { total } = await unchecked
    .select(sql<number>`count(distinct ${hostOf(db)})`.as('total'))
    .executeTakeFirstOrThrow()
  const isShared = sql`min(coalesce(u.failure, '')) = max(coalesce(u.failure, ''))`
  const hosts = unchecked
    .select(hostOf(db).as('host'))
    .select(sql<number>`cast(count(*) as integer)`.as('urls'))
    .select(sql<number>`cast(sum(u.inlinks) as integer)`.as('inlinks'))
    .select(sql<string | null>`case when ${isShared} then min(u.failure) end`.as('failure'))
    .select(sql<string | null>`case when ${isShared} then min(u.reason) end`.as('reason'))
    .groupBy(sql`1`)
    .orderBy(sql`2 desc, 1`)
  return countedPage(hosts, { total, ...paging }, (host) => host)
}

/** URLs that are read at once for a file. */
const batchSize = 100
/** The most links to one URL in a file. */
const maxLinks = 1_000

/** Returns all URLs of a list, for an export. Broken URLs have the pages that link to them. */
export async function allCrawlUrls(
  db: Kysely<Schema>,
  crawlId: number,
  list: CrawlList,
  signal: AbortSignal,
): Promise<WholeList<CrawlUrlRecord>> {
  const targets: number[] = []
  const sorted = db.selectFrom('crawl_urls as u').select('u.target').where('u.crawl_id', '=', crawlId)
  const query = sorted.where(conditions[list]).orderBy(orderOf(list))
  await eachRow(db, query.compile(), ({ target }) => targets.push(target), signal)
  async function* batches() {
    for (const batch of batchesOf(targets, batchSize)) {
      const rows = await selectUrls(db, crawlId).where('u.target', 'in', batch).execute()
      const byTarget = new Map(rows.map((row) => [row.target, row]))
      const records: CrawlUrlRecord[] = []
      for (const target of batch) {
        const row = byTarget.get(target)
        const samples = withSamples.has(list) ? await samplesOf(db, crawlId, target, maxLinks) : []
        if (row) records.push({ ...row, samples })
      }
      yield records
    }
  }
  return { total: targets.length, batches }
}

/** Returns pages that link to a broken URL. */
const samplesOf = (db: Kysely<Schema>, crawlId: number, target: number, limit: number): Promise<LinkSample[]> =>
  db
    .selectFrom('crawl_links as l')
    .innerJoin('crawl_urls as s', (on) => on.onRef('s.crawl_id', '=', 'l.crawl_id').onRef('s.target', '=', 'l.source'))
    .select(['s.url', 's.report_id', 'l.anchor'])
    .where('l.crawl_id', '=', crawlId)
    .where('l.target', '=', target)
    .orderBy('l.source')
    .limit(limit)
    .execute()
