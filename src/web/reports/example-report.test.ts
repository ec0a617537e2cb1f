import sent from 'virtual:example-report'
import { expect, it } from 'vitest'
import { AnyReport } from '#contract/reports/any-report.ts'

it('the example is a page that Google can index, whose fixes add up to 100 points', () => {
  expect(sent).toMatchObject({ capped_by: [], indexability: 'indexable', result: 'decent' })
  const { results, score_before_cap: score } = AnyReport.parse(sent)
  const lost = results.reduce((sum, check) => sum + check.points_lost, 0)
  expect((score ?? 0) + lost).toBeCloseTo(100)
})
