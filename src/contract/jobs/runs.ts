import * as z from 'zod'
import { type PageSize, paging } from '../lists/list-query.ts'
import { choice, day, lastDay, type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { maxId } from '../values.ts'
import { Job, jobKinds, jobStates } from './job.ts'

/** Runs of a schedule that started no job. */
export const runsWithoutJob = ['skipped', 'empty', 'not_allowed'] as const
export type RunWithoutJob = (typeof runsWithoutJob)[number]

export const runStates = [...jobStates, ...runsWithoutJob] as const
export type RunState = (typeof runStates)[number]

/** `open` are those that are queued, running or paused. */
export const runStateFilters = ['open', ...runStates] as const
export type RunStateFilter = (typeof runStateFilters)[number]

/** `schedule` are those of any kind that a schedule started, or should have. */
export const runKindFilters = [...jobKinds, 'schedule'] as const
export type RunKindFilter = (typeof runKindFilters)[number]

export const Run = z.object({ ...Job.shape, state: z.enum(runStates) }).meta({
  id: 'Run',
  description:
    'A job, or a run of a schedule that started none. `skipped`: the job of the run before was unfinished. `empty`: there was no page to analyse. `not_allowed`: its author can no longer edit the website. Only jobs are found under `/jobs`.',
})
export type Run = z.infer<typeof Run>

export type RunFilter = {
  state: RunStateFilter | null
  kind: RunKindFilter | null
  website_id: number | null
  client: number | null
  /** The first and the last day on which they were created, in UTC, as YYYY-MM-DD. */
  from: string | null
  to: string | null
}
export type RunListQuery = RunFilter & { per_page: PageSize; page: number }

/** Newest first. */
export const runListParams: QueryParams<RunListQuery> = {
  state: choice(runStateFilters, null),
  kind: choice(runKindFilters, null),
  website_id: wholeNumber(maxId, null),
  client: wholeNumber(maxId, null),
  from: day,
  to: lastDay,
  ...paging(),
}
