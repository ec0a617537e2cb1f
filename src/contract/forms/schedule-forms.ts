import * as z from 'zod'
import { isTimeZone } from '../jobs/schedule-times.ts'
import { intervals, weekdays } from '../jobs/schedules.ts'
import { because, choiceOf, flagField, optional, refusal, wholeNumberField } from './form.ts'
import { idField } from './id-forms.ts'

const times = {
  every: choiceOf(intervals),
  weekday: optional(choiceOf(weekdays)),
  month_day: optional(wholeNumberField(1, 31)),
  time: z.string(because('required')).refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), because('invalid_time')),
  time_zone: z.string(because('required')).refine(isTimeZone, because('invalid_choice')),
  /** Unchanged if missing. */
  paused: optional(flagField),
}

/** A weekly schedule has a weekday and a monthly one a day of the month; no other has one. */
const dayOfInterval = z.superRefine<{ every?: unknown; weekday?: unknown; month_day?: unknown }>(
  (value, { issues }) => {
    const { every, ...days } = value
    for (const [name, owner] of [
      ['weekday', 'week'],
      ['month_day', 'month'],
    ] as const) {
      const isGiven = days[name] !== undefined
      if (every === owner && !isGiven) issues.push(refusal('required', undefined, { path: [name] }))
      if (every !== owner && isGiven) issues.push(refusal('not_allowed', days[name], { path: [name] }))
    }
  },
  { when: ({ value }) => intervals.includes((value as { every: never }).every) },
)

/** The times of a schedule, all at once, and whether it is paused. */
export const ScheduleForm = z.object(times).check(dayOfInterval)

/** A schedule of a website or of a saved view. Whether these exist is checked when it is created. */
export const NewScheduleForm = z
  .object({ website_id: optional(idField), view_id: optional(idField), ...times })
  .check(dayOfInterval)
  .superRefine(
    (value, { issues }) => {
      const { website_id, view_id } = value as Record<string, unknown>
      if ((website_id === undefined) === (view_id === undefined))
        issues.push(refusal('one_required', website_id, { path: ['website_id'] }))
    },
    { when: () => true },
  )
