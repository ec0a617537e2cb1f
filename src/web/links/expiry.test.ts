import { expect, it } from 'vitest'
import { endOf, today } from './expiry.ts'

const now = new Date(2026, 10, 21, 15, 30).getTime()

it('counts days from now', () => {
  expect(endOf('7', '', now)).toBe(new Date(now + 7 * 86_400_000).toISOString())
  expect(endOf('never', '2026-11-30', now)).toBeNull()
})

it('lasts to the end of a chosen day where the reader is, today included', () => {
  expect(endOf('date', '2026-11-30', now)).toBe(new Date(2026, 10, 30, 23, 59, 59).toISOString())
  expect(endOf('date', today(new Date(now)), now)).toBe(new Date(2026, 10, 21, 23, 59, 59).toISOString())
})

it.each(['', '2026-11-20', 'tomorrow', '2026-11'])('is none for the day "%s"', (date) =>
  expect(endOf('date', date, now)).toBeUndefined(),
)

it('writes today as a date field has it', () => expect(today(new Date(2027, 0, 5))).toBe('2027-01-05'))
