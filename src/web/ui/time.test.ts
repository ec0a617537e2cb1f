import { describe, expect, it } from 'vitest'
import { dateFormat } from '#contract/format/dates.ts'
import {
  formatDay,
  formatRelative,
  formatShortMoment,
  formatTime,
  formatUtcDay,
  momentOf,
  setClock,
  writtenDay,
} from './time.tsx'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (seconds: number) => formatRelative(new Date(now.getTime() - seconds * 1000), now)

describe('a relative date', () => {
  it.each([
    [0, 'now'],
    [59, 'now'],
    [60, '1 min ago'],
    [3599, '59 min ago'],
    [3600, '1 hr ago'],
    [86_400, 'yesterday'],
    [6 * 86_400, '6 days ago'],
    [-30, 'now'],
    [-5 * 3600, 'now'],
  ])('%s seconds ago reads %s', (seconds, words) => {
    expect(ago(seconds)).toBe(words)
  })

  it('becomes a day after a week, with the year if it is another', () => {
    expect(ago(8 * 86_400)).toBe('12 Nov')
    expect(ago(400 * 86_400)).toBe('16 Oct 2025')
  })

  it('becomes a day if it is too far in the future for a wrong clock', () => {
    expect(ago(-400 * 86_400)).toBe('25 Dec 2027')
    expect(formatRelative(new Date('+275760-09-12T12:00:00.000Z'), now)).toBe('12 Sep 275760')
  })
})

describe('a moment in text', () => {
  it.each([
    ['2026-11-20T09:14:00.123456Z', '2026-11-20T09:14:00.123Z'],
    ['2026-11-20 09:14:00+01:00', '2026-11-20T08:14:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['+275760-09-13T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'],
  ])('is read from %s', (text, iso) => expect(momentOf(text)?.toISOString()).toBe(iso))

  it.each([
    '2026-11-20 09:14:00',
    '2026-11-20',
    'yesterday',
    'page 1',
    '+275760-09-14T00:00:00.000Z',
    '2026-13-01T00:00:00Z',
    '',
  ])('is none in "%s"', (text) => {
    expect(momentOf(text)).toBeNull()
  })
})

describe('a date without a time zone', () => {
  it.each([
    ['2026-03-01 10:20:30', '1 Mar'],
    ['2025-12-31', '31 Dec 2025'],
    ['2026-13-01', '2026-13-01'],
    ['yesterday', 'yesterday'],
    ['yesterday, or '.repeat(9), 'yesterday, or yesterday, or yesterday, o'],
  ])('%s reads %s, whatever zone the reader is in', (text, day) => {
    setClock(() => now.getTime())
    expect(writtenDay(text)).toBe(day)
  })
})

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
