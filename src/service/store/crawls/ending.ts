import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { PageLink } from '#analyser/page-state.ts'
import { type Rating, ratingOf } from '#contract/reports/rating.ts'
import { isOrphan, type PagePlace } from '#contract/websites/crawls.ts'
import { queueForAlerts } from '../alerts/rules.ts'
import { batchesOf, databaseNow } from '../engine.ts'
import { linkTarget, refuseCollision, separatingTransaction } from '../pages/link-targets.ts'
import { type PageState, ReportChanges, stateColumns, writePageState } from '../pages/pages.ts'
import { readEvaluation } from '../reports/report-payloads.ts'
import type { Schema } from '../schema.ts'
import { addLatest, addReport, changeCounters, lockWebsite, noChanges } from '../websites/website-counters.ts'
import type { CrawlUrlsTable, StoredIssues } from './crawls.ts'
import { unknownPage } from './recording.ts'

/** Rows of one statement. */
const batchSize = 500

/** Yields the URLs that a crawl saw, in batches. */
export async function* urlsOfCrawl(db: Kysely<Schema>, crawlId: number) {
  for (let after = -1; ;) {
    const urls = await db
      .selectFrom('crawl_urls')
      .select(['target', 'kind', 'status', 'redirects_to', 'redirect_statuses'])
      .where('crawl_id', '=', crawlId)
      .where('target', '>', after)
      .orderBy('target')
      .limit(batchSize)
      .execute()
    const last = urls.at(-1)
    if (!last) return
    yield urls
    after = last.target
  }
}

/** Returns the packed links of pages of a crawl, in no order. */
export async function outlinksOfPages(
  db: Kysely<Schema>,
  crawlId: number,
  targets: readonly number[],
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('crawl_outlinks')
    .select('links')
    .where('crawl_id', '=', crawlId)
    .where('target', 'in', targets)
    .execute()
  return rows.map(({ links }) => links)
}

/** Returns the next targets of links that were not asked yet. */
export const uncheckedTargets = (db: Kysely<Schema>, crawlId: number, limit: number) =>
  db
    .selectFrom('crawl_urls')
    .select(['target', 'url'])
    .where('crawl_id', '=', crawlId)
    .where('checked', '=', sql.lit<0>(0))
    .limit(limit)
    .execute()

/** The answer to a URL. `redirects` are the responses before the last one. */
export type Answer = {
  target: number
  outcome: 'answered' | 'failed' | 'not-asked'
  reason: string | null
  reasonCode: string | null
  redirects: readonly { status: number }[]
  finalUrl: string | null
  status: number | null
}

/** Stores the answers to targets of links. */
export async function storeAnswers(tx: Transaction<Schema>, crawlId: number, answers: readonly Answer[]) {
  for (const { target, outcome, reason, reasonCode, redirects, finalUrl, status } of answers)
    await tx
      .updateTable('crawl_urls')
      .set({
        checked: 1,
        status: redirects[0]?.status ?? status,
        end_status: status,
        redirects_to: redirects.length > 0 ? finalUrl : null,
        redirect_statuses: redirects.length > 0 ? redirects.map((hop) => hop.status).join(', ') : null,
        failure: outcome === 'answered' ? null : (reasonCode ?? 'unreadable'),
        reason: outcome === 'answered' ? null : reason,
      })
      .where('crawl_id', '=', crawlId)
      .where('target', '=', target)
      .execute()
}

/** Stores the reason for not asking the other targets of links. Returns false if there are none. */
export async function leaveUnasked(
  tx: Transaction<Schema>,
  crawlId: number,
  { failure, reason }: { failure: string; reason: string },
): Promise<boolean> {
  const left = (await uncheckedTargets(tx, crawlId, batchSize)).map(({ target }) => target)
  if (left.length === 0) return false
  await tx
    .updateTable('crawl_urls')
    .set({ checked: 1, failure, reason })
    .where('crawl_id', '=', crawlId)
    .where('target', 'in', left)
    .execute()
  return true
}

const answerColumns = [
  'target',
  'url',
  'kind',
  'status',
  'end_status',
  'redirects_to',
  'redirect_statuses',
  'failure',
  'reason',
] as const

/** Returns what a crawl knows of URLs, by `linkTarget`. */
export async function answersOf(db: Kysely<Schema>, crawlId: number, targets: readonly number[]) {
  const rows = targets.length === 0 ? [] : await selectAnswers(db, crawlId).where('target', 'in', targets).execute()
  return new Map(rows.map((row) => [row.target, row]))
}

