import { describe, expect, it } from 'vitest'
import type { IssueChange } from '#contract/reports/comparison.ts'
import { newCheckResult } from '#testing/store/reports.ts'
import { compareChecks, issueStates, type OutcomesOfReport, type StateOverTime } from './compare-checks.ts'

/**
 * Reports from the oldest to the newest: `f` fails, `w` warns, `p` passes, `?` has no result, `-` has no such check.
 */
const reports = (line: string) =>
  [...line].toReversed().map((sign): OutcomesOfReport => {
    if (sign === '-') return {}
    const outcome = ({ f: 'fail', w: 'warn', p: 'pass', '?': 'unknown' } as const)[sign as 'f' | 'w' | 'p' | '?']
    return { title: { outcome } }
  })

const hreflang = (outcome: 'warn' | 'fail', evidence_total: number | null) => ({
  hreflang: newCheckResult({ outcome, passed: false, evidence_total }),
})

describe('an issue of both reports', () => {
  it.each<[IssueChange, Parameters<typeof hreflang>, Parameters<typeof hreflang>]>([
    ['partly_fixed', ['warn', 2], ['warn', 1]],
    ['worse', ['warn', 21], ['warn', 40]],
    ['partly_fixed', ['fail', 1], ['warn', 3]],
    ['worse', ['warn', 3], ['fail', 1]],
    ['unchanged', ['fail', 2], ['fail', 2]],
    ['unchanged', ['warn', null], ['warn', 1]],
  ])('is %s from %j to %j', (change, before, after) => {
    const [compared] = compareChecks(hreflang(...before), hreflang(...after), [])
    expect(compared?.change).toBe(change)
    expect([compared?.before?.evidence, compared?.after?.evidence]).toEqual([before[1] ?? 1, after[1]])
  })
})

describe('the state of an issue over time', () => {
  it.each<[string, StateOverTime | undefined]>([
    ['pf', { state: 'new', since: 0, reachesEnd: false }],
    ['pfwf', { state: 'unchanged', since: 2, reachesEnd: false }],
    ['ff', { state: 'unchanged', since: 1, reachesEnd: true }],
    ['fpf', { state: 'back', since: 0, reachesEnd: false }],
    ['fpff', { state: 'unchanged', since: 1, reachesEnd: false }],
    ['pf?f', { state: 'unchanged', since: 2, reachesEnd: false }],
    ['fp?f', { state: 'back', since: 0, reachesEnd: false }],
    ['pff?', { state: 'not_checked', since: 2, reachesEnd: false }],
    ['pff-', { state: 'not_checked', since: 2, reachesEnd: false }],
    ['fp', undefined],
    ['f', undefined],
    ['-f', undefined],
    ['?f', undefined],
  ])('after %s', (line, state) => {
    expect(issueStates(reports(line)).get('title')).toEqual(state)
  })
})
