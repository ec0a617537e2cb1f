import type { Kysely } from 'kysely'
import type * as z from 'zod'
import { messageOf } from '#contract/forms/form.ts'
import { NewScheduleForm, ScheduleForm } from '#contract/forms/schedule-forms.ts'
import { maxSchedules, Schedule, scheduleListParams, type ScheduleTimes } from '#contract/jobs/schedules.ts'
import { described } from '#contract/openapi/parameters.ts'
import { deletionOf, itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { domainOf } from '#contract/websites/website.ts'
import { personIdOf, type Reader, scopeOf } from '#service/access/policy.ts'
import { presentSchedule } from '#service/present/rows.ts'
import { canReach } from '#service/store/access/visible.ts'
import type { Store } from '#service/store/database.ts'
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  findSchedule,
  listSchedules,
  type ScheduleRecord,
} from '#service/store/schedules/schedules.ts'
import type { Schema } from '#service/store/schema.ts'
import { findView, isViewVisibleTo } from '#service/store/views.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { auditedView, auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { recordWrite } from '../idempotency.ts'
import { crawlOf } from '../new-job.ts'
import { permitsChange } from '../permits.ts'
import { notFound, Problem, unprocessable } from '../problem.ts'
import { senderOf } from '../request.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder }

const route = routeUsing<Deps>()

const ScheduleItem = itemOf('ScheduleItem', Schedule, 200)

/** Schedules, by which websites and saved views are analysed again and again. All keys share them. */
export const scheduleRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/schedules',
      access: 'list schedules',
      id: 'listSchedules',
      summary: 'List schedules',
      query: described(scheduleListParams, {
        website_id: 'Only the schedule of this website.',
        view_id: 'Only the schedule of this saved view.',
        client: 'Only those of the websites and saved views of this client.',
      }),
      responses: {
        200: {
          description: 'Schedules, soonest run first, paused ones last.',
          schema: wholeListOf('ScheduleList', Schedule),
        },
      },
      errors: [...keyed, 422],
    },
    async ({ query, reader }, { db }) => {
      const schedules = await listSchedules(db, query, scopeOf(reader))
      const visible = schedules.filter((schedule) => isViewVisibleTo(schedule, personIdOf(reader)))
      return { data: visible.map(presentSchedule), status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/schedules',
      access: 'change schedules',
      id: 'createSchedule',
      adds: true,
      summary: 'Create a schedule',
      description:
        'Each run is a job with the known pages of the website, or those of the view at that time, up to 50,000; or with `crawl`, a crawl of the website from that URL with these limits. Runs missed while the service is stopped are replaced by one run, and those missed while the schedule is paused aren’t made up. When the clocks go forward, a skipped time is moved later by the same amount. When they go back, only the first of two equal times counts.',
      form: namedBody(
        'NewSchedule',
        NewScheduleForm,
        'Exactly one of `website_id` and `view_id`, each of which can have one schedule. `crawl` starts a crawl of the website instead of analysing its known pages, with limits as those of a job. `render` tells which pages are rendered in a browser, instead of the setting of their website. `paused=1` creates it paused. `weekday` is for `week`, `month_day` for `month`. Months without that day run on their last day.',
      ),
      repeatable: { lines: ['include', 'exclude', 'ignore_parameters'] },
      example: { view_id: '1', every: 'day', time: '06:00', time_zone: 'UTC' },
      responses: {
        201: {
          description: 'The schedule.',
          schema: itemOf('NewScheduleItem', Schedule, 201),
          headers: ['Location'],
        },
      },
      errors: [...keyedForm, 409],
      async repeat({ id }, { db }) {
        const schedule = await findSchedule(db, Number(id))
        return schedule && { data: presentSchedule(schedule), status: 201 }
      },
    },
    async ({ form, reader, request, reply }, { db, audit }) => {
      const { website_id = null, view_id = null } = form
      const target = { website_id, view_id }
      if (website_id !== null && !(await permitsChange(db, reader, 'websites', website_id))) throw missing('website')
      if (view_id !== null && !(await canReach(db, scopeOf(reader), 'views', view_id))) throw missing('view')
      if (target.website_id !== null && !(await findWebsite(db, target.website_id))) throw missing('website')
      if (target.view_id !== null && !(await findView(db, target.view_id, personIdOf(request.reader))))
        throw missing('view')
      const author = senderOf(request)
      const website = target.website_id === null ? undefined : await findWebsite(db, target.website_id)
      const crawl = crawlColumns(form, website?.domain)
      const values = {
        ...target,
        ...timesOf(form),
        ...crawl,
        render: form.render ?? null,
        paused: form.paused ? 1 : 0,
        ...author,
      } as const
      const created = await db.transaction().execute(async (tx) => {
        const result = await createSchedule(tx, values)
        if (typeof result === 'object')
          await recordWrite(tx, request, { status: 201, location: locationOf(result.id), id: result.id })
        return result
      })
      if (created === 'exists')
        throw new Problem('conflict', 'There is a schedule already. Change it with PUT /api/v1/schedules/{id}.')
      if (created === 'too many')
        throw new Problem('limit_reached', `The limit of ${maxSchedules} schedules is reached. Delete one first.`)
      const schedule = await scheduleIn(db, created.id, request.reader)
      await audit.record(request, { action: 'schedule_created', ...audited(schedule) })
      reply.header('Location', locationOf(schedule.id))
      return { data: presentSchedule(schedule), status: 201 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/schedules/{id}',
      access: 'list schedules',
      id: 'showSchedule',
      summary: 'Get a schedule',
      responses: { 200: { description: 'The schedule.', schema: ScheduleItem } },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader }, { db }) => ({
      data: presentSchedule(await scheduleIn(db, id, reader)),
      status: 200,
    }),
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/schedules/{id}',
      access: 'change schedules',
      id: 'changeSchedule',
      summary: 'Change, pause or resume a schedule',
      find: ({ params: { id }, reader }, { db }) => scheduleIn(db, id, reader),
      form: namedBody(
        'ScheduleTimes',
        ScheduleForm,
        'All times of the schedule, its crawl, if it has one, and `render`, unless the website’s setting decides. `paused` is `1` to pause it and `0` to resume it at its next time. If missing, it stays as it is.',
      ),
      repeatable: { lines: ['include', 'exclude', 'ignore_parameters'] },
      example: { every: 'day', time: '07:00', time_zone: 'UTC' },
      responses: { 200: { description: 'The schedule.', schema: ScheduleItem } },
      errors: [...keyedForm, 404],
    },
    async ({ params: { id }, found, form, request }, { db, audit }) => {
      await changeSchedule(db, id, {
        ...timesOf(form),
        render: form.render ?? null,
        ...crawlColumns(form, found.website_id === null ? undefined : found.target_name),
        ...(form.paused !== undefined && { paused: form.paused ? 1 : 0 }),
      })
      const schedule = await scheduleIn(db, id, request.reader)
      await audit.record(request, { action: 'schedule_changed', ...audited(schedule) })
      return { data: presentSchedule(schedule), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/schedules/{id}',
      access: 'change schedules',
      id: 'deleteSchedule',
      summary: 'Delete a schedule',
      responses: {
        200: { description: 'The schedule is deleted.', schema: deletionOf('ScheduleDeletion', 'schedule') },
      },
      errors: [...keyedWrite, 404],
    },
    async ({ params: { id }, request }, { db, audit }) => {
      const schedule = await scheduleIn(db, id, request.reader)
      if (!(await deleteSchedule(db, id))) throw notFound()
      await audit.record(request, { action: 'schedule_deleted', ...audited(schedule) })
      return { id, object: 'schedule', deleted: true, status: 200 }
    },
  ),
]

