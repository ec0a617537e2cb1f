/** The next URL of a key's oldest job, by which URLs are claimed. */
export const jobAge = (): string[] => [
  "create index job_urls_by_age on job_urls (key_id, job_id, host, run_after, line) where state = 'queued'",
]
