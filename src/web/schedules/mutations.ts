import { fieldsOf } from '#contract/forms/form.ts'
import type { ScheduleTimes } from '#contract/jobs/schedules.ts'
import { confirmDelete, confirmWrite } from '#web/data/confirm-write.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { listSchedules, scheduleOf, schedulesQuery, type ScheduleTarget, showSchedule } from './queries.ts'

/** The fields of a schedule, as its form sends them. */
export type ScheduleFields = ScheduleTimes & { paused: boolean }

const isSame = (one: ScheduleFields, other: ScheduleFields) =>
  one.every === other.every &&
  one.weekday === other.weekday &&
  one.month_day === other.month_day &&
  one.time === other.time &&
  one.time_zone === other.time_zone &&
  one.paused === other.paused

const outdate = () => void queryClient.invalidateQueries({ queryKey: schedulesQuery().queryKey })

const formOf = ({ every, weekday, month_day, time, time_zone, paused }: ScheduleFields) =>
  fieldsOf({
    every,
    weekday: weekday ?? undefined,
    month_day: month_day ?? undefined,
    time,
    time_zone,
    paused,
  })

/** Creates the schedule of a target. After a lost response, looks it up. */
export async function createSchedule(target: ScheduleTarget, fields: ScheduleFields): Promise<void> {
  const form = { [`${target.kind}_id`]: `${target.id}`, ...formOf(fields) }
  const readBack = async () => {
    const found = scheduleOf(target, await listSchedules())
    return found !== undefined && isSame(found, fields)
  }
  await confirmWrite(currentClient().call('POST', '/schedules', { form }), readBack).finally(outdate)
}

export async function changeSchedule(id: number, fields: ScheduleFields): Promise<void> {
  const write = currentClient().call('PUT', `/schedules/${id}`, { form: formOf(fields) })
  await confirmWrite(write, async () => isSame(await showSchedule(id), fields)).finally(outdate)
}

export const removeSchedule = (id: number) =>
  confirmDelete(currentClient().call('DELETE', `/schedules/${id}`), () => showSchedule(id)).finally(outdate)
