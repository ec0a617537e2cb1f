import { expect, it } from 'vitest'
import { readFixed, scoreIfFixed } from './what-if.ts'

const checks = [
  { id: 'noindex', points_lost: 12 },
  { id: 'title-present', points_lost: 12 },
  { id: 'hsts', points_lost: 0.3 },
]
const report = { score: 49, score_before_cap: 75.7, capped_by: ['noindex'] }
const scoreWithout = (...fixed: string[]) => scoreIfFixed(report, checks, new Set(fixed))

it('a plan raises the score only once the blocker is fixed', () => {
  expect(scoreWithout()).toBe(49)
  expect(scoreWithout('title-present')).toBe(49)
  expect(scoreWithout('noindex')).toBe(88)
  expect(scoreWithout('noindex', 'title-present', 'hsts')).toBe(100)
})

it('a plan of more points than the score can show stays at 0 until enough is fixed', () => {
  const many = Array.from({ length: 11 }, (_, at) => ({ id: `check-${at}`, points_lost: 12 }))
  const floor = { score: 0, score_before_cap: 0, capped_by: [] }
  expect(scoreIfFixed(floor, many, new Set(['check-0']))).toBe(0)
  expect(scoreIfFixed(floor, many, new Set(many.slice(0, 5).map(({ id }) => id)))).toBe(28)
})

it('a report whose points don’t add up to its score has no plan', () => {
  expect(scoreIfFixed({ score: 80, score_before_cap: 80, capped_by: [] }, checks, new Set())).toBeNull()
  expect(scoreIfFixed({ score: null, score_before_cap: null, capped_by: [] }, [], new Set())).toBeNull()
})

it('a plan names each check once', () => {
  expect(readFixed('noindex,hsts,noindex')).toEqual(['noindex', 'hsts'])
  expect(readFixed('')).toEqual([])
})
