import { compareChecks } from '#analyser/compare/compare-checks.ts'
import type { PageCheck } from '#contract/reports/check-again.ts'
import type { WholeReport } from '#service/store/reports/reports.ts'
import { nameOfCheck } from './check-names.ts'

type Compared = {
  record: Pick<WholeReport['record'], 'created_at' | 'score'>
  payload: { evaluation: Pick<WholeReport['payload']['evaluation'], 'results'> }
}

/** Presents what became of the issues of a report's page. Waived ones are left out. */
export function presentPageCheck(before: Compared, after: Compared, waived: ReadonlySet<string>): PageCheck {
  const { results } = after.payload.evaluation
  return {
    checked_at: after.record.created_at,
    score: after.record.score,
    score_before: before.record.score,
    findings: compareChecks(before.payload.evaluation.results, results, [])
      .filter(({ id }) => !waived.has(id))
      .map(({ id, importance, change }) => {
        const line = results[id]?.evidence.find((one) => one.line !== undefined)?.line ?? null
        return { check: id, name: nameOfCheck(id), importance, change, line: change === 'fixed' ? null : line }
      }),
  }
}
