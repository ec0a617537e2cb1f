import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { isFinished, Job, JobUrl, type JobUrlState } from '#contract/jobs/job.ts'
import { readItem, readListPage } from '#contract/responses/envelope.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { currentClient } from '#web/data/current-client.ts'
import { nullIfMissing } from '#web/data/null-if-missing.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { trackedJobs, untrackJob } from './tracked-jobs.ts'

/** In ms. With events, running jobs are rarely polled. */
const pollMs = { withoutEvents: 2000, withEvents: 15_000 }

export const jobQueries = {
  all: () => [server, 'jobs'] as const,
  /** The newest jobs, and those of this browser. */
  recent: (hasEvents = false) =>
    queryOptions({
      queryKey: [...jobQueries.all(), 'recent'],
      queryFn: ({ signal }) => readRecent(signal),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.every(isFinished) ? false : pollMs[hasEvents ? 'withEvents' : 'withoutEvents'],
    }),
  urls: (id: number, state: JobUrlState | null, perPage: number) =>
    queryOptions({
      queryKey: [...jobQueries.all(), 'urls', id, state, perPage],
      queryFn: ({ signal }) => readUrls(id, state, perPage, 1, signal),
    }),
}

async function readRecent(signal: AbortSignal): Promise<Job[]> {
  const { rows } = await currentClient().get('/jobs?per_page=25', (body) => readListPage(Job, body), { signal })
  const older = trackedJobs().filter(({ id }) => !rows.some((job) => job.id === id))
  const found = await Promise.all(older.map(({ id }) => showJob(id, signal)))
  return [...rows, ...found.filter((job) => job !== null)]
}

/** Returns null for a job that the server has deleted, and no longer tracks it. */
async function showJob(id: number, signal: AbortSignal): Promise<Job | null> {
  const job = await nullIfMissing(currentClient().get(`/jobs/${id}`, readJob, { signal }))
  if (!job) untrackJob(id)
  return job
}

/** Lists identify their rows by `id`. */
const JobUrlRow = lenient(JobUrl).transform((row) => ({ ...row, id: row.line }))
export type JobUrlRow = z.output<typeof JobUrlRow>

export const readJob = (body: unknown) => readItem(Job, body)

export function readUrls(id: number, state: JobUrlState | null, perPage: number, page: number, signal?: AbortSignal) {
  const path = `/jobs/${id}/urls?${new URLSearchParams({ ...(state && { state }), per_page: `${perPage}`, page: `${page}` })}`
  return currentClient().get(path, (body) => readListPage(JobUrlRow, body), { signal })
}

/** Puts a newer version of a job into the cache. */
export function updateJob(job: Job) {
  queryClient.setQueryData(jobQueries.recent().queryKey, (jobs: Job[] | undefined) =>
    jobs?.some(({ id }) => id === job.id) ? jobs.map((one) => (one.id === job.id ? job : one)) : jobs && [job, ...jobs],
  )
}

/** Reads a job from the data of an event. */
export const readEvent = (data: string): Job => lenient(Job).parse(JSON.parse(data))
