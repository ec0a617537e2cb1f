const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const lately = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayMonthYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** "20 Nov 2026, 09:14", in the reader's time zone. */
export const formatAbsolute = (date: Date) => whole.format(date)

/** "now", "4 min ago", "3 hr ago", "yesterday", "5 days ago", then the date. A clock that runs ahead is not shown as the future. */
export function formatRelative(date: Date, now: Date) {
  const ago = (count: number, unit: 'minute' | 'hour' | 'day') => lately.format(-Math.floor(count), unit).replace('.', '')
  const age = Math.max(0, now.getTime() - date.getTime())
  if (age < minute) return lately.format(0, 'second')
  if (age < hour) return ago(age / minute, 'minute')
  if (age < day) return ago(age / hour, 'hour')
  if (age < 7 * day) return ago(age / day, 'day')
  return (date.getFullYear() === now.getFullYear() ? dayMonth : dayMonthYear).format(date)
}
