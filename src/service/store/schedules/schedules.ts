import {
  type Generated,
  type GeneratedAlways,
  type InferResult,
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'
import { nextRun } from '#contract/jobs/schedule-times.ts'
import {
  type Interval,
  type RunOutcome,
  type Weekday,
  maxSchedules,
  type ScheduleTimes,
} from '#contract/jobs/schedules.ts'
import { databaseNow, databaseTime } from '../engine.ts'
import type { Schema } from '../schema.ts'

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

/** The target of a schedule: the pages of a website or of a saved view. */
export type ScheduleTarget = Pick<Selectable<SchedulesTable>, 'website_id' | 'view_id'>

const selectSchedules = (db: Kysely<Schema>) =>
  db
    .selectFrom('schedules as s')
    .leftJoin('websites as w', 'w.id', 's.website_id')
    .leftJoin('views as v', 'v.id', 's.view_id')
    .leftJoin('jobs as j', 'j.id', 's.last_job_id')
    .selectAll('s')
    .select(['j.id as kept_job_id', sql<string>`coalesce(w.domain, v.name)`.as('target_name')])
    .where('w.deleted_at', 'is', null)

/** `kept_job_id` is the last job, or null if it is no longer kept. */
export type ScheduleRecord = InferResult<ReturnType<typeof selectSchedules>>[number]

/** Returns the schedules, or that of a website or a view, the next run first and paused ones last. */
export async function listSchedules(
  db: Kysely<Schema>,
  { website_id, view_id }: ScheduleTarget = { website_id: null, view_id: null },
): Promise<ScheduleRecord[]> {
  let query = selectSchedules(db)
  if (website_id !== null) query = query.where('s.website_id', '=', website_id)
  if (view_id !== null) query = query.where('s.view_id', '=', view_id)
  return query.orderBy('s.paused').orderBy('s.next_run_at').orderBy('s.id').execute()
}

export async function findSchedule(db: Kysely<Schema>, id: number): Promise<ScheduleRecord | undefined> {
  return selectSchedules(db).where('s.id', '=', id).executeTakeFirst()
}

/** Returns the schedules whose run is due. */
export async function dueSchedules(db: Kysely<Schema>): Promise<ScheduleRecord[]> {
  const now = await databaseNow(db)
  const due = selectSchedules(db).where('s.next_run_at', '<=', now).where('s.paused', '=', 0)
  return due.orderBy('s.next_run_at').orderBy('s.id').execute()
}

export type NewSchedule = ScheduleTarget &
  ScheduleTimes &
  Pick<Insertable<SchedulesTable>, 'paused' | 'key_id' | 'key_name'>

/** Creates a schedule. A website or a view has at most one. Call it in a transaction. */
export async function createSchedule(
  tx: Transaction<Schema>,
  schedule: NewSchedule,
): Promise<{ id: number } | 'exists' | 'too many'> {
  const { count } = await tx
    .selectFrom('schedules')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxSchedules) return 'too many'
  const time = await databaseTime(tx)
  const now = new Date(time).toISOString()
  const created = await tx
    .insertInto('schedules')
    .values({
      ...schedule,
      next_run_at: nextRun(schedule, new Date(time)).toISOString(),
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  return created ?? 'exists'
}

/**
 * Sets the times, and whether the schedule is paused unless that is undefined. The next run is computed from now, so
 * runs missed while it was paused are not made up. Returns false if there is no such schedule.
 */
export async function changeSchedule(
  db: Kysely<Schema>,
  id: number,
  { paused, ...times }: ScheduleTimes & Pick<Updateable<SchedulesTable>, 'paused'>,
): Promise<boolean> {
  const time = await databaseTime(db)
  const next = nextRun(times, new Date(time)).toISOString()
  const changed = await db
    .updateTable('schedules')
    .set({
      ...times,
      ...(paused !== undefined && { paused }),
      next_run_at: next,
      updated_at: new Date(time).toISOString(),
    })
    .where('id', '=', id)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Returns false if there is no such schedule. */
export async function deleteSchedule(db: Kysely<Schema>, id: number): Promise<boolean> {
  return (await db.deleteFrom('schedules').where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n
}
