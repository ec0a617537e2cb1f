import { basename } from 'node:path'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Totals
 */

/** @type {Totals} */
export const none = { passed: 0, failed: 0, skipped: 0 }

/** @param {boolean} passed whether a step without single tests passed */
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
 * Counts a run that failed without a failed test, such as one with a file that could not be loaded, as one failure.
 * @param {Totals} totals
 * @param {boolean} hasSucceeded
 */
const atLeastOne = (totals, hasSucceeded) => (hasSucceeded || totals.failed > 0 ? totals : { ...totals, failed: 1 })

/**
 * Counts a test that passed only when repeated as passed.
 * @param {any} report the output of Vitest's JSON reporter, undefined if there is none
 * @param {boolean} hasSucceeded
 * @returns {Totals}
 */
export function vitestTotals(report, hasSucceeded) {
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
  return atLeastOne(totals, hasSucceeded)
}

/**
 * Counts a test that passed only when repeated as passed.
 * @param {any} report the output of Playwright's JSON reporter, undefined if there is none
 * @param {boolean} hasSucceeded
 * @returns {Totals}
 */
export function playwrightTotals(report, hasSucceeded) {
  if (!report) return gate(false)
  const { expected, unexpected, flaky, skipped } = report.stats
  return atLeastOne({ passed: expected + flaky, failed: unexpected, skipped }, hasSucceeded)
}

/**
 * Names the tests that passed only when repeated.
 * @param {any} report the output of Vitest's JSON reporter, undefined if there is none
 * @returns {string[]}
 */
export const repeatedByVitest = (report) =>
  (report?.testResults ?? []).flatMap((/** @type {any} */ { name, assertionResults }) =>
    assertionResults
      .filter((/** @type {any} */ { status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((/** @type {any} */ { fullName }) => `${fullName} (${basename(name)})`),
  )

/**
 * Names the tests that passed only when repeated.
 * @param {any} report the output of Playwright's JSON reporter, undefined if there is none
 * @returns {string[]}
 */
export function repeatedByPlaywright(report) {
  /** @type {(suite: any) => string[]} */
  const inSuite = ({ specs = [], suites = [] }) => [
    ...specs
      .filter((/** @type {any} */ { tests }) => tests.some((/** @type {any} */ { status }) => status === 'flaky'))
      .map((/** @type {any} */ { file, line, title }) => `${title} (${file}:${line})`),
    ...suites.flatMap(inSuite),
  ]
  return report ? inSuite(report) : []
}

/**
 * Returns a line that names the tests that passed only when repeated, undefined if there are none.
 * @param {string[]} tests
 */
export const repeatedTests = (tests) =>
  tests.length === 0
    ? undefined
    : `${tests.length} ${tests.length === 1 ? 'test' : 'tests'} passed only when repeated: ${tests.join('; ')}`

/** @param {Totals} totals */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
