import type { CheckResult } from '#contract/reports/analysis.ts'
import { openStore } from '#service/store/database.ts'
import { pack, unpack } from '#service/store/reports/report-payloads.ts'

/**
 * Makes a stored report one of the ruleset before, made with a score of 97, in which a check failed that passes today.
 */
const [dataDir = '', report = '', check = '', ruleset = ''] = process.argv.slice(2)
const id = Number(report)
const { db, close } = await openStore({ dataDir })
const { evaluation: packed } = await db
  .selectFrom('report_payloads')
  .select('evaluation')
  .where('report_id', '=', id)
  .executeTakeFirstOrThrow()
const evaluation = unpack(packed) as { results: Record<string, CheckResult> }
const result = evaluation.results[check]
if (!result) throw new Error(`The report has no check ${check}.`)
result.outcome = 'fail'
await db
  .updateTable('report_payloads')
  .set({ evaluation: pack(evaluation) })
  .where('report_id', '=', id)
  .execute()
await db
  .updateTable('reports')
  .set({ first_score: 97, ruleset: Number(ruleset) - 1 })
  .where('id', '=', id)
  .execute()
await close()
