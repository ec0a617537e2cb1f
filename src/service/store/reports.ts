import type { Kysely, Transaction } from 'kysely'
import { engineOf } from './engine.ts'
import { type NewReport, reportValues } from './new-report.ts'
import { identityOf, newestOf, setNewest } from './page-row.ts'
import { pack } from './payload.ts'
import { type ReportRecord, reportsWithDomain } from './report-record.ts'
import type { Schema } from './schema.ts'
import { holdsReport, type Scope } from './scope.ts'
import { type ReportPayload, readPayload } from './stored-payload.ts'
import type { PageIdentity } from './twins.ts'
import { markTwinsChanged, stillSo } from './twins-changed.ts'
import { countReport, lockWebsiteOfReport, websiteOfDomain } from './website-counters.ts'

export type { NewReport } from './new-report.ts'
export { listReports } from './report-list.ts'
export type { ReportRecord } from './report-record.ts'

export async function findReport(db: Kysely<Schema>, id: number, scope: Scope): Promise<ReportRecord | undefined> {
  if (scope.kind === 'none') return undefined
  return reportsWithDomain(db)
    .where('r.id', '=', id)
    .where('w.deleted_at', 'is', null)
    .where(holdsReport(scope, engineOf(db)))
    .executeTakeFirst()
}

/** With its payload, in one look: it may be judged again between two. Throws when what is stored cannot be read. */
export async function findWholeReport(
  db: Kysely<Schema>,
  id: number,
  scope: Scope,
): Promise<{ record: ReportRecord; payload: ReportPayload } | undefined> {
  if (scope.kind === 'none') return undefined
  const report = reportsWithDomain(db)
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .select(['p.verdict', 'p.facts'])
  const row = await report
    .where('r.id', '=', id)
    .where('w.deleted_at', 'is', null)
    .where(holdsReport(scope, engineOf(db)))
    .executeTakeFirst()
  if (!row) return undefined
  const { verdict, facts, ...record } = row
  return { record, payload: readPayload({ verdict, facts }) }
}

/**
 * Keeps report, payload and the website's counters in one transaction; the first report of a domain makes its website.
 * Reports that its coming makes judge wrongly are marked, itself too when `facts.site` is not so any more.
 */
export async function createReport(db: Kysely<Schema>, report: NewReport): Promise<ReportRecord> {
  const { url, domain, title, score, result, engine, ruleset, createdAt } = report
  const { site, ...facts } = report.facts
  const packed = { verdict: pack({ ...report.verdict, site }), facts: pack(facts) }
  return db.transaction().execute(async (tx) => {
    const websiteId = await websiteOfDomain(tx, domain, createdAt)
    const before = await newestOf(tx, websiteId, url)
    if (before) await setNewest(tx, before.id, 0)
    const isTrue = !site || (await stillSo(tx, websiteId, report, site))
    const row = { ...reportValues(report, websiteId), newest: 1, twins_changed: isTrue ? 0 : 1 } as const
    const { id } = await tx.insertInto('reports').values(row).returning('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('report_payloads')
      .values({ report_id: id, ...packed })
      .execute()
    await countReport(tx, websiteId, { result, score }, 1)
    await markTwinsChanged(tx, websiteId, url, before, report)
    return { id, websiteId, domain, url, title, score, result, engine, ruleset, createdAt }
  })
}

/** The id of its website; undefined when there is no such report. What stays is that there was one of that URL. */
export async function deleteReport(db: Kysely<Schema>, id: number): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const websiteId = await lockWebsiteOfReport(tx, id)
    if (websiteId === undefined) return undefined
    const report = await tx.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
    if (!report || !(await removeRows(tx, id))) return undefined
    await tx.insertInto('deleted_reports').values({ id, url: report.url, website_id: websiteId }).execute()
    await countReport(tx, websiteId, report, -1)
    if (report.newest === 1) await leavePlace(tx, websiteId, identityOf(report))
    return websiteId
  })
}

/** The report before it, if there is one, stands for the page now. */
async function leavePlace(tx: Transaction<Schema>, websiteId: number, gone: PageIdentity) {
  const heir = await newestOf(tx, websiteId, gone.url)
  if (heir) await tx.updateTable('reports').set({ newest: 1, twins_changed: 1 }).where('id', '=', heir.id).execute()
  await markTwinsChanged(tx, websiteId, gone.url, gone, heir)
}

/** Null when there never was such a report, or nothing of its website is left. */
export async function urlOfDeletedReport(db: Kysely<Schema>, id: number): Promise<string | null> {
  return (await db.selectFrom('deleted_reports').select('url').where('id', '=', id).executeTakeFirst())?.url ?? null
}

/** The newest report of the URL that the deleted report had; undefined when there is none, or `deletedId` was none. */
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

/** True for one of several who delete the same report at once. */
async function removeRows(tx: Transaction<Schema>, id: number): Promise<boolean> {
  await tx.deleteFrom('report_payloads').where('report_id', '=', id).execute()
  const { numDeletedRows } = await tx.deleteFrom('reports').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}
