import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { readRetryAfter } from './error-response.ts'
import { retryDelay, shouldRetry } from './query-client.ts'

const at = (header: string | null, date?: string) =>
  readRetryAfter(new Headers({ ...(header !== null && { 'Retry-After': header }), ...(date && { Date: date }) }))
const noon = 'Fri, 20 Nov 2026 12:00:00 GMT'

describe('Retry-After', () => {
  it.each([
    ['7', 7],
    [' 7 ', 7],
    ['1.5', 1.5],
    ['99999999999', 3600],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['Sat, 20 Nov 2027 11:00:00 GMT', 3600],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s is %s seconds by the clock of the sender', (header, seconds) => {
    expect(at(header, noon)).toBe(seconds)
  })

  it('ignores past dates and limits future ones without a Date header', () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toUTCString()
    expect(at(inHours(3))).toBe(60)
    expect(at(inHours(-3))).toBeUndefined()
  })
})

describe('a retry', () => {
  it('follows temporary failures only, a limited number of times', () => {
    expect(shouldRetry(0, new ApiError('network'))).toBe(true)
    expect(shouldRetry(2, new ApiError('server'))).toBe(true)
    expect(shouldRetry(3, new ApiError('server'))).toBe(false)
    expect(shouldRetry(4, new ApiError('limited'))).toBe(true)
    expect(shouldRetry(5, new ApiError('limited'))).toBe(false)
  })

  it.each([
    'timeout',
    'too-large',
    'unauthenticated',
    'forbidden',
    'missing',
    'invalid',
    'conflict',
    'unreadable',
    'aborted',
  ] as const)('is not for %s', (kind) => {
    expect(shouldRetry(0, new ApiError(kind))).toBe(false)
  })

  it('waits for Retry-After, or twice as long each time', () => {
    expect(retryDelay(0, new ApiError('limited', '', { retryAfter: 7 }))).toBe(7250)
    expect([0, 1, 2, 9].map((failures) => retryDelay(failures, new ApiError('network')))).toEqual([
      1000, 2000, 4000, 30_000,
    ])
  })
})
