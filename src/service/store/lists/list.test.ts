import { expect, it } from 'vitest'
import { windowOf } from './list.ts'

it('a list is walked from its nearer end', () => {
  expect(windowOf(1000, 0, 100)).toEqual({ offset: 0, limit: 100, backwards: false })
  expect(windowOf(1000, 400, 100)).toEqual({ offset: 400, limit: 100, backwards: false })
  expect(windowOf(1000, 500, 100)).toEqual({ offset: 400, limit: 100, backwards: true })
  expect(windowOf(1000, 900, 100)).toEqual({ offset: 0, limit: 100, backwards: true })
})

it('the last page has the remaining rows', () => {
  expect(windowOf(1001, 1000, 100)).toEqual({ offset: 0, limit: 1, backwards: true })
  expect(windowOf(3, 0, 10)).toEqual({ offset: 0, limit: 3, backwards: false })
})

it('there are no rows past the end', () => {
  expect(windowOf(1000, 1000, 100)).toBeNull()
  expect(windowOf(0, 0, 10)).toBeNull()
})
