import { describe, expect, it } from 'vitest'
import type { Outcome } from '#contract/reports/analysis.ts'
import { type Scored, scoreOf } from './score.ts'

const one = (id: string, outcome: Outcome, rest: Partial<Scored> = {}): Scored => ({
  id,
  outcome,
  points: 12,
  extent: 1,
  category: 'crawl',
  fromGoogle: true,
  blocker: false,
  scored: true,
  ownCause: false,
  supersedes: [],
  ...rest,
})
const sumOf = (points: Map<string, number>) =>
  [...points.values()].reduce((sum, lost) => sum + Math.round(lost * 10), 0) / 10

describe('the score', () => {
  it('starts at 100 and deducts the points of each fault in proportion to its extent', () => {
    const { score, scoreBeforeCap, pointsLost } = scoreOf([
      one('a', 'pass'),
      one('b', 'warn', { extent: 0.5 }),
      one('c', 'fail', { points: 6 }),
      one('d', 'fail', { points: 20, extent: 1 / 62 }),
    ])
    expect([...pointsLost]).toEqual([
      ['b', 6],
      ['c', 6],
      ['d', 0.3],
    ])
    expect({ score, scoreBeforeCap }).toEqual({ score: 88, scoreBeforeCap: 87.7 })
  })

  it('is computed as in the example on the Checks page', () => {
    const faults = [
      one('broken-internal', 'fail', { points: 12, extent: 2 / 12 }),
      one('description-present', 'warn', { points: 6 }),
      one('image-alt', 'warn', { points: 6, extent: 4 / 12 }),
      one('noindex', 'fail', { blocker: true }),
    ]
    expect(scoreOf(faults)).toMatchObject({ score: 49, scoreBeforeCap: 78, scoreWithoutBlockers: 90 })
  })

  it('rises by exactly the points of a fault that is fixed, whatever else is on the page', () => {
    for (const passes of [0, 5, 500]) {
      const others = Array.from({ length: passes }, (_, at) => one(`${at}`, 'pass'))
      const before = scoreOf([...others, one('a', 'fail', { points: 4 }), one('b', 'fail')]).score
      expect(scoreOf([...others, one('a', 'pass', { points: 4 }), one('b', 'fail')]).score - before).toBe(4)
    }
  })

  it('earns nothing by passing: a page about which little can be checked is not better', () => {
    expect(scoreOf([one('a', 'fail')]).score).toBe(scoreOf([one('a', 'fail'), one('b', 'pass')]).score)
  })

  it.each<Outcome>(['not-applicable', 'info', 'unknown', 'error'])('is not moved by %s', (outcome) => {
    expect(scoreOf([one('a', outcome), one('b', 'fail')]).score).toBe(88)
  })

  it('does not count what is only shown', () => {
    expect(scoreOf([one('a', 'pass'), one('b', 'fail', { scored: false })]).score).toBe(100)
  })

  it('is never below 0', () => {
    const results = Array.from({ length: 9 }, (_, at) => one(`${at}`, 'fail'))
    expect(scoreOf(results)).toMatchObject({ score: 0, scoreBeforeCap: 0 })
  })

  it('is rounded within its rating: 79.6 is 79', () => {
    const faults = [one('a', 'fail', { points: 20.4 })]
    expect(scoreOf(faults)).toMatchObject({ score: 79, scoreBeforeCap: 79.6 })
  })

  it('counts how many scored checks are decided', () => {
    const results = [
      one('a', 'pass'),
      one('b', 'warn'),
      one('c', 'fail'),
      one('d', 'unknown'),
      one('e', 'pass', { scored: false }),
    ]
    expect(scoreOf(results).scoredChecks).toBe(3)
  })

  it('is exactly 100 minus the points lost before the cap, for any mix', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const results = Array.from({ length: (seed % 30) + 1 }, (_, at) => {
        const dice = Math.imul(seed * 31 + at, 0x9e3779b1) >>> 0
        return one(`${at}`, (['pass', 'warn', 'fail', 'unknown'] as const)[dice % 4] ?? 'pass', {
          points: [12, 6, 2][(dice >>> 8) % 3] ?? 2,
          extent: ((dice >>> 12) % 100) / 100,
          blocker: dice % 17 === 0,
        })
      })
      const { pointsLost, score, scoreBeforeCap, cappedBy } = scoreOf(results)
      expect(scoreBeforeCap).toBe(Math.max(0, Math.round(1000 - sumOf(pointsLost) * 10) / 10))
      expect(score).toBeLessThanOrEqual(cappedBy.length > 0 ? 49 : 100)
      if (cappedBy.length === 0) expect(Math.abs(score - scoreBeforeCap)).toBeLessThan(1)
    }
  })
})

