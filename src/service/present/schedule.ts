import type { Schedule } from '#contract/jobs/schedules.ts'
import type { ScheduleRecord } from '#service/store/schedules/schedules.ts'

export function presentSchedule(record: ScheduleRecord): Schedule {
  const { key_id: _key, key_name, target_name: _target, kept_job_id, ...schedule } = record
  return {
    ...schedule,
    paused: schedule.paused === 1,
    next_run_at: schedule.paused === 1 ? null : schedule.next_run_at,
    last_job_id: kept_job_id,
    created_by: key_name,
  }
}
