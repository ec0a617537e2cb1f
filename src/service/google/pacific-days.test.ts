import { describe, expect, it } from 'vitest'
import { dayAfter, firstKeptDay, nextPacificDay, pacificDay, pacificMidnight } from './pacific-days.ts'

describe('days as Google counts them', () => {
  it.each([
    ['2026-11-30T07:59:59Z', '2026-11-29', '2026-11-29T08:00:00.000Z', '2026-11-30T08:00:00.000Z'],
    ['2026-11-30T08:00:00Z', '2026-11-30', '2026-11-30T08:00:00.000Z', '2026-12-01T08:00:00.000Z'],
    ['2026-07-01T06:59:59Z', '2026-06-30', '2026-06-30T07:00:00.000Z', '2026-07-01T07:00:00.000Z'],
    // The clock goes forward on 8 March and back on 1 November: those days have 23 and 25 hours.
    ['2026-03-08T08:00:00Z', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['2026-11-01T07:00:00Z', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
    ['2026-11-02T07:30:00Z', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
  ])('%s is on %s, from %s until %s', (at, day, begun, next) => {
    expect(pacificDay(new Date(at))).toBe(day)
    expect(pacificMidnight(new Date(at)).toISOString()).toBe(begun)
    expect(nextPacificDay(new Date(at)).toISOString()).toBe(next)
  })

  it('go on over the ends of months and the change of clocks', () => {
    expect(dayAfter('2026-02-28', 1)).toBe('2026-03-01')
    expect(dayAfter('2026-11-02', -1)).toBe('2026-11-01')
    expect(dayAfter('2026-03-09', -2)).toBe('2026-03-07')
  })

  it('are kept for 16 months', () => {
    expect(firstKeptDay('2026-11-30')).toBe('2025-07-30')
    expect(firstKeptDay('2026-06-30')).toBe('2025-02-28')
  })
})
