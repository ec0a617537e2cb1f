import { expect, it } from 'vitest'
import { dateFormat } from '#contract/format/date-format.ts'
import { formatShortMoment, formatTime, formatUtcDay, formatDay } from './time.ts'

const september = new Date(2026, 8, 2, 9, 14)

it('dates have months of three letters', () => {
  expect(formatDay(september)).toBe('2 Sep 2026')
  expect(formatShortMoment(september)).toBe('2 Sep, 09:14')
  expect(formatUtcDay(new Date('2026-09-02T23:59:00Z'))).toBe('2 Sep 2026')
  expect(formatTime(september)).toBe('09:14')
})

it('long dates have whole months', () => {
  expect(dateFormat({ dateStyle: 'long' })(september)).toBe('2 September 2026')
})
