import type { Generated, GeneratedAlways, InferResult, Kysely, Selectable, Transaction } from 'kysely'
import type { AmongPages, Fingerprints, PageFacts } from '#analyser/page-facts.ts'
import { noColumns, pageColumns, pageIssues, pageLinks, pageState } from '#analyser/page-state.ts'
import type { ReportChange } from '#contract/lists/list-query.ts'
import type { Indexability, IndexingCode } from '#contract/reports/indexability.ts'
import { type Rating, ratingOf } from '#contract/reports/rating.ts'
import type { Engine } from '#contract/reports/rendering.ts'
import { urlKey } from '#contract/url-key.ts'
import { queueForAlerts } from '../alerts/rules.ts'
import { engineOf } from '../engine.ts'
import { fieldOf, fieldScope } from '../google/field-data.ts'
import { isReportInScope } from '../lists/filters.ts'
import type { Scope } from '../lists/scope.ts'
import { searchTextOfTitle, searchTextOfUrl } from '../lists/search-text.ts'
import { type LaterColumns, laterColumns, noLater, pageOf } from '../pages/later-state.ts'
import { separatingTransaction } from '../pages/link-targets.ts'
import { addPage, addToPage, type PageState, refreshPages, writeFirst, writeLatest } from '../pages/pages.ts'
import type { Schema } from '../schema.ts'
import { addLatest, addReport, changeCounters, noChanges, websiteOfDomain } from '../websites/website-counters.ts'
import { pack, readFacts, readPayload, type ReportPayload, type StoredEvaluation } from './report-payloads.ts'
import { addScreenshot, deleteOlderScreenshots, type NewScreenshot } from './screenshots.ts'

export type ReportsTable = {
  id: GeneratedAlways<number>
  website_id: number
  url: string
  search_text: string
  title: string | null
  /** The folded title; empty without one. */
  title_text: string
  score: number
  result: Rating
  engine: string
  ruleset: number
  title_hash: string | null
  description_hash: string | null
  body_hash: string | null
  body_shape: string | null
  /** The key of the final URL after redirects; null if it is `url`. */
  page_url: string | null
  /** 1 for the latest report of its page, which is the one with the highest ID. */
  latest: Generated<0 | 1>
  page_id: number
  /** The score of the report before it of the same page; null if there is none. */
  previous_score: number | null
  /** The status of the URL itself: 301 if it redirects. Null until reports from before the column are rescored. */
  status: Generated<number | null>
  /** The end of its redirects. Null if it doesn't redirect. */
  redirects_to: Generated<string | null>
  /** The statuses of its redirects: "301, 302". Null if it doesn't redirect. */
  redirect_statuses: Generated<string | null>
  indexability: Indexability | null
  previous_indexability: Indexability | null
  /** The reason for the indexability. Null until reports from before the column are rescored. */
  indexing_code: Generated<IndexingCode | null>
  /** The URL that Google will index instead. Null without one. */
  indexed_url: Generated<string | null>
  /** The ID of the check that explains `indexability`, or of the worst issue. */
  main_issue: string | null
  /** The score of the page within its website, of which other pages are a part. Null if it is `score`. */
  page_score: Generated<number | null>
  /** The number of failed checks and warnings. */
  to_fix: number
  /** The running crawl at whose end its links are checked. Null otherwise. */
  pending_crawl_id: Generated<number | null>
  /** Computed by the database; null if the score is the same. */
  changed: GeneratedAlways<Exclude<ReportChange, 'not_indexable'> | null>
  /** The score when the report was made; null if it was never rescored. */
  first_score: number | null
  /** The time of the last rescoring; null if never. */
  rescored_at: string | null
  /** The introduction of its client report. Null for that of the brand. */
  introduction: Generated<string | null>
  created_at: string
  /** Of its page, if this is the latest report: the state, the one before, and the score. Computed by the database. */
  page_indexability: GeneratedAlways<Indexability | null>
  page_was: GeneratedAlways<Indexability | null>
  shown_score: GeneratedAlways<number | null>
  shown_score_up: GeneratedAlways<number>
  shown_score_down: GeneratedAlways<number>
} & LaterColumns

