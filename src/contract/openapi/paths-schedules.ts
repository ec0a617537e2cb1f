import { NewScheduleForm, ScheduleForm } from '../forms/schedule-forms.ts'
import { Schedule, scheduleListParams } from '../jobs/schedules.ts'
import type { Paths } from './operation.ts'
import { parametersOf } from './parameters.ts'
import { deletionOf, itemOf, namedBody, wholeListOf } from './schemas.ts'

const schedules = { tag: 'Extensions', extension: 'schedules' } as const

const ScheduleItem = itemOf('ScheduleItem', Schedule, 200)

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
          schema: wholeListOf('ScheduleList', Schedule),
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
          schema: itemOf('NewScheduleItem', Schedule, 201),
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
