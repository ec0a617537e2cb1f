import { type Kysely, sql } from 'kysely'
import { readEvaluation } from '../reports/report-payloads.ts'
import type { Schema } from '../schema.ts'

/** Returns the results of the newest report of a website, none of an error or redirect; undefined without one. */
export async function newestResults(db: Kysely<Schema>, websiteId: number) {
  const report = await db
    .selectFrom('reports as r')
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .select(['r.id', 'r.created_at', 'p.evaluation'])
    .where('r.website_id', '=', websiteId)
    // The partial index requires the literal.
    .where('r.latest', '=', sql.lit(1))
    .where('r.status', '<', 300)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return report && { id: report.id, created_at: report.created_at, results: readEvaluation(report.evaluation).results }
}
