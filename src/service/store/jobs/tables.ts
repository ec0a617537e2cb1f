import type { Generated, GeneratedAlways } from 'kysely'
import type { JobKind, JobState, JobUrlState } from '#contract/jobs/job.ts'

export type JobsTable = {
  id: GeneratedAlways<number>
  kind: JobKind
  label: string
  url: string | null
  /** The limits of a crawl, as JSON. */
  options: string | null
  /** The key that created the job. */
  key_id: string
  key_name: string | null
  state: JobState
  /** The numbers of its URLs by state. */
  queued: Generated<number>
  running: Generated<number>
  done: Generated<number>
  failed: Generated<number>
  cancelled: Generated<number>
  /** 1 while URLs are still read from the job's source. */
  sources: Generated<number>
  error: string | null
  created_at: string
  updated_at: string
  finished_at: string | null
}

export type JobUrlsTable = {
  job_id: number
  line: number
  key_id: string
  host: string
  url: string
  state: JobUrlState
  /** Empty if it was not tried before. */
  run_after: Generated<string>
  /** The numbers of claims and of failed tries. */
  attempts: Generated<number>
  failures: Generated<number>
  lease_owner: string | null
  lease_until: string | null
  report_id: number | null
  error: string | null
  depth: number | null
  orphan: 0 | 1 | null
}
