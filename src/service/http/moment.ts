/** A time with its offset, to the minute at least: a day alone would end in another place's night. */
const shape = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** In milliseconds; undefined when the text is no time. */
export function readMoment(text: string): number | undefined {
  const day = shape.exec(text)?.[1]
  const time = Date.parse(text)
  // The 31st of February would be read as a day in March.
  return day && !Number.isNaN(time) && new Date(day).toISOString().startsWith(day) ? time : undefined
}
