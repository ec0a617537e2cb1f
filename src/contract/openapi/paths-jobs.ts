import * as z from 'zod'
import { NewJobForm } from '../forms/job-form.ts'
import {
  type JobCommand,
  jobCommands,
  jobDays,
  jobKinds,
  jobListParams,
  jobStates,
  jobUrlParams,
  jobUrlStates,
} from '../jobs/job.ts'
import type { Operation, Paths } from './operation.ts'
import { parametersOf } from './parameters.ts'
import { Count, Id, itemOf, listOf, named, namedBody, Score, Timestamp } from './schemas.ts'

const jobs = { tag: 'Extensions', extension: 'jobs' } as const

const JobError = named(
  'JobError',
  z.strictObject({
    status: z.int().nullable(),
    code: z.string().nullable(),
    message: z.string(),
    errors: z.strictObject({ url: z.array(z.string()).nullable() }).nullable(),
  }),
  'The error that `POST /api/v1/reports` would have returned.',
)

export const SentJob = named(
  'Job',
  z.strictObject({
    id: Id,
    kind: z.enum(jobKinds),
    label: z.string(),
    state: z.enum(jobStates),
    counts: z.strictObject({
      total: Count,
      queued: Count,
      running: Count,
      done: Count,
      failed: Count,
      cancelled: Count,
    }),
    url: z.string().nullable(),
    report_id: Id.nullable(),
    attempts: Count.nullable(),
    error: JobError.nullable(),
    crawl: z
      .strictObject({
        max_pages: Count,
        max_depth: Count.nullable(),
        include: z.array(z.string()),
        exclude: z.array(z.string()),
      })
      .nullable(),
    created_by: z.strictObject({ id: z.string(), name: z.string().nullable() }).nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    finished_at: Timestamp.nullable(),
  }),
  `Analyses pages in the background. \`report_id\`, \`attempts\` and \`error\` are set for a job with one URL. \`error\` also says why a sitemap couldn’t be read, or only in part. \`url\` is that URL, the sitemap or the start of the crawl. A job is kept for ${jobDays} days after it finishes.`,
)

const SentJobUrl = named(
  'JobUrl',
  z.strictObject({
    line: z.int().gte(1),
    url: z.string(),
    state: z.enum(jobUrlStates),
    attempts: Count,
    report_id: Id.nullable(),
    score: Score.nullable(),
    error: JobError.nullable(),
    depth: Count.nullable(),
    orphan: z.boolean().nullable(),
  }),
  'A URL of a job. `error` is the error of the last attempt. `depth` is the number of clicks from the start of a crawl, and `orphan` is true if only the sitemap lists the page.',
)

const paging = { per_page: 'Rows per page.', page: 'A page past the end is empty.' }
const JobItem = itemOf('JobItem', SentJob, 200)

export const acceptedJob = {
  description: 'The job. Its reports are created in the background.',
  schema: itemOf('AcceptedJob', SentJob, 202),
  headers: ['Location'],
} as const

const commandSummaries: Record<JobCommand, string> = {
  pause: 'Pause a job',
  resume: 'Resume a job',
  cancel: 'Cancel a job',
  retry: 'Analyse the failed URLs of a job again',
}

const command = (name: JobCommand): Operation => ({
  ...jobs,
  id: `${name}Job`,
  summary: commandSummaries[name],
  access: 'write',
  refusals: [409],
  responses: { 200: { description: 'The job.', schema: JobItem } },
})

/** Jobs: many pages, analysed in the background. */
export const jobPaths: Paths = {
  '/api/v1/jobs': {
    get: {
      ...jobs,
      id: 'listJobs',
      summary: 'List jobs',
      access: 'read',
      parameters: parametersOf(jobListParams, paging),
      responses: { 200: { description: 'A page of jobs, newest first.', schema: listOf('JobList', SentJob) } },
    },
    post: {
      ...jobs,
      id: 'createJob',
      repeatable: true,
      summary: 'Analyse many pages',
      description:
        'Analyses URLs in the background: a list, those of a sitemap, or the pages found by following a website’s links. Each URL gets exactly one report, or an error that explains why it has none. A crawl obeys robots.txt, nofollow and canonical URLs. It ends with the pages that only the sitemap lists.',
      access: 'write',
      form: namedBody(
        'NewJob',
        NewJobForm,
        'Exactly one of `urls`, `sitemap` and `crawl`. `urls`, `include` and `exclude` have one entry per line; in JSON they can be arrays, in a form they can be repeated. At most 8 MB.',
      ),
      responses: { 202: acceptedJob },
    },
  },
  '/api/v1/jobs/{id}': {
    get: {
      ...jobs,
      id: 'showJob',
      summary: 'Get a job',
      access: 'read',
      responses: { 200: { description: 'The job, in any state.', schema: JobItem } },
    },
  },
  '/api/v1/jobs/{id}/urls': {
    get: {
      ...jobs,
      id: 'listJobUrls',
      summary: 'List the URLs of a job',
      access: 'read',
      parameters: parametersOf(jobUrlParams, { state: 'Only URLs in this state.', ...paging }),
      responses: { 200: { description: 'A page of URLs, by line.', schema: listOf('JobUrlList', SentJobUrl) } },
    },
  },
  '/api/v1/jobs/{id}/events': {
    get: {
      ...jobs,
      id: 'watchJob',
      summary: 'Watch a job',
      description:
        'Server-sent events: `progress` with the job as JSON now and after each change, at most four a second. Ends when the job has finished, and after ten minutes.',
      access: 'read',
      responses: { 200: { description: 'The events.', type: 'text/event-stream' } },
    },
  },
  ...Object.fromEntries(jobCommands.map((name) => [`/api/v1/jobs/{id}/${name}`, { post: command(name) }])),
}
