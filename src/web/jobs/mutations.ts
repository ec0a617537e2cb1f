import type { JobCommand } from '#contract/jobs/job.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { jobQueries, readJob, updateJob } from './queries.ts'

/** The longest time in ms in which the server may take in a long list. */
const maxSilence = 120_000

export const createJob = (form: Record<string, string>, signal?: AbortSignal) =>
  currentClient().write('POST', '/jobs', readJob, { form, signal, maxSilence, creates: true })

/** Jobs are read again even after a failure, because a command whose response was lost may have been carried out. */
export const commandJob = (id: number, command: JobCommand): Promise<void> =>
  currentClient()
    .write('POST', `/jobs/${id}/${command}`, readJob)
    .then(updateJob)
    .finally(() => void queryClient.invalidateQueries({ queryKey: jobQueries.all() }))
