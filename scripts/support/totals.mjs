import { stripVTControlCharacters } from 'node:util'

/**
 * `fast` is `npm test`, and `rest` is what `npm run test:all` adds to it.
 * @typedef {'fast' | 'rest'} Lane
 * @typedef {{ passed: number, failed: number, skipped: number }} Totals
 */

/** Tests with this tag run in `npm run test:all` only. */
export const allTag = 'all'

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
 * Counts the tests of a lane: to Vitest, those of the other one are skipped.
 * @param {any} report the output of Vitest's JSON reporter, undefined if there is none
 * @param {boolean} hasSucceeded
 * @param {Lane} lane
 * @returns {Totals}
 */
export function vitestTotals(report, hasSucceeded, lane) {
  if (!report) return gate(false)
  const broken = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  )
  const statuses = report.testResults
    .flatMap((/** @type {any} */ file) => file.assertionResults)
    .filter((/** @type {any} */ test) => test.tags.includes(allTag) === (lane === 'rest'))
    .map((/** @type {any} */ test) => test.status)
  const count = (/** @type {string} */ wanted) =>
    statuses.filter((/** @type {string} */ status) => status === wanted).length
  const [passed, failed] = [count('passed'), count('failed')]
  const totals = { passed, failed: failed + broken.length, skipped: statuses.length - passed - failed }
  return atLeastOne(totals, hasSucceeded)
}

/**
 * Counts a test that passed only when repeated as failed.
 * @param {any} report the output of Playwright's JSON reporter, undefined if there is none
 * @param {boolean} hasSucceeded
 * @returns {Totals}
 */
export function playwrightTotals(report, hasSucceeded) {
  if (!report) return gate(false)
  const { expected, unexpected, flaky, skipped } = report.stats
  return atLeastOne({ passed: expected, failed: unexpected + flaky, skipped }, hasSucceeded)
}

/**
 * Returns each failed test with its errors, to be read at the end of a long output.
 * @param {any} report the output of Playwright's JSON reporter, undefined if there is none
 * @returns {string[]}
 */
export function playwrightErrors(report) {
  const specsOf = (/** @type {any} */ suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  return (report?.suites ?? [])
    .flatMap(specsOf)
    .filter((/** @type {any} */ { ok }) => !ok)
    .map((/** @type {any} */ { file, title, tests }) => {
      const errors = (tests[0]?.results[0]?.errors ?? []).map((/** @type {any} */ { message }) =>
        stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n'),
      )
      return [`${file}: ${title}`, ...errors].join('\n')
    })
}

/** @param {Totals} totals */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
