import { type Kysely, sql, type Transaction } from 'kysely'
import type { Fingerprints, StoredFacts } from '#analyser/page-facts.ts'
import type { Rating } from '#contract/rating.ts'
import { engineOf } from './engine.ts'
import { pack } from './packed-json.ts'
import { newestOf, setNewest } from './pages.ts'
import { type ReportPayload, readPayload, type StoredEvaluation } from './report-payloads.ts'
import type { Schema } from './schema.ts'
import { isReportInScope, type Scope } from './scope.ts'
import { searchTextOfUrl } from './search-text.ts'
import { addReport, changeCounters, lockWebsiteOfReport, noChange, websiteOfDomain } from './website-counters.ts'

export type ReportRecord = {
  id: number
  websiteId: number
  domain: string
  url: string
  title: string | null
  score: number
  result: Rating
  engine: string
  ruleset: number
  /** ISO 8601, UTC. */
  createdAt: string
}

/** The columns of a {@link ReportRecord} from `reports as r` and `websites as w`. */
export const reportColumns = [
  'r.id',
  'r.website_id as websiteId',
  'w.domain',
  'r.url',
  'r.title',
  'r.score',
  'r.result',
  'r.engine',
  'r.ruleset',
  'r.created_at as createdAt',
] as const

export const selectReports = (db: Kysely<Schema>) =>
  db.selectFrom('reports as r').innerJoin('websites as w', 'w.id', 'r.website_id').select(reportColumns)

export async function findReport(db: Kysely<Schema>, id: number, scope: Scope): Promise<ReportRecord | undefined> {
  if (scope.kind === 'none') return undefined
  return selectReports(db)
    .where('r.id', '=', id)
    .where('w.deleted_at', 'is', null)
    .where(isReportInScope(scope, engineOf(db)))
    .executeTakeFirst()
}

/** The score when the report was made and the time of its last rescoring; both null if it was never rescored. */
export type Rescoring = { firstScore: number | null; rescoredAt: string | null }
export const neverRescored: Rescoring = { firstScore: null, rescoredAt: null }

export type WholeReport = { record: ReportRecord; payload: ReportPayload; rescoring: Rescoring }

/**
 * Returns a report with its payload, by one query, since it can be rescored at any time. Throws on an unreadable
 * payload.
 */
export async function findWholeReport(db: Kysely<Schema>, id: number, scope: Scope): Promise<WholeReport | undefined> {
  if (scope.kind === 'none') return undefined
  const row = await selectReports(db)
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .select(['p.evaluation', 'p.facts', 'r.first_score as firstScore', 'r.rescored_at as rescoredAt'])
    .where('r.id', '=', id)
    .where('w.deleted_at', 'is', null)
    .where(isReportInScope(scope, engineOf(db)))
    .executeTakeFirst()
  if (!row) return undefined
  const { evaluation, facts, firstScore, rescoredAt, ...record } = row
  return { record, payload: readPayload({ evaluation, facts }), rescoring: { firstScore, rescoredAt } }
}

/** Selects the score of the next older report of the same URL as `reports as r`; null if there is none. */
export const previousScore = sql<number | null>`(
  select b.score from reports as b where b.website_id = r.website_id and b.url = r.url and b.id < r.id order by b.id desc limit 1
)`.as('previousScore')

/** Returns the score of the next older report of the same URL; null if there is none. */
export async function previousScoreOf(
  db: Kysely<Schema>,
  { id, websiteId, url }: Pick<ReportRecord, 'id' | 'websiteId' | 'url'>,
) {
  const older = db
    .selectFrom('reports')
    .select('score')
    .where('website_id', '=', websiteId)
    .where('url', '=', url)
    .where('id', '<', id)
  return (await older.orderBy('id', 'desc').limit(1).executeTakeFirst())?.score ?? null
}

export type NewReport = {
  url: string
  /** Final URL after redirects; `url` by default. */
  pageUrl?: string
  domain: string
  title: string | null
  score: number
  result: Rating
  engine: 'http'
  ruleset: number
  fingerprints: Fingerprints
  evaluation: StoredEvaluation
  facts: StoredFacts
  createdAt: string
}

