import { dayMs } from '#contract/format/dates.ts'

/** Google counts days in this zone. */
const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Returns the day that it is in Google's zone, as YYYY-MM-DD. */
export const pacificDay = (at: Date): string => parts.format(at)

/** Returns the day that is `days` later, or earlier if negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Google keeps figures this long. */
const keptMonths = 16

/** Returns the first day that Google still has. */
export function firstKeptDay(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - keptMonths, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - keptMonths, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}

/** Returns the time at which the next day begins in Google's zone, when its quotas of a day begin again. */
export const nextPacificDay = (at: Date): Date => beginOf(dayAfter(pacificDay(at), 1))

/** Returns the time at which the day began in Google's zone. */
export const pacificMidnight = (at: Date): Date => beginOf(pacificDay(at))

/** A day there begins at 7 or 8 in UTC, by the time of the year. */
function beginOf(day: string): Date {
  const summer = new Date(Date.parse(day) + 7 * 3_600_000)
  return pacificDay(summer) === day ? summer : new Date(Date.parse(day) + 8 * 3_600_000)
}
