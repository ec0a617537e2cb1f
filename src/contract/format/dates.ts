/**
 * Returns a function that writes dates. Its first date creates the format: that takes long enough to delay the start of
 * the dashboard on a slow phone.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined
  // British English shortens September to "Sept", the only month that isn't cut to three letters.
  return (date: Date) => (format ??= new Intl.DateTimeFormat('en-GB', options)).format(date).replace(/\bSept\b/, 'Sep')
}

/** A day in milliseconds. */
export const dayMs = 86_400_000

/** Today in UTC, as YYYY-MM-DD. */
export const todayInUtc = () => new Date().toISOString().slice(0, 10)
