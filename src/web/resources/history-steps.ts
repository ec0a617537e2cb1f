import { dayMs } from '#contract/format/dates.ts'
import type { HistoryDay } from '#contract/websites/website-pages.ts'

/** A day as a number of days since 1970, in UTC. */
export const dayNumber = (date: string) => Math.floor(Date.parse(date) / dayMs)
export const dayOfNumber = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** The days of a chart, from the first to the last. */
export type Span = { from: number; to: number }

/** Returns the day that it is for the reader at a time in milliseconds. */
export function dayOfReader(now: number): string {
  const date = new Date(now)
  return dayOfNumber(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs)
}

/** Returns the days until today. They are in UTC, so the last one can be the reader's tomorrow: it counts as today. */
export function daysUntil(days: readonly HistoryDay[], today: string): HistoryDay[] {
  const last = days.at(-1)
  if (!last || last.date <= today) return [...days]
  return [...days.filter(({ date }) => date < today), { ...last, date: today }]
}

/** Returns the days since a day. The last one before it begins there, as its values still hold. */
export function daysSince(days: readonly HistoryDay[], from: number): HistoryDay[] {
  const before = valuesOn(days, from - 1)
  const rest = days.filter(({ date }) => dayNumber(date) >= from)
  const begins = before && rest[0] && dayNumber(rest[0].date) > from
  return begins || rest.length === 0 ? [...(before ? [{ ...before, date: dayOfNumber(from) }] : []), ...rest] : rest
}

/** Returns the values of a day: those of the last day with a change until then. */
export const valuesOn = (days: readonly HistoryDay[], day: number) =>
  days.findLast(({ date }) => dayNumber(date) <= day)

/**
 * Returns the path of a line that keeps each value until the next change, in a box of `width` by 100 from `least` to
 * `most`. Days without a value are left out.
 */
export function stepPath(
  days: readonly HistoryDay[],
  { from, to }: Span,
  valueOf: (day: HistoryDay) => number | null,
  { least = 0, most, width = 100 }: { least?: number; most: number; width?: number },
): string {
  const x = (day: number) => round((Math.max(0, day - from) / Math.max(1, to - from)) * width)
  const steps = days.flatMap((day) => {
    const value = valueOf(day)
    return value === null
      ? []
      : [{ at: x(dayNumber(day.date)), height: round(100 - ((value - least) / (most - least)) * 100) }]
  })
  const [first, ...rest] = steps
  if (!first) return ''
  return `M${first.at} ${first.height}${rest.map(({ at, height }) => `H${at}V${height}`).join('')}H${width}`
}

const round = (value: number) => Math.round(value * 100) / 100
