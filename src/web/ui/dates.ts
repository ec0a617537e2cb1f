import { write } from './time.ts'

const utcDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const shortMoment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

// Apart from `time.ts`, because only pages that load later write these.

/** "20 Nov 2026", the day in UTC. */
export const formatUtcDay = (date: Date) => write(utcDay, date)

/** "20 Nov, 09:14", in the reader's time zone. */
export const formatShortMoment = (date: Date) => write(shortMoment, date)

/** "09:14", in the reader's time zone. */
export const formatTime = (date: Date) => time.format(date)
