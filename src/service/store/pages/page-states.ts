import { type Kysely, sql, type Transaction } from 'kysely'
import type { LaterFacts } from '#analyser/page-facts.ts'
import { noColumns, type PageIssue, sitemapCheck } from '#analyser/page-state.ts'
import { canBeIndexed, type Indexability } from '#contract/reports/indexability.ts'
import { batchesOf, databaseNow } from '../engine.ts'
import { readLatest } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { addLatest, changeCounters, lockWebsite, noChanges } from '../websites/website-counters.ts'
import { noLater, pageOf } from './later-state.ts'
import { separatingTransaction } from './link-targets.ts'
import { replaceIssues } from './page-issues.ts'
import { replaceLinks } from './page-links.ts'
import { deletePages, pageValues, type PageState, refreshPages, stateColumns, writeLatest } from './pages.ts'

/** Pages of one statement. */
const batchSize = 200

/** Yields the pages of a website that aren't gone, with what a crawl saw of them, in batches. */
export async function* pagesInCrawl(db: Kysely<Schema>, websiteId: number, crawlId: number) {
  for (let after = 0; ;) {
    const pages = await db
      .selectFrom('pages as p')
      .leftJoin('reports as r', 'r.id', 'p.latest_report_id')
      .leftJoin('crawl_urls as u', (on) => on.onRef('u.target', '=', 'p.target').on('u.crawl_id', '=', crawlId))
      .select(['p.id', 'p.url', 'p.target', 'p.latest_report_id as report_id', 'p.is_kept', 'r.indexability'])
      .select('r.indexing_code')
      .select([
        'r.status as own_status',
        'r.later_at',
        'r.later_facts',
        'u.kind as seen',
        'u.report_id as read_report_id',
      ])
      .select(['u.status', 'u.failure', 'u.robots_line', 'u.robots_rule'])
      .where('p.website_id', '=', websiteId)
      .where('p.gone_at', 'is', null)
      .where('p.id', '>', after)
      .orderBy('p.id')
      .limit(batchSize)
      .execute()
    const last = pages.at(-1)
    if (!last) return
    yield pages
    after = last.id
  }
}

export type PageInCrawl = Awaited<ReturnType<ReturnType<typeof pagesInCrawl>['next']>>['value'] extends infer Batch
  ? Batch extends readonly (infer Page)[]
    ? Page
    : never
  : never

/** Returns those of some pages that an earlier crawl of their website found. */
export async function foundBefore(
  db: Kysely<Schema>,
  { website_id, job_id, targets }: { website_id: number; job_id: number; targets: readonly number[] },
): Promise<Set<number>> {
  if (targets.length === 0) return new Set()
  const rows = await db
    .selectFrom('crawl_urls as u')
    .innerJoin('crawls as c', 'c.id', 'u.crawl_id')
    .select('u.target')
    .distinct()
    .where('c.website_id', '=', website_id)
    .where('c.id', '<', job_id)
    .where('u.target', 'in', targets)
    .where('u.kind', 'in', ['page', 'blocked'])
    .execute()
  return new Set(rows.map(({ target }) => target))
}

/** A state that a crawl found, by the facts that it found. */
export type LaterState = { facts: LaterFacts; score: number; state: PageState }

/**
 * Sets the state of a page that a crawl found after its latest report, or goes back to that of the report. Without a
 * new report, the page, the website's counters and its issues change. Does nothing if there is a newer report.
 */
