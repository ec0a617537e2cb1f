import { expect, it } from 'vitest'
import { isTimeZone, nextRun } from './schedule-times.ts'
import type { ScheduleTimes } from './schedules.ts'

const daily: ScheduleTimes = { every: 'day', weekday: null, month_day: null, time: '06:00', time_zone: 'Europe/Berlin' }
const weekly: ScheduleTimes = { ...daily, every: 'week', weekday: 'monday' }
const monthly = (month_day: number): ScheduleTimes => ({ ...daily, every: 'month', month_day })

/** The next runs, in UTC. */
function runs(times: ScheduleTimes, after: string, count: number): string[] {
  const found: string[] = []
  for (let from = new Date(after); found.length < count;) {
    from = nextRun(times, from)
    found.push(from.toISOString().replace(':00.000Z', 'Z'))
  }
  return found
}

it('runs every Monday at six in Berlin, in summer and winter', () => {
  expect(runs(weekly, '2026-10-17T00:00:00Z', 3)).toEqual([
    '2026-10-19T04:00Z',
    '2026-10-26T05:00Z',
    '2026-11-02T05:00Z',
  ])
  expect(runs(weekly, '2026-03-20T00:00:00Z', 2)).toEqual(['2026-03-23T05:00Z', '2026-03-30T04:00Z'])
})

it('runs later on the day if its time is still ahead, and not at the very time', () => {
  expect(runs(daily, '2026-07-01T03:59:59Z', 1)).toEqual(['2026-07-01T04:00Z'])
  expect(runs(daily, '2026-07-01T04:00:00Z', 1)).toEqual(['2026-07-02T04:00Z'])
})

it('runs once where clocks skip the time, and once where they show it twice', () => {
  const atNight = { ...daily, time: '02:30' }
  expect(runs(atNight, '2026-03-27T12:00:00Z', 3)).toEqual([
    '2026-03-28T01:30Z',
    '2026-03-29T01:30Z',
    '2026-03-30T00:30Z',
  ])
  expect(runs(atNight, '2026-10-23T12:00:00Z', 3)).toEqual([
    '2026-10-24T00:30Z',
    '2026-10-25T00:30Z',
    '2026-10-26T01:30Z',
  ])
  const newYork = { ...atNight, time: '01:30', time_zone: 'America/New_York' }
  expect(runs(newYork, '2026-10-31T12:00:00Z', 2)).toEqual(['2026-11-01T05:30Z', '2026-11-02T06:30Z'])
})

it('keeps the local day where it differs from the day in UTC', () => {
  const auckland: ScheduleTimes = { ...weekly, time: '08:00', time_zone: 'Pacific/Auckland' }
  expect(runs(auckland, '2026-11-20T00:00:00Z', 1)).toEqual(['2026-11-22T19:00Z'])
  const kiritimati = { ...daily, time: '00:15', time_zone: 'Pacific/Kiritimati' }
  expect(runs(kiritimati, '2026-11-22T10:14:00Z', 2)).toEqual(['2026-11-22T10:15Z', '2026-11-23T10:15Z'])
  expect(runs({ ...daily, time_zone: 'Asia/Kathmandu' }, '2026-01-01T00:00:00Z', 1)).toEqual(['2026-01-01T00:15Z'])
})

it('runs on the last day of shorter months', () => {
  expect(runs(monthly(31), '2028-01-15T00:00:00Z', 4)).toEqual([
    '2028-01-31T05:00Z',
    '2028-02-29T05:00Z',
    '2028-03-31T04:00Z',
    '2028-04-30T04:00Z',
  ])
  expect(runs(monthly(1), '2026-12-01T05:00:00Z', 1)).toEqual(['2027-01-01T05:00Z'])
})

it('has one run a day in every zone over two years', () => {
  for (const time_zone of ['Africa/Casablanca', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Tehran', 'UTC']) {
    const found = runs({ ...daily, time: '02:15', time_zone }, '2026-01-01T00:00:00Z', 730)
    const days = found.map((run) => new Date(run).toLocaleDateString('en-CA', { timeZone: time_zone }))
    expect(new Set(days).size).toBe(730)
  }
})

it('knows time zones by their names only', () => {
  for (const name of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    expect(isTimeZone(name)).toBe(true)
  for (const name of ['', '+01:00', 'Berlin', 'Europe/Atlantis', 'Europe/Berlin\0'])
    expect(isTimeZone(name)).toBe(false)
})
