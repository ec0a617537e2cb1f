const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const short = { day: 'numeric', month: 'short' } as const
const dayMonth = new Intl.DateTimeFormat('en-GB', short)
const dayMonthYear = new Intl.DateTimeFormat('en-GB', { ...short, year: 'numeric' })
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** "20 Nov 2026, 09:14", in the reader's time zone. */
export const formatAbsolute = (date: Date) => whole.format(date)

/** "now", "4 min ago", "3 hr ago", "yesterday", "5 days ago", then the date. A clock that runs ahead is not shown as the future. */
export function formatRelative(date: Date, now: Date) {
  const age = Math.max(0, now.getTime() - date.getTime())
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  if (age < day) return `${Math.floor(age / hour)} hr ago`
  if (age < 2 * day) return 'yesterday'
  if (age < 7 * day) return `${Math.floor(age / day)} days ago`
  return (date.getFullYear() === now.getFullYear() ? dayMonth : dayMonthYear).format(date)
}
