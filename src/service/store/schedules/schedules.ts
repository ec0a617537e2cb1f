import { type Kysely, sql, type Transaction } from 'kysely'
import { nextRun } from '#contract/jobs/schedule-times.ts'
import { maxSchedules, type RunOutcome, type ScheduleTimes } from '#contract/jobs/schedules.ts'
import { databaseNow, databaseTime } from '../database-time.ts'
import type { Schema } from '../schema.ts'

/** What a schedule analyses: the pages of a website or of a saved view. */
export type ScheduleTarget = { websiteId: number | null; viewId: number | null }

export type ScheduleRecord = ScheduleTarget & {
  id: number
  times: ScheduleTimes
  /** The domain of the website, or the name of the view. */
  targetName: string
  keyId: string
  keyName: string | null
  isPaused: boolean
  /** The next run. It has no meaning while the schedule is paused. */
  nextRunAt: string
  lastRunAt: string | null
  lastOutcome: RunOutcome | null
  /** Null if the job is no longer kept. */
  lastJobId: number | null
  createdAt: string
  updatedAt: string
}

const selectSchedules = (db: Kysely<Schema>) =>
  db
    .selectFrom('schedules as s')
    .leftJoin('websites as w', 'w.id', 's.website_id')
    .leftJoin('views as v', 'v.id', 's.view_id')
    .leftJoin('jobs as j', 'j.id', 's.last_job_id')
    .select(['s.id', 's.website_id as websiteId', 's.view_id as viewId'])
    .select(['s.every', 's.weekday', 's.month_day', 's.time', 's.time_zone', 's.paused'])
    .select(['s.key_id as keyId', 's.key_name as keyName', 's.next_run_at as nextRunAt', 's.last_run_at as lastRunAt'])
    .select(['s.last_outcome as lastOutcome', 's.created_at as createdAt', 's.updated_at as updatedAt'])
    .select(['j.id as lastJobId', sql<string>`coalesce(w.domain, v.name)`.as('targetName')])
    .where('w.deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof selectSchedules>['execute']>>[number]

const toRecord = ({ every, weekday, month_day, time, time_zone, paused, ...row }: Row): ScheduleRecord => ({
  ...row,
  times: { every, weekday, month_day, time, time_zone },
  isPaused: paused === 1,
})

/** Returns the schedules, or that of a website or a view, the next run first and paused ones last. */
export async function listSchedules(
  db: Kysely<Schema>,
  { websiteId, viewId }: ScheduleTarget = { websiteId: null, viewId: null },
): Promise<ScheduleRecord[]> {
  let query = selectSchedules(db)
  if (websiteId !== null) query = query.where('s.website_id', '=', websiteId)
  if (viewId !== null) query = query.where('s.view_id', '=', viewId)
  return (await query.orderBy('s.paused').orderBy('s.next_run_at').orderBy('s.id').execute()).map(toRecord)
}

export async function findSchedule(db: Kysely<Schema>, id: number): Promise<ScheduleRecord | undefined> {
  const row = await selectSchedules(db).where('s.id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

/** Returns the schedules whose run is due. */
export async function dueSchedules(db: Kysely<Schema>): Promise<ScheduleRecord[]> {
  const now = await databaseNow(db)
  const due = selectSchedules(db).where('s.next_run_at', '<=', now).where('s.paused', '=', 0)
  return (await due.orderBy('s.next_run_at').orderBy('s.id').execute()).map(toRecord)
}

export type NewSchedule = ScheduleTarget & {
  times: ScheduleTimes
  isPaused?: boolean
  keyId: string
  keyName: string | null
}

/** Creates a schedule. A website or a view has at most one. Call it in a transaction. */
export async function createSchedule(
  tx: Transaction<Schema>,
  { websiteId, viewId, times, isPaused = false, keyId, keyName }: NewSchedule,
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
      ...times,
      website_id: websiteId,
      view_id: viewId,
      key_id: keyId,
      key_name: keyName,
      paused: isPaused ? 1 : 0,
      next_run_at: nextRun(times, new Date(time)).toISOString(),
      last_run_at: null,
      last_outcome: null,
      last_job_id: null,
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
  times: ScheduleTimes,
  isPaused?: boolean,
): Promise<boolean> {
  const time = await databaseTime(db)
  const next = nextRun(times, new Date(time)).toISOString()
  const changed = await db
    .updateTable('schedules')
    .set({
      ...times,
      ...(isPaused !== undefined && { paused: isPaused ? 1 : 0 }),
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
