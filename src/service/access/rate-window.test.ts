import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRateWindow } from './rate-window.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('counts each name for a minute from its first request', async () => {
  const countOne = createRateWindow(2)
  const count = () => countOne('one')
  expect(await count()).toEqual({ isExceeded: false, remaining: 1, resetSeconds: 60 })
  vi.advanceTimersByTime(30_001)
  expect(await count()).toEqual({ isExceeded: false, remaining: 0, resetSeconds: 30 })
  expect(await count()).toMatchObject({ isExceeded: true, remaining: 0 })
  expect(await countOne('other')).toMatchObject({ isExceeded: false, remaining: 1 })
  vi.advanceTimersByTime(29_998)
  expect(await count()).toMatchObject({ isExceeded: true, resetSeconds: 1 })
  vi.advanceTimersByTime(1)
  expect(await count()).toEqual({ isExceeded: false, remaining: 1, resetSeconds: 60 })
})

it('lets a name wait a minute at most when the clock is set back a day', async () => {
  const countOne = createRateWindow(1)
  const count = () => countOne('one')
  await count()
  vi.setSystemTime(Date.now() - 86_400_000)
  expect(await count()).toEqual({ isExceeded: true, remaining: 0, resetSeconds: 60 })
  vi.advanceTimersByTime(60_000)
  expect(await count()).toEqual({ isExceeded: false, remaining: 0, resetSeconds: 60 })
})

it('remembers a bounded number of names', async () => {
  const count = createRateWindow(1)
  await count('first')
  for (let at = 0; at < 9_999; at += 1) await count(`name ${at}`)
  expect(vi.getTimerCount()).toBe(10_000)
  expect((await count('first')).isExceeded).toBe(true)
  for (let at = 0; at < 10_000; at += 1) await count(`other ${at}`)
  expect(vi.getTimerCount()).toBe(10_000)
  expect((await count('first')).isExceeded).toBe(false)
})
