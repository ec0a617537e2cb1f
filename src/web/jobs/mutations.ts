import type { JobCommand } from '#contract/job.ts'
import { queryClient } from '#web/data/query-client.ts'
import { currentClient } from '#web/data/session.ts'
import { jobQueries, readJob, updateJob } from './queries.ts'

/** The longest time in ms in which the server may take in a long list. */
const maxSilence = 120_000

export const createJob = (form: Record<string, string>, signal?: AbortSignal) =>
  currentClient().write('POST', '/jobs', readJob, { form, signal, maxSilence })

export async function commandJob(id: number, command: JobCommand): Promise<void> {
  updateJob(await currentClient().write('POST', `/jobs/${id}/${command}`, readJob))
  void queryClient.invalidateQueries({ queryKey: jobQueries.all() })
}
