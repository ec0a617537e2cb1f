import { NewJobForm } from '../forms/job-form.ts'
import { Job, type JobCommand, jobCommands, jobListParams, JobUrl, jobUrlParams } from '../jobs/job.ts'
import type { Operation, Paths } from './operation.ts'
import { parametersOf } from './parameters.ts'
import { itemOf, listOf, namedBody } from './schemas.ts'

const jobs = { tag: 'Extensions', extension: 'jobs' } as const

const paging = { per_page: 'Rows per page.', page: 'A page past the end is empty.' }
const JobItem = itemOf('JobItem', Job, 200)

export const acceptedJob = {
  description: 'The job. Its reports are created in the background.',
  schema: itemOf('AcceptedJob', Job, 202),
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
      responses: { 200: { description: 'A page of jobs, newest first.', schema: listOf('JobList', Job) } },
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
      responses: { 200: { description: 'A page of URLs, by line.', schema: listOf('JobUrlList', JobUrl) } },
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
