import { afterEach, expect, it } from 'vitest'
import type { HistoryDay } from '#contract/websites/website-pages.ts'
import { dayNumber, dayOfReader, daysSince, daysUntil, stepPath, valuesOn } from './history-steps.ts'

const day = (date: string, average: number | null): HistoryDay => ({
  date,
  pages: 1,
  average,
  good: 0,
  decent: 0,
  bad: 1,
})
const days = [day('2026-11-01', 20), day('2026-11-06', 40), day('2026-11-09', null)]
const span = { from: dayNumber('2026-11-01'), to: dayNumber('2026-11-11') }

it('a line keeps each value until the next change', () => {
  expect(stepPath(days, span, ({ average }) => average, { most: 100 })).toBe('M0 80H50V60H100')
  expect(stepPath(days, span, ({ average }) => average, { least: 20, most: 40 })).toBe('M0 100H50V0H100')
  expect(stepPath(days, span, ({ average }) => average, { most: 100, width: 600 })).toBe('M0 80H300V60H600')
})

it('days without a value draw no line', () => {
  expect(stepPath(days.slice(2), span, ({ average }) => average, { most: 100 })).toBe('')
})

it('a day without a change has the values of the last change', () => {
  expect(valuesOn(days, dayNumber('2026-11-05'))?.average).toBe(20)
  expect(valuesOn(days, dayNumber('2026-11-06'))?.average).toBe(40)
  expect(valuesOn(days, dayNumber('2026-10-31'))).toBeUndefined()
})

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

it.each([
  ['Pacific/Auckland', '2026-11-29'],
  ['UTC', '2026-11-28'],
  ['America/New_York', '2026-11-28'],
])('today is the day in the zone of the reader: %s', (timeZone, today) => {
  process.env['TZ'] = timeZone
  expect(dayOfReader(Date.parse('2026-11-28T13:00:00Z'))).toBe(today)
})

it('a day that has not come for the reader counts as today', () => {
  const dates = (today: string) => daysUntil(days, today).map(({ date, average }) => [date, average])
  expect(dates('2026-11-09')).toEqual([
    ['2026-11-01', 20],
    ['2026-11-06', 40],
    ['2026-11-09', null],
  ])
  expect(dates('2026-11-08').at(-1)).toEqual(['2026-11-08', null])
  expect(dates('2026-11-06')).toEqual([
    ['2026-11-01', 20],
    ['2026-11-06', null],
  ])
})

it('the days since a day begin there with the values that still hold', () => {
  const dates = (from: string) => daysSince(days, dayNumber(from)).map(({ date, average }) => [date, average])
  expect(dates('2026-10-01')).toHaveLength(3)
  expect(dates('2026-11-06')[0]).toEqual(['2026-11-06', 40])
  expect(dates('2026-11-07')).toEqual([
    ['2026-11-07', 40],
    ['2026-11-09', null],
  ])
  expect(dates('2026-11-20')).toEqual([['2026-11-20', null]])
})