const selectAnswers = (db: Kysely<Schema>, crawlId: number) =>
  db.selectFrom('crawl_urls').select(answerColumns).where('crawl_id', '=', crawlId)

export type StoredAnswer = Awaited<ReturnType<ReturnType<typeof selectAnswers>['execute']>>[number]

/** A report whose links are checked when its crawl ends. */
export type PendingReport = { id: number; website_id: number; url: string; facts: Buffer }

/** Returns the next reports after an ID that wait for the end of a crawl. */
export const pendingReports = (
  db: Kysely<Schema>,
  crawlId: number,
  after: number,
  limit: number,
): Promise<PendingReport[]> =>
  db
    .selectFrom('reports as r')
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .innerJoin('websites as w', 'w.id', 'r.website_id')
    .select(['r.id', 'r.website_id', 'r.url', 'p.facts'])
    .where('r.pending_crawl_id', '=', crawlId)
    .where('r.id', '>', after)
    .where('w.deleted_at', 'is', null)
    .orderBy('r.id')
    .limit(limit)
    .execute()

/** Returns the packed facts of a page of a crawl, by its `linkTarget`; undefined without a report. */
export async function factsInCrawl(db: Kysely<Schema>, crawlId: number, target: number): Promise<Buffer | undefined> {
  const page = await db
    .selectFrom('crawl_urls as u')
    .innerJoin('report_payloads as p', 'p.report_id', 'u.report_id')
    .select('p.facts')
    .where('u.crawl_id', '=', crawlId)
    .where('u.target', '=', target)
    .executeTakeFirst()
  return page?.facts
}

/** A report with its links checked. Payloads are packed, and `content` is JSON of `CrawledContent`. */
export type CompletedReport = {
  id: number
  website_id: number
  url: string
  score: number
  result: Rating
  ruleset: number
  evaluation: Buffer
  facts: Buffer
  state: PageState
  content: string | null
  brokenExternal: readonly PageLink[]
}

/**
 * Replaces a report by the one with its links checked: its payload, score and page, the website's counters, and what
 * the crawl lists of it. It is then checked for alerts. Does nothing if the report was deleted, or is complete.
 * @param holdStep keeps the lease of the crawl's last step, or throws
 */
export async function completeReport(
  db: Kysely<Schema>,
  crawlId: number,
  report: CompletedReport,
  holdStep: (tx: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  const { id, website_id, score, result, ruleset, evaluation, facts, state } = report
  await separatingTransaction(db, async (tx) => {
    if (!(await lockWebsite(tx, website_id))) return
    const current = await tx
      .selectFrom('reports')
      .select(stateColumns)
      .where('id', '=', id)
      .where('pending_crawl_id', '=', crawlId)
      .executeTakeFirst()
    if (current) {
      const counters = noChanges()
      const changes = new ReportChanges(tx)
      const complete = { ruleset, pending_crawl_id: null }
      await changes.apply(current, () => writePageState(tx, current, { score, result, state }, complete))
      await tx.updateTable('report_payloads').set({ evaluation, facts }).where('report_id', '=', id).execute()
      addReport(counters, current, -1)
      addReport(counters, { result, score }, 1)
      if (current.latest === 1) {
        addLatest(counters, current, -1)
        addLatest(counters, { ...current, ...state, result, score }, 1)
      }
      await changeCounters(tx, website_id, counters)
      await changes.finish()
      await recordCompleted(tx, crawlId, report)
      await queueForAlerts(tx, id)
    }
    await holdStep(tx)
  })
}

/** Stores what a crawl lists of a page with its links checked. */
async function recordCompleted(tx: Transaction<Schema>, crawlId: number, report: CompletedReport) {
  const { url, state, evaluation, content, brokenExternal } = report
  const source = linkTarget(tx, url)
  const { indexability, indexing_code, issues, links } = state
  const score = state.page_score ?? report.score
  const { results } = readEvaluation(evaluation)
  const stored: StoredIssues = {}
  for (const { check, outcome } of issues) stored[check] = [outcome, results[check]?.evidence_total ?? null]
  for (const [check, { outcome }] of Object.entries(results))
    if (outcome === 'unknown' || outcome === 'error') stored[check] = 'unknown'
  await tx
    .updateTable('crawl_urls')
    .set({ score, result: ratingOf(score), indexability, indexing_code, content, issues: JSON.stringify(stored) })
    .where('crawl_id', '=', crawlId)
    .where('target', '=', source)
    .execute()
  const broken = [...links.filter(({ isBroken }) => isBroken), ...brokenExternal]
  const rows = new Map(broken.map((link) => [linkTarget(tx, link.url), link]))
  for (const { url: to } of broken) refuseCollision(rows.get(linkTarget(tx, to))?.url ?? to, to)
  for (const batch of batchesOf([...rows], batchSize))
    await tx
      .insertInto('crawl_links')
      .values(batch.map(([target, { anchor }]) => ({ crawl_id: crawlId, target, source, anchor: anchor ?? '' })))
      .onConflict((conflict) => conflict.columns(['crawl_id', 'target', 'source']).doNothing())
      .execute()
}

/** Ends the wait of a report whose links can't be checked. */
export async function releaseReport(
  db: Kysely<Schema>,
  crawlId: number,
  { id, website_id }: Pick<PendingReport, 'id' | 'website_id'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockWebsite(tx, website_id))) return
    const released = await tx
      .updateTable('reports')
      .set({ pending_crawl_id: null })
      .where('id', '=', id)
      .where('pending_crawl_id', '=', crawlId)
      .executeTakeFirst()
    if (released.numUpdatedRows === 1n) await queueForAlerts(tx, id)
  })
}

