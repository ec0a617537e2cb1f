import { describe, expect, it } from 'vitest'
import { type ChangeCause, changeCauses, type Comparison } from '#contract/reports/comparison.ts'
import { whyText } from './words.ts'

/** A comparison with these points by cause; `changed` has changed results without points. */
function comparison(points: Partial<Record<ChangeCause, number>>, changed: ChangeCause[] = []) {
  const change = Object.values(points).reduce((sum, point) => sum + point, 0)
  return {
    change,
    after: {
      id: 2,
      score: 79,
      result: 'decent',
      ruleset: 3,
      url: 'https://shop.example/',
      title: null,
      created_at: '2026-11-21T12:00:00Z',
    },
    causes: changeCauses.map((cause) => ({
      cause,
      points: points[cause] ?? 0,
      parts: [],
      checks: changed.includes(cause) ? [{ id: 'hsts', points: 0 }] : [],
    })),
  } satisfies Pick<Comparison, 'change' | 'after' | 'causes'>
}

describe('why the score moved', () => {
  it.each<[Parameters<typeof comparison>, string]>([
    [[{ page: 6 }], 'The score rose by 6 points: changes to the page added 6 points.'],
    [
      [{ page: -2, surroundings: 8, ruleset: -1 }],
      'The score rose by 5 points: changes outside the page added 8 points, changes to the page cost 2 points and the newer ruleset cost 1 point.',
    ],
    [
      [{ view: -1, page: 1 }],
      'The score stayed at 79: changes to the page added 1 point and differences in what we could check cost 1 point.',
    ],
    [[{}, ['page']], 'The score stayed at 79, although some results changed.'],
    [[{}], 'The score stayed at 79, and no result changed.'],
  ])('is told as one sentence, the largest share first', (given, sentence) => {
    expect(whyText(comparison(...given))).toBe(sentence)
  })

  it.each<[Parameters<typeof comparison>, string]>([
    [[{ page: -6 }], 'The score is 6 points lower: differences on the page cost 6 points.'],
    [[{}, ['page']], 'Both scores are 79, although some results differ.'],
    [[{}], 'Both scores are 79, and no result differs.'],
  ])('doesn’t call differences between two websites changes', (given, sentence) => {
    expect(whyText(comparison(...given), true)).toBe(sentence)
  })
})
