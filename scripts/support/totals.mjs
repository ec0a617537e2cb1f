/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Totals
 */

/** @type {Totals} */
export const none = { passed: 0, failed: 0, skipped: 0 }

/** @param {boolean} passed one thing that either holds or does not */
export const gate = (passed) => ({ ...none, passed: passed ? 1 : 0, failed: passed ? 0 : 1 })

/** @param {Totals[]} all */
export function sum(all) {
  return all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    none,
  )
}

/**
 * A run that went wrong without a failed test, such as a file that could not be loaded, counts as one failure.
 * @param {Totals} totals
 * @param {boolean} wentWell
 */
const atLeastOne = (totals, wentWell) => (wentWell || totals.failed > 0 ? totals : { ...totals, failed: 1 })

/**
 * @param {any} report what Vitest's JSON reporter wrote; undefined when it wrote nothing
 * @param {boolean} exitedWell
 * @returns {Totals}
 */
export function vitestTotals(report, exitedWell) {
  if (!report) return gate(false)
  const broken = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  )
  const totals = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return atLeastOne(totals, exitedWell)
}

/**
 * @param {any} report what Playwright's JSON reporter wrote; undefined when it wrote nothing
 * @param {boolean} exitedWell
 * @returns {Totals}
 */
export function playwrightTotals(report, exitedWell) {
  if (!report) return gate(false)
  const { expected, unexpected, flaky, skipped } = report.stats
  return atLeastOne({ passed: expected, failed: unexpected + flaky, skipped }, exitedWell)
}

/** @param {Totals} totals */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
