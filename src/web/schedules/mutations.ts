import { fieldsOf } from '#contract/forms/form.ts'
import type { Schedule } from '#contract/jobs/schedules.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { schedulesQuery, type ScheduleTarget } from './queries.ts'

const outdate = () => void queryClient.invalidateQueries({ queryKey: schedulesQuery().queryKey })

/** The fields of a stored schedule, to create it again. */
export const formOf = ({ every, weekday, month_day, time, time_zone, paused }: Schedule) =>
  fieldsOf({
    every,
    weekday: weekday ?? undefined,
    month_day: month_day ?? undefined,
    time,
    time_zone,
    paused,
  })

export async function createSchedule(target: ScheduleTarget, fields: Record<string, string>): Promise<void> {
  const form = { [`${target.kind}_id`]: `${target.id}`, ...fields }
  await currentClient().call('POST', '/schedules', { form, creates: true }).finally(outdate)
}

export async function changeSchedule(id: number, form: Record<string, string>): Promise<void> {
  await currentClient().call('PUT', `/schedules/${id}`, { form }).finally(outdate)
}

export const removeSchedule = (id: number) => currentClient().remove(`/schedules/${id}`).finally(outdate)
