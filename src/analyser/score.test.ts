import { describe, expect, it } from 'vitest'
import type { Importance, Outcome } from '#contract/analysis.ts'
import { type Scored, scoreOf } from './score.ts'

const one = (id: string, outcome: Outcome, importance: Importance = 'high', rest: Partial<Scored> = {}): Scored => ({
  id,
  outcome,
  importance,
  category: 'crawl',
  grade: 'required',
  blocker: false,
  scored: true,
  ...rest,
})
const many = (count: number, outcome: Outcome, importance?: Importance) =>
  Array.from({ length: count }, (_, at) => one(`${outcome}-${importance}-${at}`, outcome, importance))
const sumOf = (points: Map<string, number>) =>
  [...points.values()].reduce((sum, lost) => sum + Math.round(lost * 10), 0) / 10

describe('the score', () => {
  it('is the weighted mean: high 10, medium 5, low 2; a warning is worth half', () => {
    const { score, scoreBeforeCap } = scoreOf([one('a', 'pass'), one('b', 'warn', 'medium'), one('c', 'fail', 'low')])
    expect(scoreBeforeCap).toBe(73.5)
    expect(score).toBe(74)
  })

  it.each<Outcome>(['not-applicable', 'info', 'unknown', 'error'])('is not moved by %s', (outcome) => {
    expect(scoreOf([one('a', 'pass'), one('b', outcome)]).score).toBe(100)
    expect(scoreOf([one('a', 'fail'), one('b', outcome)]).score).toBe(0)
  })

  it('does not count what is only shown', () => {
    expect(scoreOf([one('a', 'pass'), one('b', 'fail', 'high', { scored: false })]).score).toBe(100)
  })

  it('is 0 where nothing could be judged', () => {
    expect(scoreOf([one('a', 'error')])).toMatchObject({ score: 0, googleScore: null, categories: {} })
  })

  it('is rounded once: 79.46 is 79, and 79.4 before it', () => {
    const near = [...many(89, 'pass', 'low'), ...many(23, 'fail', 'low')]
    expect((100 * 89) / 112).toBeCloseTo(79.464, 3)
    expect(scoreOf(near)).toMatchObject({ score: 79, scoreBeforeCap: 79.4 })
  })
})

describe('gates', () => {
  const blocker = (outcome: Outcome) => one('blocker', outcome, 'high', { blocker: true })

  it('that fail hold the score at 49 and are named', () => {
    expect(scoreOf([...many(20, 'pass'), blocker('fail')])).toMatchObject({
      score: 49,
      scoreBeforeCap: 95.2,
      cappedBy: ['blocker'],
    })
  })

  it('never raise a score', () => {
    expect(scoreOf([...many(9, 'fail'), blocker('fail')])).toMatchObject({ score: 0, cappedBy: ['blocker'] })
  })

  it.each<Outcome>(['pass', 'warn', 'unknown', 'error'])('that come to %s hold nothing', (outcome) => {
    expect(scoreOf([...many(20, 'pass'), blocker(outcome)]).cappedBy).toEqual([])
  })
})

describe('points lost', () => {
  it('are each check’s share of the weight', () => {
    const { pointsLost } = scoreOf([one('a', 'pass'), one('b', 'warn', 'medium'), one('c', 'fail', 'medium')])
    expect([...pointsLost]).toEqual([
      ['b', 12.5],
      ['c', 25],
    ])
  })

  it('add up to what is missing before the cap, for any mix', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const results = Array.from({ length: (seed % 40) + 1 }, (_, at) => {
        const dice = Math.imul(seed * 31 + at, 0x9e3779b1) >>> 0
        return one(
          `${at}`,
          (['pass', 'warn', 'fail', 'unknown'] as const)[dice % 4] ?? 'pass',
          (['high', 'medium', 'low'] as const)[(dice >>> 8) % 3] ?? 'low',
          { blocker: dice % 7 === 0 },
        )
      })
      const { pointsLost, score, scoreBeforeCap, cappedBy } = scoreOf(results)
      if (results.every(({ outcome }) => outcome === 'unknown')) continue
      expect(sumOf(pointsLost)).toBe(Math.round((100 - scoreBeforeCap) * 10) / 10)
      expect(score).toBe(cappedBy.length > 0 ? Math.min(49, Math.round(scoreBeforeCap)) : Math.round(scoreBeforeCap))
    }
  })

  it('go to the larger remainder', () => {
    const { pointsLost } = scoreOf([one('low', 'fail', 'low'), one('high', 'fail'), one('medium', 'warn', 'medium')])
    expect([...pointsLost]).toEqual([
      ['low', 11.8],
      ['high', 58.8],
      ['medium', 14.7],
    ])
    expect([...scoreOf([one('a', 'warn', 'low'), one('b', 'fail'), one('c', 'pass')]).pointsLost]).toEqual([
      ['a', 4.5],
      ['b', 45.5],
    ])
  })

  it('go to the earlier check when shares are equal', () => {
    const { pointsLost } = scoreOf([...many(3, 'fail', 'low'), ...many(4, 'pass', 'low')])
    expect([...pointsLost.values()]).toEqual([14.3, 14.3, 14.3])
    expect([...scoreOf([...many(2, 'fail', 'low'), ...many(5, 'pass', 'low')]).pointsLost.values()]).toEqual([
      14.3, 14.3,
    ])
    expect([...scoreOf([...many(3, 'fail', 'low')]).pointsLost.values()]).toEqual([33.4, 33.3, 33.3])
  })
})

describe('other scores', () => {
  it('exist for categories in which something counted', () => {
    const results = [
      one('a', 'pass'),
      one('b', 'fail', 'low', { category: 'content' }),
      one('c', 'warn', 'low', { category: 'content' }),
      one('d', 'unknown', 'low', { category: 'links' }),
    ]
    expect(scoreOf(results).categories).toEqual({ crawl: 100, content: 25 })
  })

  it('count for Google what it or a standard asks for, uncapped', () => {
    const results = [
      one('a', 'pass', 'high', { grade: 'recommended' }),
      one('b', 'fail', 'high', { grade: 'heuristic' }),
      one('c', 'fail', 'high', { blocker: true }),
      one('d', 'pass'),
      one('e', 'pass'),
    ]
    expect(scoreOf(results)).toMatchObject({ googleScore: 75, score: 49 })
  })
})