export async function storeLater(
  db: Kysely<Schema>,
  { website_id, report_id }: { website_id: number; report_id: number },
  later: LaterState | null,
  holdStep: (tx: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  await separatingTransaction(db, async (tx) => {
    if (!(await lockWebsite(tx, website_id))) return
    const current = await tx
      .selectFrom('reports')
      .select(stateColumns)
      .where('id', '=', report_id)
      .where('latest', '=', 1)
      .executeTakeFirst()
    if (current) {
      const now = await databaseNow(tx)
      const columns = later ? columnsOf(later, now) : noLater
      const counters = noChanges()
      addLatest(counters, current, -1)
      addLatest(counters, { ...current, ...columns }, 1)
      await tx.updateTable('reports').set(columns).where('id', '=', report_id).execute()
      await changeCounters(tx, website_id, counters)
      await refreshPages(tx, [current.page_id])
      const found = later ? later.state : await latestOfReport(tx, report_id)
      const { issues, links, columns: ofPage } = found
      const page = { page_id: current.page_id, website_id, issues, links, columns: ofPage, since: now.slice(0, 10) }
      await writeLatest(tx, [page])
      if (later && isLost(pageOf(current).indexability, later.state.indexability)) await queueAgain(tx, report_id)
    }
    await holdStep(tx)
  })
}

const isLost = (before: Indexability | null, now: Indexability | null) =>
  canBeIndexed(before) && now !== null && !canBeIndexed(now)

const columnsOf = ({ facts, score, state }: LaterState, now: string) => ({
  later_at: now,
  later_indexability: state.indexability,
  later_code: state.indexing_code,
  later_issue: state.main_issue,
  later_status: facts.status ?? null,
  later_score: state.page_score ?? score,
  later_facts: JSON.stringify(facts),
})

/** The report may wait for alerts already, then both are seen at once. */
async function queueAgain(tx: Transaction<Schema>, report_id: number) {
  const rule = await tx.selectFrom('alert_rules').select('id').limit(1).executeTakeFirst()
  const queue = tx.insertInto('alert_queue').values({ report_id })
  if (rule) await queue.onConflict((conflict) => conflict.column('report_id').doNothing()).execute()
}

async function latestOfReport(tx: Transaction<Schema>, report_id: number) {
  const packed = tx.selectFrom('report_payloads').select(['evaluation', 'facts']).where('report_id', '=', report_id)
  return readLatest(await packed.executeTakeFirstOrThrow())
}

/** Safety limit: URLs without a page that one crawl adds because robots.txt forbids them. */
const maxForbidden = 1_000

/** Returns the URLs that robots.txt forbids to a crawl and that no report is of, those with the most inlinks first. */
export async function forbiddenUrls(db: Kysely<Schema>, websiteId: number, crawlId: number): Promise<string[]> {
  const urls = await db
    .selectFrom('crawl_urls as u')
    .leftJoin('pages as p', (on) => on.onRef('p.target', '=', 'u.target').on('p.website_id', '=', websiteId))
    .select('u.url')
    .where('u.crawl_id', '=', crawlId)
    .where('u.kind', '=', 'blocked')
    .where('u.failure', '=', 'robots')
    .where((eb) => eb.or([eb('p.id', 'is', null), eb('p.latest_report_id', '=', 0)]))
    .orderBy('u.inlinks', 'desc')
    .orderBy('u.url')
    .limit(maxForbidden)
    .execute()
  return urls.map(({ url }) => url)
}

/** A page that a crawl found and that gave no report, with the code of the failure. */
export type UnreadPage = { url: string; status: number | null; failure: string; depth: number | null }

/** Stores pages without a report whose state is known, unless they have one from before. */
export async function storeUnreadPages(
  tx: Transaction<Schema>,
  { website_id, job_id }: { website_id: number; job_id: number },
  unread: readonly UnreadPage[],
): Promise<void> {
  if (unread.length === 0) return
  const created_at = await databaseNow(tx)
  const rows = unread.flatMap(({ url, status, failure, depth }) => {
    const found = stateOf(status, failure)
    if (found === null) return []
    const values = pageValues(tx, { website_id, url, score: 0, result: 'bad', created_at })
    return { ...values, ...found, status, unread: failure, crawl_id: job_id, click_depth: depth }
  })
  for (const batch of batchesOf(rows, batchSize))
    await tx
      .insertInto('pages')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(['website_id', 'url_key'])
          .doUpdateSet(({ ref }) => ({
            indexability: ref('excluded.indexability'),
            main_issue: ref('excluded.main_issue'),
            status: ref('excluded.status'),
            unread: ref('excluded.unread'),
            crawl_id: ref('excluded.crawl_id'),
            click_depth: ref('excluded.click_depth'),
            changed_at: sql<string>`case when pages.unread = excluded.unread
              and pages.status is not distinct from excluded.status then pages.changed_at else excluded.changed_at end`,
          }))
          .where('pages.latest_report_id', '=', 0),
      )
      .execute()
}

/** Errors and robots.txt decide. Null if the page can't be reached now, which tells nothing. */
function stateOf(
  status: number | null,
  failure: string,
): { indexability: Indexability; main_issue: string | null } | null {
  if (failure === 'robots') return { indexability: 'blocked', main_issue: 'robots-blocked' }
  if (status !== null && status >= 400) return { indexability: 'blocked', main_issue: 'http-status' }
  const isRedirect = failure === 'redirect_loop' || failure === 'too_many_redirects'
  return isRedirect ? { indexability: 'redirect', main_issue: null } : null
}

/** A page without a report has no score that an issue could lower. */
const listedInVain: PageIssue = { check: sitemapCheck, outcome: 'warn', points: 0, counted: true, causes: [] }

