import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { StoredFacts } from '#analyser/page-facts.ts'
import { type NewReport, reportValues } from './new-report.ts'
import { pack, unpack } from './payload.ts'
import { type ReportRecord, reportsWithDomain } from './report-record.ts'
import type { Schema } from './schema.ts'
import { type Scope, websiteWithin } from './scope.ts'
import { StoredVerdict } from './verdict.ts'
import { countReport, websiteOfDomain } from './website-counters.ts'

export type { NewReport } from './new-report.ts'
export { listReports } from './report-list.ts'
export type { ReportRecord } from './report-record.ts'

export type ReportPayload = { verdict: StoredVerdict; facts: StoredFacts }

// Facts are this program's own and read whole; what they must have is their version.
const StoredFacts = z.looseObject({ version: z.literal(1) })

export async function findReport(db: Kysely<Schema>, id: number, scope: Scope): Promise<ReportRecord | undefined> {
  const websiteId = websiteWithin(scope, null)
  if (websiteId === null) return undefined
  const report = reportsWithDomain(db).where('r.id', '=', id).where('w.deleted_at', 'is', null)
  return (websiteId === undefined ? report : report.where('r.website_id', '=', websiteId)).executeTakeFirst()
}

/** Asks no scope: find the report first. Throws when what is stored cannot be read. */
export async function findReportPayload(db: Kysely<Schema>, id: number): Promise<ReportPayload | undefined> {
  const row = await db.selectFrom('report_payloads').select(['verdict', 'facts']).where('report_id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const facts = z.parse(StoredFacts, unpack(row.facts)) as unknown as StoredFacts
  return { verdict: z.parse(StoredVerdict, unpack(row.verdict)), facts }
}

/** Keeps report, payload and the website's counters in one transaction; the first report of a domain makes its website. */
export async function createReport(db: Kysely<Schema>, report: NewReport): Promise<ReportRecord> {
  const { url, domain, title, score, result, engine, ruleset, createdAt } = report
  const verdict = pack(report.verdict)
  const facts = pack(report.facts)
  return db.transaction().execute(async (tx) => {
    const websiteId = await websiteOfDomain(tx, domain, createdAt)
    const { id } = await tx.insertInto('reports').values(reportValues(report, websiteId)).returning('id').executeTakeFirstOrThrow()
    await tx.insertInto('report_payloads').values({ report_id: id, verdict, facts }).execute()
    await countReport(tx, websiteId, { result, score }, 1)
    return { id, websiteId, domain, url, title, score, result, engine, ruleset, createdAt }
  })
}

/** False when there is no such report. What stays is that there was one of that URL. */
export async function deleteReport(db: Kysely<Schema>, id: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const report = await tx
      .selectFrom('reports as r')
      .innerJoin('websites as w', 'w.id', 'r.website_id')
      .select(['r.website_id', 'r.url', 'r.result', 'r.score'])
      .where('r.id', '=', id)
      .where('w.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!report || !(await removeRows(tx, id))) return false
    await tx.insertInto('deleted_reports').values({ id, url: report.url, website_id: report.website_id }).execute()
    await countReport(tx, report.website_id, report, -1)
    return true
  })
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
