import { describe, expect, it } from 'vitest'
import { ratingOf, ratings, ratingTable, roundScore, scoreOfLost } from './rating.ts'

describe('a rating', () => {
  it.each([
    [100, 'good'],
    [80, 'good'],
    [79.9, 'decent'],
    [79, 'decent'],
    [50, 'decent'],
    [49, 'bad'],
    [0, 'bad'],
  ])('%s is %s', (score, rating) => {
    expect(ratingOf(score)).toBe(rating)
  })

  it('covers scores from 0 to 100 without a gap', () => {
    const sorted = ratings.map((rating) => ratingTable[rating]).toSorted((a, b) => a.from - b.from)
    expect(sorted.map(({ from }) => from)).toEqual([0, ...sorted.slice(0, -1).map(({ to }) => to + 1)])
    expect(sorted.at(-1)?.to).toBe(100)
  })
})

describe('a rounded score', () => {
  it.each([
    [0, 0],
    [61.3, 61],
    [74.5, 75],
    [49.4, 49],
    [49.6, 49],
    [79.99, 79],
    [80, 80],
    [99.6, 100],
  ])('of %s is %s and keeps its rating', (score, whole) => {
    expect(roundScore(score)).toBe(whole)
    expect(ratingOf(whole)).toBe(ratingOf(score))
  })

  it('keeps its rating when rounded to one decimal', () =>
    expect([56.84, 49.96, 79.99].map((score) => roundScore(score, 10))).toEqual([56.8, 49.9, 79.9]))
})

it('a score keeps its rating when it is rounded', () => {
  expect(scoreOfLost(204, false)).toEqual({ scoreBeforeCap: 79.6, score: 79 })
})

it('a failed blocker caps a score', () => {
  expect(scoreOfLost(0, true)).toEqual({ scoreBeforeCap: 100, score: 49 })
})
