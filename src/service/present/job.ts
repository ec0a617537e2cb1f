import type { Job, JobUrl } from '#contract/jobs/job.ts'
import type { JobRecord, JobUrlRecord } from '#service/store/jobs/jobs.ts'

export function presentJob(job: JobRecord): Job {
  const { single, crawl } = job
  return {
    id: job.id,
    kind: job.kind,
    label: job.label,
    state: job.state,
    counts: job.counts,
    url: job.url,
    report_id: single?.report_id ?? null,
    attempts: single?.attempts ?? null,
    // The error of a URL that is tried again is no error of the job yet.
    error: job.error ?? (single?.state === 'failed' ? single.error : null),
    crawl: crawl && {
      max_pages: crawl.max_pages,
      max_depth: crawl.max_depth,
      include: crawl.include,
      exclude: crawl.exclude,
    },
    created_by: { id: job.key_id, name: job.key_name },
    created_at: job.created_at,
    updated_at: job.updated_at,
    finished_at: job.finished_at,
  }
}

export function presentJobUrl(url: JobUrlRecord): Omit<JobUrl, 'id'> {
  return {
    line: url.line,
    url: url.url,
    state: url.state,
    attempts: url.attempts,
    report_id: url.report_id,
    score: url.score,
    error: url.error,
    depth: url.depth,
    orphan: url.orphan,
  }
}
