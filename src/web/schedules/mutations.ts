import { fieldsOf } from '#contract/forms/form.ts'
import type { ScheduleTimes } from '#contract/jobs/schedules.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { schedulesQuery, type ScheduleTarget } from './queries.ts'

/** The fields of a schedule, as its form sends them. */
export type ScheduleFields = ScheduleTimes & { paused: boolean }

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

export async function createSchedule(target: ScheduleTarget, fields: ScheduleFields): Promise<void> {
  const form = { [`${target.kind}_id`]: `${target.id}`, ...formOf(fields) }
  await currentClient().call('POST', '/schedules', { form, creates: true }).finally(outdate)
}

export async function changeSchedule(id: number, fields: ScheduleFields): Promise<void> {
  await currentClient()
    .call('PUT', `/schedules/${id}`, { form: formOf(fields) })
    .finally(outdate)
}

export const removeSchedule = (id: number) => currentClient().remove(`/schedules/${id}`).finally(outdate)
