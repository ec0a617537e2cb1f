import { expect, it } from 'vitest'
import { createRateWindow } from './rate-window.ts'

it('counts each name for a minute from its first request', () => {
  let time = 5_000
  const countOne = createRateWindow(2, () => time)
  const count = () => countOne('one')
  expect(count()).toEqual({ isExceeded: false, remaining: 1, resetSeconds: 60 })
  time += 30_001
  expect(count()).toEqual({ isExceeded: false, remaining: 0, resetSeconds: 30 })
  expect(count()).toMatchObject({ isExceeded: true, remaining: 0 })
  expect(countOne('other')).toMatchObject({ isExceeded: false, remaining: 1 })
  time = 64_999
  expect(count()).toMatchObject({ isExceeded: true, resetSeconds: 1 })
  time = 65_000
  expect(count()).toEqual({ isExceeded: false, remaining: 1, resetSeconds: 60 })
})
