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
import { readCrawlLimits } from '#contract/jobs/job.ts'
import { nextRun } from '#contract/jobs/schedule-times.ts'
import {
  type Interval,
  type RunOutcome,
  type ScheduleListQuery,
  type Weekday,
  maxSchedules,
  type ScheduleTimes,
} from '#contract/jobs/schedules.ts'
import type { RenderMode } from '#contract/reports/rendering.ts'
import { isVisible } from '../access/visible.ts'
import { readChanges, readFigures } from '../crawls/crawls.ts'
import { databaseNow, databaseTime, lockTable } from '../engine.ts'
import { and } from '../lists/list.ts'
import { everyRow, type Scope } from '../lists/scope.ts'
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
  author_id: string
  author_name: string | null
  paused: Generated<0 | 1>
  /** The next run. It has no meaning while the schedule is paused. */
  next_run_at: string
  last_run_at: string | null
  last_outcome: RunOutcome | null
  /** The job of the last run that started one. Jobs are deleted after some days. */
  last_job_id: number | null
  /** The start of its crawls, and their limits as JSON. Null if it analyses the known pages. */
  crawl_url: Generated<string | null>
  crawl_limits: Generated<string | null>
  /** Which of the pages are rendered. Null if the website's setting decides. */
  render: Generated<RenderMode | null>
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
    .leftJoin('crawls as c', 'c.id', 's.last_job_id')
    .selectAll('s')
    .select(['c.id as last_crawl_id', 'c.website_id as last_crawl_website', 'c.state as last_crawl_state'])
    .select(['c.figures as last_crawl_figures', 'c.changes as last_crawl_changes'])
    .select([
      'j.id as kept_job_id',
      sql<string>`coalesce(w.domain, v.name)`.as('target_name'),
      'v.person_id as view_person_id',
    ])
    .where('w.deleted_at', 'is', null)

/** `kept_job_id` is the last job, or null if it is no longer kept. */
export type ScheduleRecord = ReturnType<typeof toRecord>

type Row = InferResult<ReturnType<typeof selectSchedules>>[number]

function toRecord({ crawl_url, crawl_limits, ...row }: Row) {
  const { last_crawl_id: id, last_crawl_website: website_id, last_crawl_state: state, ...others } = row
  const { last_crawl_figures: figures, last_crawl_changes: changes, ...schedule } = others
  return {
    ...schedule,
    crawl: crawl_url === null ? null : { start_url: crawl_url, limits: readCrawlLimits(crawl_limits ?? '{}') },
    last_crawl:
      id === null || website_id === null || state === null
        ? null
        : { id, website_id, state, urls: readFigures(figures)?.urls ?? null, changes: readChanges(changes) },
  }
}

/** Returns the schedules, or those of a website, a view or a client, the next run first and paused ones last. */
export async function listSchedules(
  db: Kysely<Schema>,
  { website_id, view_id, client }: ScheduleListQuery = { website_id: null, view_id: null, client: null },
  scope: Scope = everyRow,
): Promise<ScheduleRecord[]> {
  let query = selectSchedules(db).where(and(isVisible(scope, 'schedules', 's')))
  if (website_id !== null) query = query.where('s.website_id', '=', website_id)
  if (view_id !== null) query = query.where('s.view_id', '=', view_id)
  if (client !== null)
    query = query.where((eb) => eb.or([eb('w.client_id', '=', client), eb('v.client_id', '=', client)]))
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

export type NewSchedule = ScheduleTarget &
  ScheduleTimes &
  Pick<Insertable<SchedulesTable>, 'paused' | 'author_id' | 'author_name' | 'crawl_url' | 'crawl_limits' | 'render'>

/** Creates a schedule. A website or a view has at most one. Call it in a transaction. */
export async function createSchedule(
  tx: Transaction<Schema>,
  schedule: NewSchedule,
): Promise<{ id: number } | 'exists' | 'too many'> {
  await lockTable(tx, 'schedules')
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
 * Sets the times and the crawl, and whether the schedule is paused unless that is undefined. The next run is computed
 * from now, so runs missed while it was paused are not made up. Returns false if there is no such schedule.
 */
export async function changeSchedule(
  db: Kysely<Schema>,
  id: number,
  {
    paused,
    ...times
  }: ScheduleTimes & Pick<Updateable<SchedulesTable>, 'paused' | 'crawl_url' | 'crawl_limits' | 'render'>,
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
