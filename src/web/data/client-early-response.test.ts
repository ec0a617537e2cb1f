import { afterEach, expect, it, vi } from 'vitest'
import { takeEarlyResponse } from './client.ts'

const response = Promise.resolve(new Response('{}'))
const { signal } = new AbortController()
const request = (path: string, key: string, control = new AbortController()) =>
  Object.assign(globalThis, { earlyResponse: { path, key, response, control } })

afterEach(() => {
  Object.assign(globalThis, { earlyResponse: undefined })
  vi.restoreAllMocks()
})

it('an early response is used once, for the same path and key', () => {
  vi.spyOn(performance, 'now').mockReturnValue(500)
  request('/reports?result=bad', 'seo_a')
  expect(takeEarlyResponse('/reports', 'seo_a', signal)).toBeUndefined()
  expect(takeEarlyResponse('/reports?result=bad', 'seo_b', signal)).toBeUndefined()
  expect(takeEarlyResponse('/reports?result=bad', 'seo_a', signal)).toBe(response)
  expect(takeEarlyResponse('/reports?result=bad', 'seo_a', signal)).toBeUndefined()
})

it('an early response is not used once the page has been open for a while', () => {
  vi.spyOn(performance, 'now').mockReturnValue(10_001)
  request('/reports', 'seo_a')
  expect(takeEarlyResponse('/reports', 'seo_a', signal)).toBeUndefined()
})

it('an early response is aborted with the call that uses it', () => {
  vi.spyOn(performance, 'now').mockReturnValue(500)
  const [control, caller] = [new AbortController(), new AbortController()]
  request('/reports', 'seo_a', control)
  takeEarlyResponse('/reports', 'seo_a', caller.signal)
  expect(control.signal.aborted).toBe(false)
  caller.abort()
  expect(control.signal.aborted).toBe(true)
})
