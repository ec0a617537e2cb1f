import * as z from 'zod'
import { isTimeZone } from '../jobs/schedule-times.ts'
import { intervals, weekdays } from '../jobs/schedules.ts'
import { orList } from '../lists/query-params.ts'
import { because, choiceOf, flagField, idField, optional, refusal, wholeNumberField, withMessages } from './form.ts'

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

const messages = {
  every: `Choose ${orList(intervals)}.`,
  weekday: {
    otherwise: `Choose ${orList(weekdays)}.`,
    required: 'Choose a weekday, because the schedule is weekly.',
    not_allowed: 'Only a weekly schedule has a weekday.',
  },
  month_day: {
    otherwise: 'Enter a whole number from 1 to 31.',
    required: 'Enter a day of the month, because the schedule is monthly.',
    not_allowed: 'Only a monthly schedule has a day of the month.',
  },
  time: { label: 'Time', otherwise: 'Enter a time from 00:00 to 23:59, such as 06:00.' },
  time_zone: 'Enter a time zone, such as Europe/Berlin.',
  paused: 'Use 0 or 1.',
}

/** The times of a schedule, all at once, and whether it is paused. */
export const ScheduleForm = withMessages(z.object(times).check(dayOfInterval), messages)

/** A schedule as a person edits it: a day that belongs to another interval is ignored. */
export const ScheduleDraft = withMessages(
  z.preprocess((fields) => {
    const { weekday, month_day, ...others } = fields as Record<string, string>
    return {
      ...others,
      ...(others['every'] === 'week' && { weekday }),
      ...(others['every'] === 'month' && { month_day }),
    }
  }, ScheduleForm),
  messages,
)

/** A schedule of a website or of a saved view. Whether these exist is checked when it is created. */
export const NewScheduleForm = withMessages(
  z
    .object({ website_id: optional(idField), view_id: optional(idField), ...times })
    .check(dayOfInterval)
    .superRefine(
      (value, { issues }) => {
        const { website_id, view_id } = value as Record<string, unknown>
        if ((website_id === undefined) === (view_id === undefined))
          issues.push(refusal('one_required', website_id, { path: ['website_id'] }))
      },
      { when: () => true },
    ),
  {
    website_id: {
      otherwise: 'Enter the ID of a website.',
      one_required: 'Send exactly one of website_id and view_id.',
    },
    view_id: 'Enter the ID of a saved view.',
    ...messages,
  },
)
