import { queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod'
import { isFinished, Job, JobUrl, type JobUrlState } from '#contract/jobs/job.ts'
import { readItem, readListPage } from '#contract/responses/envelope.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { Id } from '#contract/values.ts'
import { CrawlParameter } from '#contract/websites/crawls.ts'
import { paths } from '#web/app/paths.ts'
import { nullIfMissing } from '#web/data/api-error.ts'
import { pause } from '#web/data/concurrency.ts'
import { currentClient } from '#web/data/current-client.ts'
import { eventsIn } from '#web/data/events.ts'
import { ownChanges, queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { websiteIdOf } from '#web/resources/websites.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { trackedJobs, untrackJob } from './tracked-jobs.ts'
import { trayWords } from './words.ts'

/** In ms. With events, running jobs are rarely polled. While none is open, a colleague can start one. */
const pollMs = { withoutEvents: 2000, withEvents: 15_000, idle: 30_000 }

export const jobQueries = {
  all: () => [server, 'jobs'] as const,
  /** Whether events of a running job arrive. Only set, never requested. */
  hasEvents: () => [...jobQueries.all(), 'events'] as const,
  /** Lists of runs, which show the jobs as they were. */
  runs: () => [...jobQueries.all(), 'runs'] as const,
  /** The open jobs of everyone, and those of this browser. */
  recent: () =>
    queryOptions({
      queryKey: [...jobQueries.all(), 'recent'],
      queryFn: ({ signal }) => readRecent(signal),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        pollMs[data?.every(isFinished) ? 'idle' : hasEvents() ? 'withEvents' : 'withoutEvents'],
    }),
  urls: (id: number, state: JobUrlState | null, perPage: number) =>
    queryOptions({
      queryKey: [...jobQueries.all(), 'urls', id, state, perPage],
      queryFn: ({ signal }) => readUrls(id, state, perPage, 1, signal),
    }),
}

const hasEvents = () => queryClient.getQueryData<boolean>(jobQueries.hasEvents()) === true
const setHasEvents = (has: boolean) => queryClient.setQueryData(jobQueries.hasEvents(), has)

/**
 * The parameters that the last finished crawl of a website saw and that change nothing; those of campaigns as `utm_*`.
 * Empty for a website without a crawl.
 */
export const ignorableParametersQuery = (domain: string | null) =>
  queryOptions({
    queryKey: [server, 'crawls', 'parameters', domain],
    queryFn: ({ signal }) => readIgnorable(domain ?? '', signal),
    enabled: domain !== null,
    staleTime: 60_000,
  })

async function readIgnorable(domain: string, signal: AbortSignal): Promise<string[]> {
  const id = await websiteIdOf(domain, signal)
  if (id === null) return []
  const read = (body: unknown) => readListPage(CrawlOfWebsite, body)
  const crawls = await nullIfMissing(currentClient().get(`/websites/${id}/crawls?per_page=10`, read, { signal }))
  const parameters = crawls?.rows.find(({ figures }) => figures !== null)?.figures?.parameters ?? []
  const names = parameters.filter(({ ignorable }) => ignorable).map(({ name }) => name)
  return [...new Set(names.map((name) => (name.startsWith('utm_') ? 'utm_*' : name)))]
}

const CrawlOfWebsite = lenient(
  z.object({ id: Id, figures: z.object({ parameters: z.array(CrawlParameter) }).nullable() }),
)

async function readRecent(signal: AbortSignal): Promise<Job[]> {
  const read = (body: unknown) => readListPage(Job, body)
  const { rows } = await currentClient().get('/runs?state=open&per_page=25', read, { signal })
  const older = trackedJobs().filter(({ id }) => !rows.some((job) => job.id === id))
  const found = await Promise.all(older.map(({ id }) => showJob(id, signal)))
  return [...rows, ...found.filter((job) => job !== null)]
}

/** Returns null for a job that is over for long, and no longer tracks it. */
async function showJob(id: number, signal: AbortSignal): Promise<Job | null> {
  const job = await nullIfMissing(currentClient().get(`/jobs/${id}`, readJob, { signal }))
  if (job?.urls_kept) return job
  untrackJob(id)
  return null
}

/** Lists identify their rows by `id`. */
const JobUrlRow = lenient(JobUrl).transform((row) => ({ ...row, id: row.line }))
export type JobUrlRow = z.output<typeof JobUrlRow>

export const readJob = (body: unknown) => readItem(Job, body)

export function readUrls(id: number, state: JobUrlState | null, perPage: number, page: number, signal?: AbortSignal) {
  const path = `/jobs/${id}/urls?${new URLSearchParams({ ...(state && { state }), per_page: `${perPage}`, page: `${page}` })}`
  return currentClient().get(path, (body) => readListPage(JobUrlRow, body), { signal })
}

/** More new reports than a list shows are announced as those of others. */
const maxOwnReports = 500

/** Marks the reports of a finished job as changes of this tab. */
export async function ownReportsOf({ id, counts }: Job): Promise<void> {
  if (counts.done > maxOwnReports) return
  for (let page = 1; (page - 1) * 100 < counts.done; page += 1)
    for (const { report_id } of (await readUrls(id, 'done', 100, page)).rows)
      if (report_id !== null) ownChanges.add('reports', report_id)
}

/** Puts a newer version of a job into the cache. */
export function updateJob(job: Job) {
  queryClient.setQueryData(jobQueries.recent().queryKey, (jobs: Job[] | undefined) =>
    jobs?.some(({ id }) => id === job.id)
      ? jobs.map((before) => (before.id === job.id ? job : before))
      : jobs && [job, ...jobs],
  )
}

/** Reads a job from the data of an event. */
export const readEvent = (data: string): Job => lenient(Job).parse(JSON.parse(data))

/** The pause before events are requested again after a failure, in ms. Until then the job is polled. */
const retryMs = 30_000

/**
 * Follows a job by server-sent events while this tab is visible, because browsers open few connections to a server.
 * While they arrive, jobs are rarely polled.
 */
export function useJobEvents(id: number | null) {
  const isVisible = useIsVisible()
  useEffect(() => {
    if (id === null || !isVisible) return
    const stop = new AbortController()
    void follow(id, stop.signal)
    return () => {
      stop.abort()
      setHasEvents(false)
    }
  }, [id, isVisible])
}

/**
 * The server closes the stream after some minutes, even if the job is still running. A stream without any event counts
 * as a failure: something between may remove them.
 */
async function follow(id: number, signal: AbortSignal) {
  while (!signal.aborted) {
    let isStream = false
    try {
      const headers = { Accept: 'text/event-stream' }
      const { body } = await currentClient().call('GET', `/jobs/${id}/events`, { signal, headers, asStream: true })
      for await (const { data } of eventsIn(body)) {
        const job: Job = readEvent(data)
        setHasEvents(true)
        updateJob(job)
        if (job.finished_at !== null) return
        isStream = true
      }
    } catch {
      isStream = false
    }
    if (signal.aborted) return
    setHasEvents(isStream)
    void queryClient.invalidateQueries({ queryKey: jobQueries.recent().queryKey })
    if (!isStream) await pause(retryMs, signal)
  }
}

function useIsVisible() {
  const [isVisible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const update = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}

/** Names a job by its label, or else by its content. */
export function jobTitle(job: Pick<Job, 'kind' | 'label' | 'counts' | 'url'>): string {
  if (!job.url) return trayWords.title(job, null)
  const { host, path } = urlParts(job.url)
  return trayWords.title(job, host + (path === '/' ? '' : path))
}

/**
 * Returns the path of what a job found: its crawl, its redirects, its report, or the reports of its website on its
 * days. Null if it found nothing.
 */
export function resultsPath(
  job: Pick<
    Job,
    'id' | 'kind' | 'results' | 'report_id' | 'counts' | 'domain' | 'website_id' | 'created_at' | 'finished_at'
  >,
) {
  const { id, results, report_id, counts, domain, website_id, created_at, finished_at } = job
  if (results) return paths.crawl(results.website_id, id)
  if (job.kind === 'redirects') return paths.redirects(id)
  if (report_id !== null) return paths.report(report_id)
  if (finished_at === null || counts.done === 0) return null
  // Its website was deleted, with its reports.
  if (domain !== null && website_id === null) return null
  return paths.reports({ website_id, from: created_at.slice(0, 10), to: finished_at.slice(0, 10) })
}
