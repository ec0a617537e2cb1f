// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { patienceMs, useEarlyFailure } from './early-failure.ts'

const down = new ApiError('network', 'Failed to fetch')
const limited = new ApiError('limited', 'Slow down.')
const fine = { error: null, failureReason: null, isFetching: true }
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('says after a moment that tries fail, until one succeeds', async () => {
  const { result, rerender } = renderHook(useEarlyFailure, {
    initialProps: { ...fine } as Parameters<typeof useEarlyFailure>[0],
  })
  rerender({ ...fine, failureReason: down })
  await pass(patienceMs - 1)
  expect(result.current).toBeNull()
  // The next try fails too.
  rerender({ ...fine, failureReason: new ApiError('server', 'Bad gateway') })
  await pass(1)
  expect(result.current).toMatchObject({ kind: 'server' })
  rerender({ ...fine, isFetching: false })
  expect(result.current).toBeNull()
  rerender({ ...fine, failureReason: down })
  expect(result.current).toBeNull()
})

it('returns the error of the last try at once, and leaves rate limits to their banner', async () => {
  const { result, rerender } = renderHook(useEarlyFailure, {
    initialProps: { ...fine, error: down, isFetching: false } as Parameters<typeof useEarlyFailure>[0],
  })
  expect(result.current).toBe(down)
  rerender({ ...fine, failureReason: limited })
  await pass(10 * patienceMs)
  expect(result.current).toBeNull()
})
