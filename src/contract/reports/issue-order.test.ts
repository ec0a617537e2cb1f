import { describe, expect, it } from 'vitest'
import { compareIssues, type OrderedIssue } from './issue-order.ts'

const issue = (given: Partial<OrderedIssue>): OrderedIssue => ({
  rank: 3,
  importance: 'medium',
  scored: true,
  affected: 1,
  points: 0,
  ...given,
})
const later = issue({})

describe('the order of issues', () => {
  it.each<[string, Partial<OrderedIssue>, Partial<OrderedIssue>]>([
    ['goes by rank before anything else', { rank: 1, importance: 'low' }, { importance: 'high', affected: 900 }],
    ['ends with issues that are only shown', { rank: 6 }, { rank: 1, importance: 'high', scored: false }],
    ['ends with checks that a server doesn’t rank', { rank: 6 }, { rank: null, importance: 'high' }],
    [
      'puts a high issue before a medium one on ten times the pages',
      { importance: 'high' },
      { affected: 10, points: -1 },
    ],
    ['puts a medium issue on more than ten times the pages first', { affected: 11 }, { importance: 'high' }],
    ['counts the affected pages', { affected: 2 }, { points: 40 }],
    ['goes by points on equally many pages', { points: 2 }, { points: 1 }],
  ])('%s', (_, first, second) => {
    const [one, other] = [
      { ...later, ...first },
      { ...later, ...second },
    ]
    expect([other, one].toSorted(compareIssues)).toEqual([one, other])
    expect([one, other].toSorted(compareIssues)).toEqual([one, other])
  })
})
