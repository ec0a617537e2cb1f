import { describe, expect, it } from 'vitest'
import { gate, playwrightErrors, playwrightTotals, sum, summary, vitestTotals } from './totals.mjs'

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
  const test = (status: string, ...tags: string[]) => ({ status, tags })
  const file = (status: string, ...assertionResults: object[]) => ({ status, assertionResults })
  const report = (...testResults: object[]) => ({ testResults })
  const passed = test('passed')
  const failed = test('failed')

  it('counts pending and todo as skipped', () => {
    expect(vitestTotals(report(file('passed', passed, test('pending'), test('todo'))), true, 'fast')).toEqual({
      passed: 1,
      failed: 0,
      skipped: 2,
    })
  })
  it('omits the tests of the other lane', () => {
    const fast = report(file('passed', passed, test('skipped')), file('passed', test('skipped', 'all')))
    expect(vitestTotals(fast, true, 'fast')).toEqual({ passed: 1, failed: 0, skipped: 1 })
    const rest = report(file('passed', test('skipped'), test('skipped', 'all')), file('failed', test('failed', 'all')))
    expect(vitestTotals(rest, false, 'rest')).toEqual({ passed: 0, failed: 1, skipped: 1 })
  })
  it('counts a file that could not be loaded as a failure', () => {
    expect(vitestTotals(report(file('failed'), file('passed', passed)), false, 'fast').failed).toBe(1)
  })
  it('does not count a file again for its failed tests', () => {
    expect(vitestTotals(report(file('failed', failed, passed)), false, 'fast').failed).toBe(1)
  })
  it('counts an error outside all tests as a failure', () => {
    expect(vitestTotals(report(), false, 'fast').failed).toBe(1)
  })
  it('counts a run that wrote no report as a failure', () => {
    expect(vitestTotals(undefined, true, 'fast')).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('playwrightTotals', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  it('counts a test that passed only when repeated as failed', () => {
    expect(playwrightTotals({ stats }, false)).toEqual({ passed: 4, failed: 2, skipped: 2 })
  })
  it('counts a run that failed without a failed test as a failure', () => {
    expect(playwrightTotals({ stats: { ...stats, unexpected: 0, flaky: 0 } }, false).failed).toBe(1)
  })
  it('counts a run that wrote no report as a failure', () => {
    expect(playwrightTotals(undefined, true).failed).toBe(1)
  })
})

describe('playwrightErrors', () => {
  it('names each failed test with its errors, also in a describe block', () => {
    const spec = (title: string, ok: boolean) => ({
      file: 'a.e2e.ts',
      title,
      ok,
      tests: [{ results: [{ errors: [{ message: 'Test timeout' }, { message: '\u001b[31mExpected 1\u001b[39m' }] }] }],
    })
    const suites = [
      { specs: [spec('first', true), spec('second', false)], suites: [{ specs: [spec('third', false)] }] },
    ]
    expect(playwrightErrors({ suites })).toEqual([
      'a.e2e.ts: second\nTest timeout\nExpected 1',
      'a.e2e.ts: third\nTest timeout\nExpected 1',
    ])
  })
  it('has none of a run that wrote no report', () => {
    expect(playwrightErrors(undefined)).toEqual([])
  })
})