export type DeletedReportsTable = {
  id: number
  url: string
  website_id: number
  deleted_at: string
  /** What a restore writes back, as JSON. Null once the report can't be restored. */
  restorable: string | null
  /** The entry of the activity about the deletion. */
  audit_id: Generated<number | null>
}

/** The columns of a {@link ReportRecord}, by the aliases of {@link selectReports}. */
export const reportColumns = [
  'r.id',
  'r.website_id',
  'r.page_id',
  'w.domain',
  'r.url',
  'r.title',
  'r.score',
  'r.result',
  'r.engine',
  'r.ruleset',
  'r.previous_score',
  'r.latest',
  'r.status',
  'r.redirects_to',
  'r.redirect_statuses',
  'r.indexability',
  'r.indexing_code',
  'r.indexed_url',
  'r.main_issue',
  'r.page_score',
  'r.shown_score',
  'r.later_at',
  'r.later_indexability',
  'r.later_code',
  'r.later_issue',
  'r.later_status',
  'r.later_score',
  'r.created_at',
  'g.clicks',
  'g.impressions',
  'g.position',
  'g.clicks_change',
  'x.google_index',
  'f.lcp',
  'f.inp',
  'f.cls',
  fieldScope,
] as const

export const selectReports = (db: Kysely<Schema>) =>
  db
    .selectFrom('reports as r')
    .innerJoin('websites as w', 'w.id', 'r.website_id')
    .innerJoin('pages as g', 'g.id', 'r.page_id')
    .leftJoin('field_data as f', (join) => join.on('f.id', '=', fieldOf('g')))
    .leftJoin('page_inspections as x', 'x.page_id', 'g.id')
    .select(reportColumns)

/** `previous_score` is that of the report before it of the same page; null if there is none. */
export type ReportRecord = InferResult<ReturnType<typeof selectReports>>[number]

/** A report of a list. In a list of pages, it has their state, and no score if they have none. */
export type ListedReport = Omit<ReportRecord, 'score' | 'result'> & { score: number | null; result: Rating | null }

export const asReport = (report: ReportRecord): ListedReport => report

/** Returns a latest report with the state of its page. */
export function asPage(report: ReportRecord): ListedReport {
  const { later_at, later_code, later_issue, shown_score: score } = report
  const { status, indexability } = pageOf(report)
  const hasOther = later_at !== null
  return {
    ...report,
    score,
    result: score === null ? null : ratingOf(score),
    previous_score: score === null ? null : report.previous_score,
    status,
    indexability,
    ...(hasOther && { indexing_code: later_code, main_issue: later_issue, indexed_url: null }),
    ...(hasOther && { redirects_to: null, redirect_statuses: null }),
  }
}

export async function findReport(db: Kysely<Schema>, id: number, scope: Scope): Promise<ReportRecord | undefined> {
  if (scope.kind === 'none') return undefined
  return selectReports(db)
    .where('r.id', '=', id)
    .where('w.deleted_at', 'is', null)
    .where(isReportInScope(scope, engineOf(db)))
    .executeTakeFirst()
}

/** Returns a report with the number of its checks to fix. */
export async function findReportToPreview(db: Kysely<Schema>, id: number, scope: Scope) {
  if (scope.kind === 'none') return undefined
  return selectReports(db)
    .select('r.to_fix')
    .where('r.id', '=', id)
    .where('w.deleted_at', 'is', null)
    .where(isReportInScope(scope, engineOf(db)))
    .executeTakeFirst()
}

/** The score when the report was made and the time of its last rescoring; both null if it was never rescored. */
export type Rescoring = Pick<Selectable<ReportsTable>, 'first_score' | 'rescored_at'>
export const neverRescored: Rescoring = { first_score: null, rescored_at: null }

