import { afterEach, expect, it, vi } from 'vitest'
import { takeAhead } from './early-answer.ts'

const answer = Promise.resolve(new Response('{}'))
const { signal } = new AbortController()
const ask = (path: string, key: string, stop = new AbortController()) =>
  Object.assign(globalThis, { ahead: { path, key, answer, stop } })

afterEach(() => {
  Object.assign(globalThis, { ahead: undefined })
  vi.restoreAllMocks()
})

it('is taken once, by the same address and key', () => {
  vi.spyOn(performance, 'now').mockReturnValue(500)
  ask('/reports?result=bad', 'seo_a')
  expect(takeAhead('/reports', 'seo_a', signal)).toBeUndefined()
  expect(takeAhead('/reports?result=bad', 'seo_b', signal)).toBeUndefined()
  expect(takeAhead('/reports?result=bad', 'seo_a', signal)).toBe(answer)
  expect(takeAhead('/reports?result=bad', 'seo_a', signal)).toBeUndefined()
})

it('is too old for a page that has been open for a while', () => {
  vi.spyOn(performance, 'now').mockReturnValue(10_001)
  ask('/reports', 'seo_a')
  expect(takeAhead('/reports', 'seo_a', signal)).toBeUndefined()
})

it('is stopped by whoever took it and has lost patience', () => {
  vi.spyOn(performance, 'now').mockReturnValue(500)
  const [stop, patience] = [new AbortController(), new AbortController()]
  ask('/reports', 'seo_a', stop)
  takeAhead('/reports', 'seo_a', patience.signal)
  expect(stop.signal.aborted).toBe(false)
  patience.abort()
  expect(stop.signal.aborted).toBe(true)
})
