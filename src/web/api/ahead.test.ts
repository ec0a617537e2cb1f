import { afterEach, expect, it, vi } from 'vitest'
import { takeAhead } from './ahead.ts'

const answer = Promise.resolve(new Response('{}'))
const ask = (path: string, key: string) => Object.assign(globalThis, { ahead: { path, key, answer } })

afterEach(() => {
  Object.assign(globalThis, { ahead: undefined })
  vi.restoreAllMocks()
})

it('is taken once, by the same address and key', () => {
  vi.spyOn(performance, 'now').mockReturnValue(500)
  ask('/reports?result=bad', 'seo_a')
  expect(takeAhead('/reports', 'seo_a')).toBeUndefined()
  expect(takeAhead('/reports?result=bad', 'seo_b')).toBeUndefined()
  expect(takeAhead('/reports?result=bad', 'seo_a')).toBe(answer)
  expect(takeAhead('/reports?result=bad', 'seo_a')).toBeUndefined()
})

it('is too old for a page that has been open for a while', () => {
  vi.spyOn(performance, 'now').mockReturnValue(10_001)
  ask('/reports', 'seo_a')
  expect(takeAhead('/reports', 'seo_a')).toBeUndefined()
})
