import { expect, it } from 'vitest'
import { scoreOfLost } from './score.ts'

it('a score keeps its rating when it is rounded', () => {
  expect(scoreOfLost(204, false)).toEqual({ scoreBeforeCap: 79.6, score: 79 })
})

it('a failed blocker caps a score', () => {
  expect(scoreOfLost(0, true)).toEqual({ scoreBeforeCap: 100, score: 49 })
})