/** A URL's place in a crawl. */
export type PlaceOfUrl = {
  target: number
  depth: number | null
  inlinks: number
  orphan: PagePlace | null
  in_sitemap: 0 | 1 | null
  by_script: 1 | null
}

/** Stores the places of URLs in a crawl, each batch in a transaction of its own. */
export async function storePlacesOfUrls(
  db: Kysely<Schema>,
  crawlId: number,
  places: readonly PlaceOfUrl[],
  holdStep: (tx: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  for (const batch of batchesOf(places, batchSize)) {
    const rows = batch.map(
      ({ target, depth, inlinks, orphan, in_sitemap, by_script }) =>
        sql`(cast(${target} as bigint), cast(${depth} as integer), cast(${inlinks} as integer),
          cast(${isOrphan(orphan) ? orphan : null} as text), cast(${in_sitemap} as integer),
          cast(${by_script} as integer))`,
    )
    await db.transaction().execute(async (tx) => {
      await sql`with places (target, depth, inlinks, orphan, in_sitemap, by_script) as (values ${sql.join(rows)})
        update crawl_urls set depth = places.depth, inlinks = places.inlinks, orphan = places.orphan,
          in_sitemap = places.in_sitemap, by_script = places.by_script
        from places where crawl_urls.crawl_id = ${crawlId} and crawl_urls.target = places.target`.execute(tx)
      await holdStep(tx)
    })
    await yieldToEventLoop()
  }
}

/**
 * A page that gave no report, with the code of its failure. `status` is that of the URL itself. One that answered with
 * an error has no failure, like those with a report.
 */
export type UnreadPage = { url: string; reason: string } & Pick<
  CrawlUrlsTable,
  'status' | 'end_status' | 'failure' | 'indexability' | 'indexing_code'
>

/** Stores the pages of a crawl that gave no report. A report of an earlier try stays. */
export async function storeUnread(tx: Transaction<Schema>, crawlId: number, pages: readonly UnreadPage[]) {
  if (pages.length === 0) return
  const targets = pages.map(({ url }) => linkTarget(tx, url))
  const seen = await answersOf(tx, crawlId, targets)
  for (const { url } of pages) refuseCollision(seen.get(linkTarget(tx, url))?.url ?? url, url)
  const rows = pages.map(({ url, ...answer }) => ({
    ...unknownPage,
    ...({ crawl_id: crawlId, target: linkTarget(tx, url), url, kind: 'page', checked: 1, ...answer } as const),
    robots_line: null,
    robots_rule: null,
  }))
  await tx
    .insertInto('crawl_urls')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['crawl_id', 'target'])
        .doUpdateSet(({ ref }) => ({
          ...({ kind: 'page', checked: 1 } as const),
          status: ref('excluded.status'),
          end_status: ref('excluded.end_status'),
          failure: ref('excluded.failure'),
          reason: ref('excluded.reason'),
          indexability: ref('excluded.indexability'),
          indexing_code: ref('excluded.indexing_code'),
        }))
        .where('crawl_urls.report_id', 'is', null),
    )
    .execute()
}

export type CrawlEnd = { state: 'done' | 'failed' | 'cancelled'; figures: string | null; ruleset: number }

/** Stores that a crawl has ended. Call it before the work on its job ends, whose row is locked last. */
export const storeCrawlEnd = async (tx: Transaction<Schema>, crawlId: number, end: CrawlEnd) =>
  tx
    .updateTable('crawls')
    .set({ ...end, finished_at: await databaseNow(tx) })
    .where('id', '=', crawlId)
    .execute()
