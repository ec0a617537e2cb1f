import { isFinished, type Job, type JobCommand, type JobUrl } from '#contract/jobs/job.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { withSoleClient } from '#web/resources/new-website-client.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { isUnreachable } from './http-fallback.ts'
import { jobQueries, readJob, readUrls, updateJob } from './queries.ts'
import { dropWaiting, inOneTab, keepWaiting, type NewJob, trackedJobs, trackJob, waitingJobs } from './tracked-jobs.ts'
import { trayWords as words } from './words.ts'

/** Starts a job, or keeps it until the browser is online again. Throws an ApiError if the server refuses it. */
export async function startJob(job: NewJob, signal?: AbortSignal): Promise<void> {
  if (!navigator.onLine) return keepWaiting(job)
  try {
    await send(job, signal)
  } catch (thrown) {
    const { kind, unsure } = asApiError(thrown)
    if (kind === 'network' && !navigator.onLine) return keepWaiting(job)
    // The job may have been created. If so, it is listed.
    if (unsure) void queryClient.invalidateQueries({ queryKey: jobQueries.all() })
    throw thrown
  }
}

/** Starts a job of pages, each once. */
export function runJobOf(pages: readonly string[]): void {
  const urls = [...new Set(pages)]
  startJob({ form: { urls: urls.join('\n') }, guesses: [], count: urls.length }).catch((thrown: unknown) =>
    showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' }),
  )
}

async function send({ form, guesses, count }: NewJob, signal?: AbortSignal): Promise<Job> {
  const job = await createJob(form, signal)
  trackJob({ id: job.id, guesses })
  updateJob(job)
  void queryClient.invalidateQueries({ queryKey: jobQueries.all() })
  announce(words.started(count))
  return job
}

/** Sends the jobs that were kept while offline. One that the server refuses is dropped and `onRefused` is called. */
export const sendWaitingJobs = (onRefused: (error: unknown) => void) =>
  inOneTab(async () => {
    for (const job of waitingJobs()) {
      if (!navigator.onLine) return
      dropWaiting(job.key)
      await startJob(job).catch(onRefused)
    }
  })

/** In rows. */
const perRequest = 100

/**
 * Analyses the URLs of a finished job again with http, if they had no scheme and nothing responded over https. They
 * keep their line numbers.
 */
export async function tryHttp(job: Job): Promise<void> {
  if (isFinished(job) && withGuesses(job)) await inOneTab(() => tryHttpOnce(job)).catch(() => {})
}

const withGuesses = (job: Job) => trackedJobs().find(({ id, guesses }) => id === job.id && guesses.length > 0)

async function tryHttpOnce(job: Job): Promise<void> {
  const tracked = withGuesses(job)
  if (!tracked) return
  trackJob({ ...tracked, guesses: [] })
  if (job.state === 'cancelled' || job.counts.failed === 0) return
  try {
    const guesses = new Set(tracked.guesses)
    const unreachable = (await failedUrls(job)).filter(
      ({ line, error }) => guesses.has(line) && isUnreachable(error?.code),
    )
    if (unreachable.length === 0) return
    const lines: string[] = []
    for (const { line, url } of unreachable) lines[line - 1] = url.replace(/^https:/, 'http:')
    const form = { urls: Array.from(lines, (line) => line ?? '').join('\n'), ...(job.label && { label: job.label }) }
    const again = await send({ form, guesses: [], count: unreachable.length })
    trackJob({ ...tracked, guesses: [], again: { id: again.id, count: unreachable.length } })
  } catch {
    // The next look at the job tries once more.
    trackJob(tracked)
  }
}

async function failedUrls({ id, counts }: Job): Promise<JobUrl[]> {
  const failed: JobUrl[] = []
  for (let page = 1; (page - 1) * perRequest < counts.failed; page += 1) {
    const { rows } = await readUrls(id, 'failed', perRequest, page)
    failed.push(...rows)
  }
  return failed
}

/** The longest time in ms in which the server may take in a long list. */
const maxSilence = 120_000

export const createJob = async (form: Record<string, string>, signal?: AbortSignal) =>
  currentClient().write('POST', '/jobs', readJob, {
    form: await withSoleClient(form),
    signal,
    maxSilence,
    creates: true,
  })

/** Jobs are read again even after a failure, because a command whose response was lost may have been carried out. */
export const commandJob = (id: number, command: JobCommand): Promise<void> =>
  currentClient()
    .write('POST', `/jobs/${id}/${command}`, readJob)
    .then(updateJob)
    .finally(() => void queryClient.invalidateQueries({ queryKey: jobQueries.all() }))
