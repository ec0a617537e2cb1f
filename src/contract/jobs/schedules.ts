import * as z from 'zod'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { renderModes } from '../reports/rendering.ts'
import { Count, Id, maxId, Timestamp } from '../values.ts'
import { CrawlChanges, crawlStates } from '../websites/crawls.ts'
import { CrawlLimits } from './job.ts'
import { runsWithoutJob } from './runs.ts'

export const intervals = ['day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

/** In the order of ISO 8601. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * The outcome of a run: `started` a job, `skipped` because the job of the run before was unfinished, or `empty` because
 * there was no page to analyse.
 */
export const runOutcomes = ['started', ...runsWithoutJob] as const
export type RunOutcome = (typeof runOutcomes)[number]

export const maxSchedules = 1_000

/** The times of a schedule, in its time zone. */
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

/** A schedule has either a website or a view. */
export const Schedule = z
  .object({
    id: Id,
    website_id: Id.nullable(),
    view_id: Id.nullable(),
    every: z.enum(intervals),
    weekday: z.enum(weekdays).nullable(),
    month_day: z.int().nullable(),
    time: z.string(),
    time_zone: z.string(),
    paused: z.boolean(),
    render: z.enum(renderModes).nullable(),
    next_run_at: Timestamp.nullable(),
    last_run_at: Timestamp.nullable(),
    last_outcome: z.enum(runOutcomes).nullable(),
    /** The job of the last run that started one; null if it is no longer kept. */
    last_job_id: Id.nullable(),
    /** The start and the limits of its crawls. Null for one that analyses the known pages. */
    crawl: z.object({ start_url: z.string(), limits: CrawlLimits }).nullable(),
    /** The crawl of the last run, with what changed since the complete one before it, once it has ended. */
    last_crawl: z
      .object({
        id: Id,
        website_id: Id,
        state: z.enum(crawlStates),
        urls: Count.nullable(),
        changes: CrawlChanges.nullable(),
      })
      .nullable(),
    /** The name of the key that created the schedule. */
    created_by: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'Schedule',
    description:
      'Analyses the pages of a website or a saved view daily, weekly or monthly, at a time of day in a time zone. With `crawl`, it crawls the website instead. `last_outcome` is `skipped` if the job of the previous run was unfinished, and `empty` if there were no pages. `render` is that of its jobs, or null if the website’s setting decides. A `paused` schedule has no `next_run_at`.',
  })
export type Schedule = z.infer<typeof Schedule>

export type ScheduleListQuery = { website_id: number | null; view_id: number | null; client: number | null }
export const scheduleListParams: QueryParams<ScheduleListQuery> = {
  website_id: wholeNumber(maxId, null),
  view_id: wholeNumber(maxId, null),
  client: wholeNumber(maxId, null),
}
