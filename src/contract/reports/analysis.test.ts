import { expect, it } from 'vitest'
import { isDecided, isIssue, outcomes } from './analysis.ts'

it('a warning and a failure are issues, and only they and a pass are decided', () => {
  const named = (is: (result: { outcome: (typeof outcomes)[number] }) => boolean) =>
    outcomes.filter((outcome) => is({ outcome }))
  expect(named(isIssue).toSorted()).toEqual(['fail', 'warn'])
  expect(named(isDecided).toSorted()).toEqual(['fail', 'pass', 'warn'])
})

it('a result without an outcome is neither', () => {
  expect([isIssue(undefined), isIssue({ outcome: null }), isDecided({ outcome: null })]).toEqual([false, false, false])
})
