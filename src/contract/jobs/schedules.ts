import * as z from 'zod'
import { maxId } from '../lists/list-query.ts'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { idOrNull, lenientId, lenientInteger, momentOrNull, orElse, orNull, textOrNull } from '../responses/lenient.ts'

export const intervals = ['day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

/** In the order of ISO 8601. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * How a run ended: `started` a job, `skipped` because the job of the run before was unfinished, or `empty` because
 * there was no page to analyse.
 */
export const runOutcomes = ['started', 'skipped', 'empty'] as const
export type RunOutcome = (typeof runOutcomes)[number]

export const maxSchedules = 1_000

/** When a schedule runs, by the clock of its time zone. */
export type ScheduleTimes = {
  every: Interval
  /** The day of a weekly schedule. */
  weekday: Weekday | null
  /** The day of a monthly schedule, from 1 to 31. In a shorter month, it runs on the last day. */
  month_day: number | null
  /** HH:MM in the time zone. */
  time: string
  /** A name of the IANA database, such as Europe/Berlin. */
  time_zone: string
}

/** Analyses the pages of a website or of a saved view again and again. */
export const Schedule = z.object({
  id: lenientId,
  /** A schedule has either a website or a view. */
  website_id: idOrNull,
  view_id: idOrNull,
  every: z.enum(intervals),
  weekday: orNull(z.enum(weekdays)),
  month_day: orNull(lenientInteger),
  time: z.string(),
  time_zone: z.string(),
  /** A paused schedule doesn't run, and has no next run. */
  paused: orElse(z.boolean(), false),
  next_run_at: momentOrNull,
  last_run_at: momentOrNull,
  last_outcome: orNull(z.enum(runOutcomes)),
  /** The job of the last run that started one; null if it is no longer kept. */
  last_job_id: idOrNull,
  /** The name of the key that created the schedule. */
  created_by: textOrNull,
  created_at: momentOrNull,
  updated_at: momentOrNull,
})
export type Schedule = z.infer<typeof Schedule>

/** The response of `GET /api/v1/schedules`, the next run first, paused ones last. */
export const Schedules = z.object({ data: orElse(z.array(Schedule), []) })

export const scheduleListParams: QueryParams<{ website_id: number | null; view_id: number | null }> = {
  website_id: wholeNumber(maxId, null),
  view_id: wholeNumber(maxId, null),
}
