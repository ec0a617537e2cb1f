import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { retryDelay, shouldRetry } from './query-client.ts'
import { readRetryAfter } from './refused.lazy.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

describe('Retry-After', () => {
  it.each([
    ['7', 7],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('%s is %s seconds', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds)
  })
})

describe('trying again', () => {
  it('is for what may pass, a bounded number of times', () => {
    expect(shouldRetry(0, new ApiError('network'))).toBe(true)
    expect(shouldRetry(2, new ApiError('server'))).toBe(true)
    expect(shouldRetry(3, new ApiError('server'))).toBe(false)
    expect(shouldRetry(4, new ApiError('limited'))).toBe(true)
    expect(shouldRetry(5, new ApiError('limited'))).toBe(false)
  })

  it.each(['unauthenticated', 'forbidden', 'missing', 'invalid', 'conflict', 'not-understood', 'aborted'] as const)('is not for %s', (kind) => {
    expect(shouldRetry(0, new ApiError(kind))).toBe(false)
  })

  it('waits as long as the server asks, or twice as long each time', () => {
    expect(retryDelay(0, new ApiError('limited', '', { retryAfter: 7 }))).toBe(7250)
    expect([0, 1, 2, 9].map((failures) => retryDelay(failures, new ApiError('network')))).toEqual([1000, 2000, 4000, 30_000])
  })
})