/**
 * Gives the pages without a report that a crawl found in a sitemap their issue, and takes it from those that no sitemap
 * lists any more. The others keep what an earlier crawl found.
 */
export async function storeListedUnread(
  db: Kysely<Schema>,
  { website_id, job_id }: { website_id: number; job_id: number },
  holdStep: (tx: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  const storeBatch = async (tx: Transaction<Schema>, after: number) => {
    if (!(await lockWebsite(tx, website_id))) return undefined
    const pages = await tx
      .selectFrom('pages as p')
      .innerJoin('crawl_urls as u', (on) => on.onRef('u.target', '=', 'p.target').on('u.crawl_id', '=', job_id))
      .select(['p.id', 'u.in_sitemap'])
      .where('p.website_id', '=', website_id)
      .where('p.latest_report_id', '=', sql.lit(0))
      .where('u.in_sitemap', 'is not', null)
      .where('p.id', '>', after)
      .orderBy('p.id')
      .limit(batchSize)
      .execute()
    const since = (await databaseNow(tx)).slice(0, 10)
    const found = pages.map(({ id, in_sitemap }) => ({
      page_id: id,
      website_id,
      since,
      links: [],
      columns: { ...noColumns, in_sitemap },
      issues: in_sitemap === 1 ? [listedInVain] : [],
    }))
    await writeLatest(tx, found)
    await holdStep(tx)
    return pages.at(-1)?.id
  }
  for (let last: number | undefined = 0; last !== undefined;) {
    const after: number = last
    last = await db.transaction().execute((tx) => storeBatch(tx, after))
  }
}

/**
 * Sets pages apart as gone: they leave the lists of pages, averages and issues, and keep their reports. Pages without a
 * report are deleted. Returns the number of pages.
 */
export async function setGone(tx: Transaction<Schema>, websiteId: number, ids: readonly number[]): Promise<number> {
  const pages = await pagesOf(tx, websiteId, ids, false)
  const unread = pages.flatMap(({ id, latest_report_id }) => (latest_report_id === 0 ? [id] : []))
  if (unread.length > 0) await deletePages(tx, unread)
  const read = pages.filter(({ latest_report_id }) => latest_report_id > 0).map(({ id }) => id)
  if (read.length === 0) return pages.length
  const reports = await tx
    .updateTable('reports')
    .set({ latest: 0 })
    .where('page_id', 'in', read)
    .where('latest', '=', 1)
    .returning(stateColumns)
    .execute()
  const counters = noChanges()
  for (const report of reports) addLatest(counters, report, -1)
  await changeCounters(tx, websiteId, counters)
  await tx
    .updateTable('pages')
    .set({ gone_at: await databaseNow(tx), is_kept: null, indexability: null, issues: 0 })
    .set({ crawl_id: null, click_depth: null, orphan: null })
    .where('id', 'in', read)
    .execute()
  const bare = read.map((page_id) => ({ page_id, website_id: websiteId, issues: [], links: [] }))
  await replaceIssues(tx, bare)
  await replaceLinks(tx, bare)
  return pages.length
}

/** Puts pages that are gone back, with the state of their latest reports, until a crawl finds them again. */
export async function restoreGone(tx: Transaction<Schema>, websiteId: number, ids: readonly number[]): Promise<number> {
  const pages = await pagesOf(tx, websiteId, ids, true)
  if (pages.length === 0) return 0
  const reportIds = pages.map(({ latest_report_id }) => latest_report_id)
  const reports = await tx
    .updateTable('reports')
    .set({ latest: 1, ...noLater })
    .where('id', 'in', reportIds)
    .returning(stateColumns)
    .execute()
  const counters = noChanges()
  for (const report of reports) addLatest(counters, report, 1)
  await changeCounters(tx, websiteId, counters)
  const found = pages.map(({ id }) => id)
  await tx.updateTable('pages').set({ gone_at: null, is_kept: 1 }).where('id', 'in', found).execute()
  await refreshPages(tx, found)
  for (const { id, page_id } of reports)
    await writeLatest(tx, [{ page_id, website_id: websiteId, ...(await latestOfReport(tx, id)) }])
  return pages.length
}

/** Returns those of some pages that belong to a website, and are gone or not. */
const pagesOf = (tx: Transaction<Schema>, websiteId: number, ids: readonly number[], areGone: boolean) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('pages')
        .select(['id', 'latest_report_id'])
        .where('website_id', '=', websiteId)
        .where('id', 'in', ids)
        .where('gone_at', areGone ? 'is not' : 'is', null)
        .orderBy('id')
        .execute()
