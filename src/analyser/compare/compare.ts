import type { CheckChange, Comparison } from '#contract/reports/comparison.ts'
import { compareChecks } from './compare-checks.ts'
import { compareValues } from './compare-values.ts'
import { type ComparableReport, shareScore } from './score-shares.ts'

/**
 * Compares two reports of one URL: what became of the issues, what of the page changed, and why the score moved. The
 * order is that of the question: `before` can be the newer report.
 */
export function compareReports(
  before: ComparableReport,
  after: ComparableReport,
): Pick<Comparison, 'change' | 'causes' | 'values'> & { checks: CheckChange[] } {
  const causes = shareScore(before, after)
  return {
    change: after.score - before.score,
    causes,
    checks: compareChecks(before.results, after.results, causes),
    values: compareValues(before.facts, after.facts),
  }
}