export type WholeReport = { record: ReportRecord; payload: ReportPayload; rescoring: Rescoring }

export type PackedReportRecord = ReportRecord & Rescoring & { evaluation: Buffer; facts: Buffer }

/** Returns a report with its payload as it is stored, so that a thread can unpack it. */
export async function findPackedReport(
  db: Kysely<Schema>,
  id: number,
  scope: Scope,
): Promise<PackedReportRecord | undefined> {
  if (scope.kind === 'none') return undefined
  return selectReports(db)
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .select(['p.evaluation', 'p.facts', 'r.first_score', 'r.rescored_at'])
    .where('r.id', '=', id)
    .where('w.deleted_at', 'is', null)
    .where(isReportInScope(scope, engineOf(db)))
    .executeTakeFirst()
}

/**
 * Returns a report with its payload, by one query, since it can be rescored at any time. Throws on an unreadable
 * payload.
 */
export async function findWholeReport(db: Kysely<Schema>, id: number, scope: Scope): Promise<WholeReport | undefined> {
  const row = await findPackedReport(db, id, scope)
  if (!row) return undefined
  const { evaluation, facts, first_score, rescored_at, ...record } = row
  return { record, payload: readPayload({ evaluation, facts }), rescoring: { first_score, rescored_at } }
}

export type NewReport = {
  url: string
  /** Final URL after redirects; `url` by default. */
  page_url?: string
  domain: string
  title: string | null
  score: number
  result: Rating
  engine: Engine
  ruleset: number
  fingerprints: Fingerprints
  state: PageState
  evaluation: StoredEvaluation
  facts: PageFacts
  screenshot?: NewScreenshot | null
  /** The running crawl at whose end its links are checked. */
  pending_crawl_id?: number | null
  created_at: string
}

/** Returns the columns that the state of its page decides. */
export const stateValues = ({ columns: _, issues: __, links: ___, ...state }: PageState) => state

/** Returns the row of a new report. */
export function reportValues(report: Omit<NewReport, 'evaluation' | 'facts' | 'screenshot'>, websiteId: number) {
  const {
    url,
    page_url: finalUrl = url,
    title,
    score,
    result,
    engine,
    ruleset,
    fingerprints,
    state,
    pending_crawl_id = null,
    created_at,
  } = report
  const page_url = urlKey(finalUrl)
  return {
    website_id: websiteId,
    url,
    search_text: searchTextOfUrl(url),
    title,
    title_text: searchTextOfTitle(title),
    score,
    result,
    engine,
    ruleset,
    title_hash: fingerprints.title,
    description_hash: fingerprints.description,
    body_hash: fingerprints.body,
    body_shape: fingerprints.bodyShape,
    page_url: page_url === url ? null : page_url,
    ...stateValues(state),
    pending_crawl_id,
    created_at,
  }
}

/** Writes more in the transaction of a new report. A throw rolls the report back. */
export type WithReport = (tx: Transaction<Schema>, record: ReportRecord, isNewWebsite: boolean) => Promise<void>

/**
 * Stores a report, its payload and screenshot, its page and the website's counters in one transaction. The first
 * report of a domain creates its website. The latest report of a page is the one with the highest ID, even if a clock
 * was set back.
 */
