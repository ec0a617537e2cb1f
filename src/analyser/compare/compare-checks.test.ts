import { describe, expect, it } from 'vitest'
import { issueStates, type OutcomesOfReport, type StateOverTime } from './compare-checks.ts'

/**
 * Reports from the oldest to the newest: `f` fails, `w` warns, `p` passes, `?` has no result, `-` has no such check.
 */
const reports = (line: string) =>
  [...line].toReversed().map((sign): OutcomesOfReport => {
    if (sign === '-') return {}
    const outcome = ({ f: 'fail', w: 'warn', p: 'pass', '?': 'unknown' } as const)[sign as 'f' | 'w' | 'p' | '?']
    return { title: { outcome } }
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
