let clock = () => Date.now()

/** Ages are told by this clock, in ms since 1970, instead of the machine's, which may be hours off. */
export const tellTimeBy = (other: typeof clock) => void (clock = other)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// By hand, for the platform's own formatter takes tens of milliseconds to start, before the first row is there.
const dayMonth = (date: Date) => `${date.getDate()} ${months[date.getMonth()]}`
const two = (number: number) => `${number}`.padStart(2, '0')

/** The moment a text stands for; null where it is none, or names no time zone, so that nobody knows which moment it is. */
export function momentOf(text: string): Date | null {
  const date = new Date(/^[+-]?\d{4,6}-\d\d-\d\d[T ].+(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

/** More of what is no date says no more. */
const longest = 40

/** The day that a text begins with, as it is written there; the text where it begins with none. */
export function writtenDay(text: string) {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  const name = months[Number(month) - 1]
  return name
    ? `${Number(date)} ${name}${year === `${new Date(clock()).getFullYear()}` ? '' : ` ${year}`}`
    : text.slice(0, longest)
}

/** "20 Nov 2026, 09:14", in the reader's time zone. */
export const formatAbsolute = (date: Date) =>
  `${dayMonth(date)} ${date.getFullYear()}, ${two(date.getHours())}:${two(date.getMinutes())}`

/** "now", "4 min ago", "3 hr ago", "yesterday", "5 days ago", then the date, as for days to come. A clock that runs ahead by hours is not shown as the future. */
export function formatRelative(date: Date, now = new Date(clock())) {
  const past = now.getTime() - date.getTime()
  const age = past < -day ? Number.POSITIVE_INFINITY : Math.max(0, past)
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  if (age < day) return `${Math.floor(age / hour)} hr ago`
  if (age < 2 * day) return 'yesterday'
  if (age < 7 * day) return `${Math.floor(age / day)} days ago`
  return date.getFullYear() === now.getFullYear() ? dayMonth(date) : `${dayMonth(date)} ${date.getFullYear()}`
}
