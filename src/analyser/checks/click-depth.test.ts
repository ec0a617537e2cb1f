import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { evaluate } from '../evaluate.ts'
import { analysePage } from '../run.ts'
import { texts } from './click-depth.ts'

const at = (clickDepth: number | null) => {
  const { facts } = analysePage(fetchedPageOf({ html: '<p>x</p>' }))
  return evaluate({ ...facts, beyond: { ...facts.beyond, clickDepth } }).results['click-depth']
}

describe('click-depth', () => {
  it('is not known without a crawl', () =>
    expect(checkPage('click-depth', { html: '<p>x</p>' })).toMatchObject({ outcome: 'not-applicable', points_lost: 0 }))

  it.each([
    [0, 'pass', texts.home],
    [1, 'pass', texts.clicks(1)],
    [4, 'pass', texts.clicks(4)],
    [5, 'warn', texts.clicks(5)],
  ])('evaluates %s', (depth, outcome, title) => expect(at(depth)).toMatchObject({ outcome, title, value: depth }))
})
