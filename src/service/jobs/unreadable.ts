import type { JobError } from '#contract/jobs/job.ts'

/** The error of a job whose sitemaps can't be read, or only in part. */
export const unreadable = (message: string): JobError => ({ status: 422, code: 'unreadable', message, errors: null })