describe('blockers', () => {
  const blocker = (outcome: Outcome, id = 'blocker') => one(id, outcome, { blocker: true })

  it('that fail cap the score at 49, are named, and give the score without them', () => {
    const faults = [one('a', 'fail'), one('b', 'warn', { extent: 0.5 }), blocker('fail')]
    expect(scoreOf(faults)).toMatchObject({
      score: 49,
      scoreBeforeCap: 70,
      cappedBy: ['blocker'],
      scoreWithoutBlockers: 82,
    })
    expect(scoreOf(faults.slice(0, 2)).score).toBe(82)
  })

  it('are removed together', () => {
    expect(scoreOf([blocker('fail'), blocker('fail', 'other')])).toMatchObject({ score: 49, scoreWithoutBlockers: 100 })
  })

  it('never raise a score', () => {
    const results = [...Array.from({ length: 6 }, (_, at) => one(`${at}`, 'fail')), blocker('fail')]
    expect(scoreOf(results)).toMatchObject({ score: 16, cappedBy: ['blocker'], scoreWithoutBlockers: 28 })
  })

  it.each<Outcome>(['pass', 'warn', 'unknown', 'error'])('that come to %s cap nothing', (outcome) => {
    expect(scoreOf([blocker(outcome)])).toMatchObject({ cappedBy: [], scoreWithoutBlockers: null })
  })
})

describe('a cause that several checks show', () => {
  const cause = (outcome: Outcome) => one('cause', outcome, { supersedes: ['effect', 'other'] })

  it('is deducted once', () => {
    const { score, pointsLost, supersededBy } = scoreOf([cause('fail'), one('effect', 'fail'), one('other', 'pass')])
    expect(score).toBe(88)
    expect([...pointsLost.keys()]).toEqual(['cause'])
    expect([...supersededBy]).toEqual([['effect', 'cause']])
  })

  it('is deducted twice if the fault of the other check has a cause of its own', () => {
    const { supersededBy, pointsLost } = scoreOf([cause('fail'), one('effect', 'warn', { ownCause: true })])
    expect(supersededBy.size).toBe(0)
    expect([...pointsLost.keys()]).toEqual(['cause', 'effect'])
  })

  it('is deducted by the other check where the fault of the first has a cause of its own', () => {
    const { pointsLost } = scoreOf([{ ...cause('fail'), ownCause: true }, one('effect', 'fail')])
    expect([...pointsLost.keys()]).toEqual(['cause', 'effect'])
  })

  it('is deducted by the other check where the first has no fault', () => {
    expect([...scoreOf([cause('pass'), one('effect', 'fail')]).pointsLost.keys()]).toEqual(['effect'])
  })
})

describe('other scores', () => {
  it('exist for categories with a decided check, in proportion to the points of the category', () => {
    const results = [
      one('a', 'pass'),
      one('b', 'fail', { points: 2, category: 'content' }),
      one('c', 'warn', { points: 6, extent: 0.5, category: 'content' }),
      one('d', 'unknown', { points: 2, category: 'content' }),
      one('e', 'unknown', { category: 'links' }),
    ]
    expect(scoreOf(results).categories).toEqual({ crawl: 100, content: 50 })
  })

  it('of the category of a failed blocker are at most 49', () => {
    const results = [
      ...['a', 'b', 'c'].map((id) => one(id, 'pass')),
      one('d', 'fail', { blocker: true }),
      one('e', 'pass', { category: 'content' }),
    ]
    expect(scoreOf(results).categories).toEqual({ crawl: 49, content: 100 })
    const warned = results.map((result) => (result.blocker ? { ...result, outcome: 'warn' as const } : result))
    expect(scoreOf(warned).categories).toEqual({ crawl: 75, content: 100 })
  })

  it('count for Google what its documentation asks for, capped by its blockers', () => {
    const results = [
      one('a', 'pass'),
      one('b', 'fail', { fromGoogle: false }),
      one('c', 'fail', { blocker: true }),
      one('d', 'fail', { points: 6 }),
    ]
    expect(scoreOf(results)).toMatchObject({ googleScore: 49, score: 49 })
    const ownBlocker = results.map((result) => ({ ...result, fromGoogle: !result.blocker }))
    expect(scoreOf(ownBlocker)).toMatchObject({ googleScore: 82, score: 49 })
    expect(scoreOf([one('a', 'pass', { fromGoogle: false })]).googleScore).toBeNull()
  })
})
