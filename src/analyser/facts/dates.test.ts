import { describe, expect, it } from 'vitest'
import { readDate } from './dates.ts'

describe('dates on pages', () => {
  it.each([
    ['25 Jun 2010 15:00:00 PST', '2010-06-25T23:00:00.000Z'],
    ['Fri, 25 Jun 2010 15:00:00 +0200', '2010-06-25T13:00:00.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['25-Aug-2007 15:00:00 EST', '2007-08-25T20:00:00.000Z'],
    ['2026-06-02', '2026-06-02T00:00:00.000Z'],
    ['2026-06-02T10:30:00Z', '2026-06-02T10:30:00.000Z'],
    ['2026-06-02T10:30:00.5-03:30', '2026-06-02T14:00:00.000Z'],
    ['2026-06-02 10:30', '2026-06-02T10:30:00.000Z'],
    ['June 2, 2026', '2026-06-02T00:00:00.000Z'],
  ])('reads %s', (text, iso) => {
    expect(new Date(readDate(text) ?? Number.NaN).toISOString()).toBe(iso)
  })

  it.each(['', 'tomorrow', '15:00', '2026-13-02', '2026-06', '1780000000'])('does not read "%s"', (text) => {
    expect(readDate(text)).toBeNull()
  })
})
