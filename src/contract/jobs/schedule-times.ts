import { dayMs } from '../format/dates.ts'
import { type ScheduleTimes, weekdays } from './schedules.ts'

/** More than the longest time between two runs of a monthly schedule. */
const maxDays = 62

/**
 * Returns the next run after a time. If clocks go forward over the time, it runs that much later; if they go back and
 * show the time twice, it runs at the first.
 */
export function nextRun(times: ScheduleTimes, after: Date): Date {
  const clock = clockOf(times.time_zone)
  const [hours = 0, minutes = 0] = times.time.split(':').map(Number)
  const today = Math.floor((after.getTime() + clock(after.getTime())) / dayMs) * dayMs
  for (let days = 0; days <= maxDays; days += 1) {
    const day = today + days * dayMs
    if (!isDayOf(times, new Date(day))) continue
    const run = momentOf(day + (hours * 60 + minutes) * 60_000, clock)
    if (run > after.getTime()) return new Date(run)
  }
  throw new Error(`No run within ${maxDays} days.`)
}

/** `day` is midnight in UTC. */
function isDayOf({ every, weekday, month_day }: ScheduleTimes, day: Date): boolean {
  if (every === 'day') return true
  if (every === 'week') return weekdays[(day.getUTCDay() + 6) % 7] === weekday
  const lastDay = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  return day.getUTCDate() === Math.min(month_day ?? 1, lastDay)
}

/** Returns the offset of clocks from UTC at a time, in milliseconds. */
type Clock = (time: number) => number

function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000
  }
}

/** Returns the moment of a local time, which is given as if it were in UTC. */
function momentOf(local: number, clock: Clock): number {
  const [before, after] = [clock(local - dayMs), clock(local + dayMs)]
  const fits = (offset: number) => clock(local - offset) === offset
  return fits(before) || !fits(after) ? local - before : local - after
}

/** Returns true if the runtime supports a time zone. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 are refused, because they have no daylight saving time.
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