/** Returns the row of a new report. */
export function reportValues(report: Omit<NewReport, 'evaluation' | 'facts'>, websiteId: number) {
  const { url, pageUrl = url, title, score, result, engine, ruleset, fingerprints, createdAt } = report
  return {
    website_id: websiteId,
    url,
    search_text: searchTextOfUrl(url),
    title,
    score,
    result,
    engine,
    ruleset,
    title_hash: fingerprints.title,
    description_hash: fingerprints.description,
    body_hash: fingerprints.body,
    body_shape: fingerprints.bodyShape,
    page_url: pageUrl === url ? null : pageUrl,
    created_at: createdAt,
  }
}

/**
 * Stores a report, its payload and the website's counters in one transaction. The first report of a domain creates its
 * website.
 */
export async function createReport(db: Kysely<Schema>, report: NewReport): Promise<ReportRecord> {
  const { url, domain, title, score, result, engine, ruleset, createdAt } = report
  const packed = { evaluation: pack(report.evaluation), facts: pack(report.facts) }
  return db.transaction().execute(async (tx) => {
    const websiteId = await websiteOfDomain(tx, domain, createdAt)
    const before = await newestOf(tx, websiteId, url)
    if (before) await setNewest(tx, before.id, 0)
    const row = { ...reportValues(report, websiteId), newest: 1 } as const
    const { id } = await tx.insertInto('reports').values(row).returning('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('report_payloads')
      .values({ report_id: id, ...packed })
      .execute()
    await countReport(tx, websiteId, report, 1)
    return { id, websiteId, domain, url, title, score, result, engine, ruleset, createdAt }
  })
}

async function countReport(
  tx: Transaction<Schema>,
  websiteId: number,
  report: Pick<ReportRecord, 'result' | 'score'>,
  sign: 1 | -1,
) {
  const change = noChange()
  addReport(change, report, sign)
  await changeCounters(tx, websiteId, change)
}

/** Deletes a report and remembers its URL. Returns the id of its website; undefined if there is no such report. */
export async function deleteReport(db: Kysely<Schema>, id: number): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const websiteId = await lockWebsiteOfReport(tx, id)
    if (websiteId === undefined) return undefined
    const report = await tx.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
    if (!report || !(await deleteRows(tx, id))) return undefined
    await tx.insertInto('deleted_reports').values({ id, url: report.url, website_id: websiteId }).execute()
    await countReport(tx, websiteId, report, -1)
    if (report.newest === 1) await replaceNewest(tx, websiteId, report.url)
    return websiteId
  })
}

/** Returns true for only one of several concurrent deletes. */
async function deleteRows(tx: Transaction<Schema>, id: number): Promise<boolean> {
  await tx.deleteFrom('report_payloads').where('report_id', '=', id).execute()
  const { numDeletedRows } = await tx.deleteFrom('reports').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Makes the report before the deleted one, if there is one, the newest of its URL. */
async function replaceNewest(tx: Transaction<Schema>, websiteId: number, url: string) {
  const next = await newestOf(tx, websiteId, url)
  if (next) await setNewest(tx, next.id, 1)
}

/** Returns null if there never was such a report, or its website is purged. */
export async function urlOfDeletedReport(db: Kysely<Schema>, id: number): Promise<string | null> {
  return (await db.selectFrom('deleted_reports').select('url').where('id', '=', id).executeTakeFirst())?.url ?? null
}

/** Returns the id of the newest report with the URL of a deleted one; undefined if there is none. */
export async function newestReportOfSameUrl(db: Kysely<Schema>, deletedId: number): Promise<number | undefined> {
  const newest = await db
    .selectFrom('deleted_reports as d')
    .innerJoin('websites as w', 'w.id', 'd.website_id')
    .innerJoin('reports as r', (on) => on.onRef('r.url', '=', 'd.url').onRef('r.website_id', '=', 'd.website_id'))
    .select('r.id')
    .where('d.id', '=', deletedId)
    .where('w.deleted_at', 'is', null)
    .orderBy('r.id', 'desc')
    .executeTakeFirst()
  return newest?.id
}