const locationOf = (id: number) => `/api/v1/schedules/${id}`

async function scheduleIn(db: Kysely<Schema>, id: number, reader: Reader): Promise<ScheduleRecord> {
  const schedule = await findSchedule(db, id)
  if (!schedule || !isViewVisibleTo(schedule, personIdOf(reader))) throw notFound()
  return schedule
}

type Times = Omit<ScheduleTimes, 'weekday' | 'month_day'> & {
  weekday?: ScheduleTimes['weekday'] | undefined
  month_day?: ScheduleTimes['month_day'] | undefined
}

const timesOf = ({ every, weekday = null, month_day = null, time, time_zone }: Times): ScheduleTimes => ({
  every,
  weekday,
  month_day,
  time,
  time_zone,
})

/** Returns the columns of a schedule's crawl. Throws a 422 for a start outside of its website. */
function crawlColumns(form: z.output<typeof ScheduleForm>, domain: string | undefined) {
  if (!form.crawl) return { crawl_url: null, crawl_limits: null }
  if (domainOf(form.crawl) !== domain)
    throw unprocessable([
      {
        field: 'crawl',
        code: 'not_allowed',
        sentence: messageOf(ScheduleForm, { field: 'crawl', code: 'not_allowed' }),
      },
    ])
  const { start, limits } = crawlOf({ ...form, crawl: form.crawl })
  return { crawl_url: start.href, crawl_limits: JSON.stringify(limits) }
}

const missing = (kind: 'website' | 'view') =>
  unprocessable([
    { field: `${kind}_id`, code: 'not_found', sentence: `This ${kind} doesn’t exist. It may have been deleted.` },
  ])

/** Names the website or the view of a schedule in the audit log, and describes its times. */
function audited({ website_id, view_id, target_name: name, ...schedule }: ScheduleRecord) {
  const { every, weekday, month_day, time, time_zone, paused, crawl } = schedule
  const day = weekday ? ` on ${weekday}` : month_day ? ` on day ${month_day}` : ''
  return {
    object:
      website_id !== null ? auditedWebsite({ id: website_id, domain: name }) : auditedView({ id: view_id ?? 0, name }),
    detail: `every ${every}${day} at ${time} ${time_zone}${paused === 1 ? ', paused' : ''}${crawl === null ? '' : `, crawl from ${crawl.start_url}`}`,
  }
}
