import { describe, expect, it } from 'vitest'
import {
  gate,
  playwrightTotals,
  repeatedByPlaywright,
  repeatedByVitest,
  repeatedTests,
  sum,
  summary,
  vitestTotals,
} from './totals.mjs'

describe('summary', () => {
  it('omits the skipped tests if there are none', () => {
    expect(summary({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
  })
  it('counts the skipped tests', () => {
    expect(summary({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
  })
  it('adds up gates and tests', () => {
    expect(summary(sum([gate(true), gate(false), { passed: 5, failed: 1, skipped: 4 }]))).toBe(
      '6 passed, 2 failed, 4 skipped',
    )
  })
})

describe('vitestTotals', () => {
  const report = (more: object) => ({
    numPassedTests: 2,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [],
    ...more,
  })
  const file = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map((status) => ({ status })),
  })

  it('counts pending and todo as skipped', () => {
    expect(vitestTotals(report({}), true)).toEqual({ passed: 2, failed: 0, skipped: 2 })
  })
  it('counts a file that could not be loaded as a failure', () => {
    const testResults = [file('failed'), file('passed', 'passed')]
    expect(vitestTotals(report({ testResults }), false).failed).toBe(1)
  })
  it('does not count a file again for its failed tests', () => {
    const testResults = [file('failed', 'failed', 'passed')]
    expect(vitestTotals(report({ numFailedTests: 1, testResults }), false).failed).toBe(1)
  })
  it('counts an error outside all tests as a failure', () => {
    expect(vitestTotals(report({}), false).failed).toBe(1)
  })
  it('counts a run that wrote no report as a failure', () => {
    expect(vitestTotals(undefined, true)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('playwrightTotals', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  it('counts a test that passed only when repeated as passed', () => {
    expect(playwrightTotals({ stats }, false)).toEqual({ passed: 5, failed: 1, skipped: 2 })
  })
  it('counts a run that failed without a failed test as a failure', () => {
    expect(playwrightTotals({ stats: { ...stats, unexpected: 0, flaky: 0 } }, false).failed).toBe(1)
  })
  it('counts a run that wrote no report as a failure', () => {
    expect(playwrightTotals(undefined, true).failed).toBe(1)
  })
})

describe('the tests that passed only when repeated', () => {
  const spec = (title: string, ...statuses: string[]) => ({
    title,
    file: 'views.e2e.ts',
    line: 7,
    tests: statuses.map((status) => ({ status })),
  })
  const result = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  })

  it('are named for browser tests, also for those of groups', () => {
    const suites = [{ title: 'deleting', specs: [spec('waits', 'flaky'), spec('fails', 'unexpected')] }]
    const specs = [spec('is saved', 'flaky'), spec('is shown', 'expected')]
    expect(repeatedByPlaywright({ suites: [{ title: 'views.e2e.ts', specs, suites }] })).toEqual([
      'is saved (views.e2e.ts:7)',
      'waits (views.e2e.ts:7)',
    ])
  })
  it('are named for unit tests', () => {
    const results = [result('stops', 'passed', 'Error'), result('starts', 'passed'), result('ends', 'failed', 'Error')]
    const testResults = [{ name: '/src/service/stop.test.ts', assertionResults: results }]
    expect(repeatedByVitest({ testResults })).toEqual(['stops (stop.test.ts)'])
  })
  it('are none without a report', () => {
    expect([repeatedByPlaywright(undefined), repeatedByVitest(undefined)]).toEqual([[], []])
  })
  it('make one line, or none', () => {
    expect(repeatedTests(['waits', 'stops'])).toBe('2 tests passed only when repeated: waits; stops')
    expect(repeatedTests(['waits'])).toBe('1 test passed only when repeated: waits')
    expect(repeatedTests([])).toBeUndefined()
  })
})
