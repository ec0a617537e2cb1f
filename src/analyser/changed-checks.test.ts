import { expect, it } from 'vitest'
import { catalogue, ruleset } from './catalogue.ts'
import { changedChecks, checksChangedBetween, firstRuleset } from './changed-checks.ts'

it('names the checks that each ruleset changed, since crawls are compared', () => {
  const since = Array.from({ length: Math.max(0, ruleset - firstRuleset) }, (_, at) => firstRuleset + 1 + at)
  expect(Object.keys(changedChecks).map(Number)).toEqual(since)
  const ids = new Set(catalogue.map(({ check }) => check.id))
  for (const id of Object.values(changedChecks).flat()) expect(ids).toContain(id)
})

it('finds the checks that differ between two rulesets', () => {
  const changes = { 7: ['title-present'], 8: ['h1-present', 'title-present'], 10: [] }
  expect(checksChangedBetween(6, 6)).toEqual([])
  expect(checksChangedBetween(6, 7, changes)).toEqual(['title-present'])
  expect(checksChangedBetween(8, 6, changes)).toEqual(['title-present', 'h1-present'])
  expect(checksChangedBetween(9, 10, changes)).toEqual([])
  expect(checksChangedBetween(8, 10, changes)).toBeNull()
  expect(checksChangedBetween(5, 6, changes)).toBeNull()
  expect(checksChangedBetween(null, 6, changes)).toBeNull()
})
