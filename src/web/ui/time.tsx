import { dateFormat } from '#contract/format/dates.ts'
import styles from './time.module.css'

/** Ages are measured by this clock, in ms since 1970. The machine's own may be hours off. */
let clock = () => Date.now()

export const setClock = (now: typeof clock) => void (clock = now)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const formatDayMonth = dateFormat({ day: 'numeric', month: 'short' })

/** "20 Nov 2026", in the reader's time zone. */
export const formatDay = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })

/** "20 Nov 2026, 09:14", in the reader's time zone. */
export const formatAbsolute = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** "20 Nov", with the year if it is another one than that of `now`. */
export const formatShort = (date: Date, now: Date) =>
  (date.getFullYear() === now.getFullYear() ? formatDayMonth : formatDay)(date)

/** The moment of a timestamp; null for a text that isn't one or names no time zone, as its moment is unknown. */
export function momentOf(text: string): Date | null {
  const date = new Date(/^[+-]?\d{4,6}-\d\d-\d\d[T ].+(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

/** The most characters shown of a text that isn't a date. */
const maxLength = 40

/** The day a text begins with, in no particular time zone; the text itself if it doesn't begin with a day. */
export function writtenDay(text: string) {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  const isDay = Number(month) >= 1 && Number(month) <= 12
  return isDay
    ? formatShort(new Date(Number(year), Number(month) - 1, Number(date)), new Date(clock()))
    : text.slice(0, maxLength)
}

/**
 * "now", "4 min ago", "3 hr ago", "yesterday", "5 days ago", then the date. A time up to a day ahead is "now", as
 * clocks differ; a later one is a date.
 */
export function formatRelative(date: Date, now = new Date(clock())) {
  const past = now.getTime() - date.getTime()
  const age = past < -day ? Number.POSITIVE_INFINITY : Math.max(0, past)
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  if (age < day) return `${Math.floor(age / hour)} hr ago`
  if (age < 2 * day) return 'yesterday'
  if (age < 7 * day) return `${Math.floor(age / day)} days ago`
  return formatShort(date, now)
}

/** "20 Nov 2026", the day in UTC. */
export const formatUtcDay = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

/** "20 Nov, 09:14", in the reader's time zone. */
export const formatShortMoment = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** "09:14", in the reader's time zone. */
export const formatTime = dateFormat({ hour: '2-digit', minute: '2-digit' })

/**
 * "4 min ago", with the full date as its title and in its place while the row has focus or the pointer. A text that
 * isn't a timestamp is shown as it is, shortened to its day.
 */
export function RelativeTime({ iso }: { iso: string }) {
  const date = momentOf(iso)
  if (!date) return <span title={iso}>{writtenDay(iso)}</span>
  return (
    <time dateTime={iso} title={formatAbsolute(date)} className={styles.time}>
      <span>{formatRelative(date)}</span>
      <span>{formatAbsolute(date)}</span>
    </time>
  )
}

/**
 * A timestamp in full, formatted by `format`. A text that isn't a timestamp is shown as it is, shortened to its day.
 */
export function Moment({ sent, format }: { sent: string; format: (date: Date) => string }) {
  const date = momentOf(sent)
  return date ? <time dateTime={sent}>{format(date)}</time> : <span title={sent}>{writtenDay(sent)}</span>
}
