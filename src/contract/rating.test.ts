import { describe, expect, it } from 'vitest'
import { ratingOf, roundScore } from './rating.ts'

describe('a score with fewer decimals', () => {
  it.each([
    [0, 0],
    [61.3, 61],
    [74.5, 75],
    [49.4, 49],
    [49.6, 49],
    [79.99, 79],
    [80, 80],
    [99.6, 100],
  ])('of %s is %s without any, and rated the same', (score, whole) => {
    expect(roundScore(score)).toBe(whole)
    expect(ratingOf(whole)).toBe(ratingOf(score))
  })

  it('keeps to that with one decimal, too', () =>
    expect([56.84, 49.96, 79.99].map((score) => roundScore(score, 10))).toEqual([56.8, 49.9, 79.9]))
})
