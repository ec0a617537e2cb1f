import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NewScheduleForm, ScheduleForm } from '#contract/forms/schedule-forms.ts'
import { maxSchedules, type Schedule, scheduleListParams, type ScheduleTimes } from '#contract/jobs/schedules.ts'
import type { DeleteResponse, ItemEnvelope } from '#contract/responses/envelope.ts'
import { presentSchedule } from '#service/present/rows.ts'
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  findSchedule,
  listSchedules,
  type ScheduleRecord,
} from '#service/store/schedules/schedules.ts'
import { findView } from '#service/store/views.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { auditedView, auditedWebsite } from '../audit-recorder.ts'
import { readBody } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { newScheduleSentences, scheduleSentences } from '../form-sentences.ts'
import { recordWrite, type Repeat } from '../idempotency.ts'
import { notFound, Problem, unprocessable } from '../problem.ts'
import { readRequestQuery } from '../query.ts'
import { idIn, keyIdOf, keyNameOf } from '../request.ts'

/** Declares schedules, by which websites and saved views are analysed again and again. All keys share them. */
export function scheduleRoutes(app: FastifyInstance, { store: { db }, identify, audit }: HttpDeps) {
  type List = { data: Schedule[]; status: 200 }
  app.get('/api/v1/schedules', identify.to('list schedules'), async (request): Promise<List> => {
    const target = readRequestQuery(scheduleListParams, request).query
    return { data: (await listSchedules(db, target)).map(presentSchedule), status: 200 }
  })

  const change = identify.to('change schedules')
  const repeat: Repeat = async ({ id }) => {
    const schedule = await findSchedule(db, Number(id))
    return schedule && { data: presentSchedule(schedule), status: 201 }
  }
  app.post(
    '/api/v1/schedules',
    { ...change, config: { repeat } },
    async (request, reply): Promise<ItemEnvelope<Schedule>> => {
      const form = readBody(request, NewScheduleForm, newScheduleSentences)
      const target = { website_id: form.website_id ?? null, view_id: form.view_id ?? null }
      if (target.website_id !== null && !(await findWebsite(db, target.website_id))) throw missing('website')
      if (target.view_id !== null && !(await findView(db, target.view_id))) throw missing('view')
      const key = { key_id: keyIdOf(request), key_name: keyNameOf(request) }
      const values = { ...target, ...timesOf(form), paused: form.paused ? (1 as const) : (0 as const), ...key }
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
      const schedule = await scheduleIn(created.id)
      await audit.record(request, {
        action: 'schedule_created',
        object: auditedTarget(schedule),
        detail: detailOf(schedule),
      })
      reply.code(201).header('Location', locationOf(schedule.id))
      return { data: presentSchedule(schedule), status: 201 }
    },
  )

  app.get('/api/v1/schedules/:id', identify.to('list schedules'), async (request): Promise<ItemEnvelope<Schedule>> => ({
    data: presentSchedule(await scheduleOf(request)),
    status: 200,
  }))

  app.put('/api/v1/schedules/:id', change, async (request): Promise<ItemEnvelope<Schedule>> => {
    const { id } = await scheduleOf(request)
    const form = readBody(request, ScheduleForm, scheduleSentences)
    await changeSchedule(db, id, {
      ...timesOf(form),
      ...(form.paused !== undefined && { paused: form.paused ? 1 : 0 }),
    })
    const schedule = await scheduleIn(id)
    await audit.record(request, {
      action: 'schedule_changed',
      object: auditedTarget(schedule),
      detail: detailOf(schedule),
    })
    return { data: presentSchedule(schedule), status: 200 }
  })

  app.delete('/api/v1/schedules/:id', change, async (request): Promise<DeleteResponse> => {
    const schedule = await scheduleOf(request)
    if (!(await deleteSchedule(db, schedule.id))) throw notFound()
    await audit.record(request, {
      action: 'schedule_deleted',
      object: auditedTarget(schedule),
      detail: detailOf(schedule),
    })
    return { id: schedule.id, object: 'schedule', deleted: true, status: 200 }
  })

  const scheduleOf = (request: FastifyRequest) => scheduleIn(idIn(request))

  async function scheduleIn(id: number): Promise<ScheduleRecord> {
    const schedule = await findSchedule(db, id)
    if (!schedule) throw notFound()
    return schedule
  }
}

const locationOf = (id: number) => `/api/v1/schedules/${id}`

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

const missing = (kind: 'website' | 'view') =>
  unprocessable([{ field: `${kind}_id`, code: 'not_found', sentence: `${kind}_id: there is no such ${kind}.` }])

/** What audit events name: the website or the view that a schedule is for. */
const auditedTarget = ({ website_id, view_id, target_name: name }: ScheduleRecord) =>
  website_id !== null ? auditedWebsite({ id: website_id, domain: name }) : auditedView({ id: view_id ?? 0, name })

/** Describes a schedule in the activity log. */
function detailOf({ every, weekday, month_day, time, time_zone, paused }: ScheduleRecord): string {
  const day = weekday ? ` on ${weekday}` : month_day ? ` on day ${month_day}` : ''
  return `every ${every}${day} at ${time} ${time_zone}${paused === 1 ? ', paused' : ''}`
}
