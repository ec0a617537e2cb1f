import { expect, it } from 'vitest'
import { windowOf } from './list.ts'

it('walks from the nearer end', () => {
  expect(windowOf(1000, 0, 100)).toEqual({ offset: 0, limit: 100, backwards: false })
  expect(windowOf(1000, 400, 100)).toEqual({ offset: 400, limit: 100, backwards: false })
  expect(windowOf(1000, 500, 100)).toEqual({ offset: 400, limit: 100, backwards: true })
  expect(windowOf(1000, 900, 100)).toEqual({ offset: 0, limit: 100, backwards: true })
})

it('takes of the last page what there is', () => {
  expect(windowOf(1001, 1000, 100)).toEqual({ offset: 0, limit: 1, backwards: true })
  expect(windowOf(3, 0, 10)).toEqual({ offset: 0, limit: 3, backwards: false })
})

it('is none past the end', () => {
  expect(windowOf(1000, 1000, 100)).toBeNull()
  expect(windowOf(0, 0, 10)).toBeNull()
})
