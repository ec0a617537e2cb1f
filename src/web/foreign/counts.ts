import { reportWords } from '#web/reports/report-words.ts'
import { anyReportWords as words } from './check-words.ts'
import type { CheckView } from '#web/reports/report/check-view.ts'
import { tally } from '#web/reports/report/view-params.ts'

/** "12 failed, 3 warnings, 30 passed". */
export const countsOf = (checks: readonly CheckView[]) =>
  tally(checks)
    .map(({ outcome, checks: some }) => reportWords.outcomes[outcome](some.length))
    .join(', ')

/** The same, with how many of the failed matter most: "12 failed, 30 passed; 4 of the failed are of high importance". */
export function countsOfAll(checks: readonly CheckView[]): string {
  const high = checks.filter(({ outcome, importance }) => outcome === 'fail' && importance === 'high').length
  return high > 0 ? `${countsOf(checks)}; ${words.ofHigh(high)}` : countsOf(checks)
}
