import type { Generated, GeneratedAlways } from 'kysely'
import type { Interval, RunOutcome, Weekday } from '#contract/jobs/schedules.ts'

export type SchedulesTable = {
  id: GeneratedAlways<number>
  website_id: number | null
  view_id: number | null
  every: Interval
  weekday: Weekday | null
  month_day: number | null
  time: string
  time_zone: string
  /** The key that created the schedule, and that its jobs belong to. */
  key_id: string
  key_name: string | null
  paused: Generated<0 | 1>
  /** The next run. It has no meaning while the schedule is paused. */
  next_run_at: string
  last_run_at: string | null
  last_outcome: RunOutcome | null
  /** The job of the last run that started one. Jobs are deleted after some days. */
  last_job_id: number | null
  created_at: string
  updated_at: string
}
