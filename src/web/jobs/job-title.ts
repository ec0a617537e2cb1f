import type { Job } from '#contract/jobs/job.ts'
import { urlParts } from '#web/ui/url.tsx'
import { trayWords } from './words.ts'

/** Names a job by its label, or else by what it analyses. */
export function jobTitle(job: Pick<Job, 'kind' | 'label' | 'counts' | 'url'>): string {
  if (!job.url) return trayWords.title(job, null)
  const { host, path } = urlParts(job.url)
  return trayWords.title(job, host + path)
}
