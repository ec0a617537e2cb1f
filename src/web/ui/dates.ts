import { dateFormat } from '#contract/format/date-format.ts'

// Apart from `time.ts`, because only pages that load later write these.

/** "20 Nov 2026", the day in UTC. */
export const formatUtcDay = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

/** "20 Nov, 09:14", in the reader's time zone. */
export const formatShortMoment = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** "09:14", in the reader's time zone. */
export const formatTime = dateFormat({ hour: '2-digit', minute: '2-digit' })
