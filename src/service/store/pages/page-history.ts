import type { Kysely } from 'kysely'
import { engineOf } from '../engine.ts'
import { isReportInScope } from '../lists/filters.ts'
import type { Scope } from '../lists/scope.ts'
import type { ReportRecord } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'

type Page = Pick<ReportRecord, 'page_id'>
export type HistoryRow = Pick<ReportRecord, 'id' | 'score' | 'result' | 'ruleset' | 'created_at' | 'indexability'>

/** Returns the last reports of a page, the oldest first, and the number of all. */
export async function findPageHistory(
  db: Kysely<Schema>,
  page: Page,
  scope: Scope,
  limit: number,
): Promise<{ rows: HistoryRow[]; total: number }> {
  const newestFirst = await reportsOf(db, page, scope)
    .select(['r.id', 'r.score', 'r.result', 'r.ruleset', 'r.created_at', 'r.indexability'])
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
  const total = newestFirst.length < limit ? newestFirst.length : await countReports(db, page, scope)
  return { rows: newestFirst.toReversed(), total }
}

const reportsOf = (db: Kysely<Schema>, { page_id }: Page, scope: Scope) =>
  db
    .selectFrom('reports as r')
    .where('r.page_id', '=', page_id)
    .where(isReportInScope(scope, engineOf(db)))

async function countReports(db: Kysely<Schema>, page: Page, scope: Scope): Promise<number> {
  const counted = reportsOf(db, page, scope).select(({ fn }) => fn.countAll<number>().as('total'))
  return Number((await counted.executeTakeFirstOrThrow()).total)
}

/** The packed evaluation of a report. */
export type StoredOutcomes = { id: number; created_at: string; evaluation: Uint8Array }

/** Returns the evaluations of a report and of the reports of its page before it, the newest first. */
export const findEvaluations = (
  db: Kysely<Schema>,
  { id, ...page }: Page & { id: number },
  scope: Scope,
  limit: number,
): Promise<StoredOutcomes[]> =>
  reportsOf(db, page, scope)
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .select(['r.id', 'r.created_at', 'p.evaluation'])
    .where('r.id', '<=', id)
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()

/** Returns the ID of the report before this one of its page, or undefined if it is the first. */
export async function findPreviousReport(
  db: Kysely<Schema>,
  { id, ...page }: Page & { id: number },
  scope: Scope,
): Promise<number | undefined> {
  const before = reportsOf(db, page, scope).select('r.id').where('r.id', '<', id).orderBy('r.id', 'desc').limit(1)
  return (await before.executeTakeFirst())?.id
}