export async function createReport(
  db: Kysely<Schema>,
  report: NewReport,
  withReport: WithReport = async () => {},
): Promise<ReportRecord> {
  const { url, domain, created_at, state } = report
  const packed = { evaluation: pack(report.evaluation), facts: pack(report.facts) }
  return separatingTransaction(db, async (tx) => {
    const { id: websiteId, isNew: isNewWebsite } = await websiteOfDomain(tx, domain, created_at)
    const before = await latestOf(tx, websiteId, url)
    if (before) await setLatest(tx, before.id, 0)
    const values = reportValues(report, websiteId)
    const { page_id: pageId, isNew } = before ? { ...before, isNew: false } : await addPage(tx, values)
    const previous = { previous_score: before?.score ?? null, previous_indexability: before?.indexability ?? null }
    const row = { ...values, ...previous, page_id: pageId, latest: 1 } as const
    const { id } = await tx.insertInto('reports').values(row).returning('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('report_payloads')
      .values({ report_id: id, ...packed })
      .execute()
    if (report.screenshot) await addScreenshot(tx, { report_id: id, page_id: pageId }, report.screenshot)
    if (before) await deleteOlderScreenshots(tx, pageId, before.id)
    const changes = noChanges()
    addReport(changes, report, 1)
    addLatest(changes, row, 1)
    if (before?.latest === 1) addLatest(changes, before, -1)
    await changeCounters(tx, websiteId, changes)
    await addToPage(tx, pageId, id, row)
    // Its last change was that of the crawl.
    if (before?.later_at) await refreshPages(tx, [pageId])
    const { issues, links, columns } = state
    const page = { page_id: pageId, website_id: websiteId, issues, links, columns, since: created_at.slice(0, 10) }
    await (isNew ? writeFirst(tx, [page]) : writeLatest(tx, [page]))
    const record = await selectReports(tx).where('r.id', '=', id).executeTakeFirstOrThrow()
    // Links that are not checked yet would be a change.
    if (row.pending_crawl_id === null) await queueForAlerts(tx, id)
    await withReport(tx, record, isNewWebsite)
    return record
  })
}

/** Returns what the latest report of a page has of the website's last crawl about it and other pages. */
export async function findAmongPages(db: Kysely<Schema>, domain: string, url: string): Promise<AmongPages | undefined> {
  const row = await db
    .selectFrom('pages as g')
    .innerJoin('websites as w', 'w.id', 'g.website_id')
    .innerJoin('reports as r', 'r.id', 'g.latest_report_id')
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .select('p.facts')
    .where('w.domain', '=', domain)
    .where('w.deleted_at', 'is', null)
    .where('g.url_key', '=', urlKey(url))
    // Only pages with such an issue have a score of their own.
    .where('r.page_score', 'is not', null)
    .executeTakeFirst()
  return row && readFacts(row.facts).amongPages
}

type Latest = Pick<PageState, 'issues' | 'links' | 'columns'>

/** A report that can't be read has no issues, links and columns, so that another can be deleted. */
export function readLatest(packed: { evaluation: Buffer; facts: Buffer }): Latest {
  try {
    return latestOfPayload(readPayload(packed))
  } catch {
    return { issues: [], links: [], columns: noColumns }
  }
}

/** Returns what a page shows of its latest report, by the stored results. */
function latestOfPayload({ evaluation: { results }, facts }: ReportPayload): Latest {
  const { finalUrl, askedUrl } = facts.response
  return {
    issues: pageIssues(results, pageState(facts, results), [finalUrl, askedUrl]),
    links: pageLinks(facts, results),
    columns: pageColumns(facts, results),
  }
}

/** `latest` is 0 if its page is gone. */
type LatestReport = Pick<
  Selectable<ReportsTable>,
  | ('id' | 'page_id' | 'latest' | 'score' | 'page_score' | 'result' | 'status' | 'indexability')
  | (typeof laterColumns)[number]
>

/** Returns the latest report of the page with a URL; null without reports. */
export async function latestOf(db: Kysely<Schema>, websiteId: number, url: string): Promise<LatestReport | null> {
  const pages = db.selectFrom('pages').select('id').where('website_id', '=', websiteId)
  const page = pages.where('url_key', '=', urlKey(url))
  const row = await db
    .selectFrom('reports')
    .select(['id', 'page_id', 'latest', 'score', 'page_score', 'result', 'status', 'indexability', ...laterColumns])
    .where('page_id', '=', page)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Sets whether a report is marked as the latest of its page. One that is again has its own state. */
export async function setLatest(tx: Transaction<Schema>, id: number, latest: 0 | 1) {
  await tx
    .updateTable('reports')
    .set({ latest, ...(latest === 1 && noLater) })
    .where('id', '=', id)
    .execute()
}
