import type { Schedule } from '#contract/jobs/schedules.ts'
import type { ScheduleRecord } from '#service/store/schedules/schedules.ts'

export const presentSchedule = (schedule: ScheduleRecord): Schedule => ({
  id: schedule.id,
  website_id: schedule.websiteId,
  view_id: schedule.viewId,
  ...schedule.times,
  paused: schedule.isPaused,
  next_run_at: schedule.isPaused ? null : schedule.nextRunAt,
  last_run_at: schedule.lastRunAt,
  last_outcome: schedule.lastOutcome,
  last_job_id: schedule.lastJobId,
  created_by: schedule.keyName,
  created_at: schedule.createdAt,
  updated_at: schedule.updatedAt,
})
