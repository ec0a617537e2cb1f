import { expect, it } from 'vitest'
import { AnyReport } from '#contract/reports/any-report.ts'
import sent from './example-report.json'

it('the example is a page that Google can index, whose fixes add up to 100 points', () => {
  const { score_before_cap: score, capped_by: capped, indexability } = sent
  expect([capped, indexability]).toEqual([[], 'indexable'])
  const { results } = AnyReport.parse(sent)
  const lost = results.reduce((sum, check) => sum + check.points_lost, 0)
  expect(score + lost).toBeCloseTo(100)
})
