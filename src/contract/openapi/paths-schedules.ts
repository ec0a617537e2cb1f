import * as z from 'zod'
import { NewScheduleForm, ScheduleForm } from '../forms/schedule-forms.ts'
import { intervals, runOutcomes, scheduleListParams, weekdays } from '../jobs/schedules.ts'
import type { Paths } from './operation.ts'
import { parametersOf } from './parameters.ts'
import { deletionOf, Id, itemOf, named, namedBody, Timestamp, wholeListOf } from './schemas.ts'

const schedules = { tag: 'Extensions', extension: 'schedules' } as const

const SentSchedule = named(
  'Schedule',
  z.strictObject({
    id: Id,
    website_id: Id.nullable(),
    view_id: Id.nullable(),
    every: z.enum(intervals),
    weekday: z.enum(weekdays).nullable(),
    month_day: z.int().nullable(),
    time: z.string(),
    time_zone: z.string(),
    paused: z.boolean(),
    next_run_at: Timestamp.nullable(),
    last_run_at: Timestamp.nullable(),
    last_outcome: z.enum(runOutcomes).nullable(),
    last_job_id: Id.nullable(),
    created_by: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  'Analyses the pages of a website or a saved view daily, weekly or monthly, at a time of day in a time zone. `last_outcome` is `skipped` if the job of the previous run was unfinished, and `empty` if there were no pages. A `paused` schedule has no `next_run_at`.',
)
const ScheduleItem = itemOf('ScheduleItem', SentSchedule, 200)

/** Schedules of websites and saved views. */
export const schedulePaths: Paths = {
  '/api/v1/schedules': {
    get: {
      ...schedules,
      id: 'listSchedules',
      summary: 'List schedules',
      access: 'read',
      parameters: parametersOf(scheduleListParams, {
        website_id: 'Only the schedule of this website.',
        view_id: 'Only the schedule of this saved view.',
      }),
      responses: {
        200: {
          description: 'Schedules, soonest run first, paused ones last.',
          schema: wholeListOf('ScheduleList', SentSchedule),
        },
      },
    },
    post: {
      ...schedules,
      id: 'createSchedule',
      repeatable: true,
      summary: 'Create a schedule',
      description:
        'Each run is a job with the known pages of the website, or those of the view at that time, up to 50,000. Runs missed while the service is stopped are replaced by one run, and those missed while the schedule is paused aren’t made up. When the clocks go forward, a skipped time is moved later by the same amount. When they go back, only the first of two equal times counts.',
      access: 'write',
      form: namedBody(
        'NewSchedule',
        NewScheduleForm,
        'Exactly one of `website_id` and `view_id`, each of which can have one schedule. `paused=1` creates it paused. `weekday` is for `week`, `month_day` for `month`. Months without that day run on their last day.',
      ),
      refusals: [409],
      responses: {
        201: {
          description: 'The schedule.',
          schema: itemOf('NewScheduleItem', SentSchedule, 201),
          headers: ['Location'],
        },
      },
    },
  },
  '/api/v1/schedules/{id}': {
    get: {
      ...schedules,
      id: 'showSchedule',
      summary: 'Get a schedule',
      access: 'read',
      responses: { 200: { description: 'The schedule.', schema: ScheduleItem } },
    },
    put: {
      ...schedules,
      id: 'changeSchedule',
      summary: 'Change, pause or resume a schedule',
      access: 'write',
      form: namedBody(
        'ScheduleTimes',
        ScheduleForm,
        'All times of the schedule. `paused` is `1` to pause it and `0` to resume it at its next time. If missing, it stays as it is.',
      ),
      responses: { 200: { description: 'The schedule.', schema: ScheduleItem } },
    },
    delete: {
      ...schedules,
      id: 'deleteSchedule',
      summary: 'Delete a schedule',
      access: 'write',
      responses: {
        200: { description: 'The schedule is deleted.', schema: deletionOf('ScheduleDeletion', 'schedule') },
      },
    },
  },
}
