import type { Kysely } from 'kysely'
import { counted } from '#contract/format/numbers.ts'
import { NewJobForm } from '#contract/forms/job-form.ts'
import {
  Job,
  type JobCommand,
  jobCommands,
  jobListParams,
  JobUrl,
  jobUrlParams,
  maxJobBody,
} from '#contract/jobs/job.ts'
import { runListParams, Run } from '#contract/jobs/runs.ts'
import { described, paging, runFilter } from '#contract/openapi/parameters.ts'
import { itemOf, listOf, namedBody } from '#contract/openapi/schemas.ts'
import { type Reader, scopeOf } from '#service/access/policy.ts'
import { presentJob, presentJobUrl, presentRun } from '#service/present/rows.ts'
import type { Store } from '#service/store/database.ts'
import { commandJob } from '#service/store/jobs/commands.ts'
import { findJob, type JobRecord, listJobUrls } from '#service/store/jobs/jobs.ts'
import type { RoomForJobs } from '#service/store/jobs/room.ts'
import { listJobs, listRuns } from '#service/store/jobs/runs.ts'
import type { Schema } from '#service/store/schema.ts'
import { auditedJob, type AuditRecorder } from '../audit-recorder.ts'
import type { Identify } from '../identify.ts'
import type { RequestLimits } from '../limits.ts'
import { clientOrRightsGone, limitLongResponses } from '../long-responses.ts'
import { acceptedJob, contentOf, locationOfJob, repeatedJob, storeJob } from '../new-job.ts'
import { notFound, Problem } from '../problem.ts'
import { jobEvents, sendEvents } from '../responses/events.ts'
import { listBody } from '../responses/lists.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = {
  db: Store['db']
  audit: AuditRecorder
  identify: Identify
  publicUrl: string | null
  roomForJobs: RoomForJobs
  limits: RequestLimits
  /** Wakes the job runner of this process, if it has one, for new work. */
  wakeJobs: () => void
  /** True once the service is shutting down. */
  isDraining: () => boolean
}

const route = routeUsing<Deps>()

/** Safety limits: each stream reads the database four times a second. */
export const maxStreams = 100
export const maxStreamsOfKey = 20
const admitStream = limitLongResponses(maxStreams, maxStreamsOfKey, 'Too many jobs are being watched')

const JobItem = itemOf('JobItem', Job, 200)

const commandSummaries: Record<JobCommand, string> = {
  pause: 'Pause a job',
  resume: 'Resume a job',
  cancel: 'Cancel a job',
  retry: 'Analyse the failed URLs of a job again',
  repeat: 'Check the rows of a redirect map again',
}

const command = (name: JobCommand) =>
  route(
    {
      method: 'POST',
      path: `/api/v1/jobs/{id}/${name}`,
      access: 'change jobs',
      id: `${name}Job`,
      summary: commandSummaries[name],
      responses: { 200: { description: 'The job.', schema: JobItem } },
      errors: [...keyedWrite, 404, 409, 415, 422],
    },
    async ({ params: { id }, request }, { db, audit, wakeJobs }) => {
      const before = await jobIn(db, id)
      if (name === 'repeat' && before.kind !== 'redirects')
        throw new Problem('job_finished', 'Only a redirect map can be checked again. Start another job instead.')
      if (!(await commandJob(db, id, name)))
        throw new Problem('job_finished', `This job is ${before.state}. It can't be changed.`)
      const job = await jobIn(db, id)
      if (name === 'cancel' && before.state !== 'cancelled')
        await audit.record(request, { action: 'job_cancelled', object: auditedJob(job), detail: detailOf(job) })
      wakeJobs()
      return { data: presentJob(job), status: 200 }
    },
  )

/** Jobs. All keys see all jobs; full keys start and control them. */
export const jobRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/jobs',
      access: 'list jobs',
      id: 'listJobs',
      summary: 'List jobs',
      query: described(jobListParams, { client: runFilter.client, ...paging }),
      responses: { 200: { description: 'A page of jobs, newest first.', schema: listOf('JobList', Job) } },
      errors: [...keyed, 422],
    },
    async (input, deps) => {
      const jobs = await listJobs(deps.db, input.query, scopeOf(input.reader))
      return listBody(
        input,
        deps,
        jobs,
        jobs.rows.map((job) => presentJob(shownTo(input.reader, job))),
      )
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/runs',
      access: 'list jobs',
      id: 'listRuns',
      summary: 'List runs',
      description: 'Jobs, and runs of schedules that started none. Counts end at 10,000.',
      query: described(runListParams, { ...runFilter, ...paging }),
      responses: { 200: { description: 'A page of runs, newest first.', schema: listOf('RunList', Run) } },
      errors: [...keyed, 422],
    },
    async (input, deps) => {
      const runs = await listRuns(deps.db, input.query, scopeOf(input.reader))
      return listBody(
        input,
        deps,
        runs,
        runs.rows.map((run) => presentRun(shownTo(input.reader, run))),
      )
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/jobs',
      access: 'change jobs',
      id: 'createJob',
      adds: true,
      summary: 'Analyse many pages',
      description:
        'Analyses URLs in the background: a list, those of a sitemap, or the pages found by following a website’s links. Each URL gets exactly one report, or an error that explains why it has none. A crawl obeys robots.txt, nofollow and canonical URLs. It ends with the pages that only the sitemap lists. With `redirects`, it checks where old URLs lead instead, obeys robots.txt, and creates no reports.',
      form: namedBody(
        'NewJob',
        NewJobForm,
        'Exactly one of `urls`, `sitemap`, `crawl` and `redirects`. `urls`, `redirects`, `include`, `exclude` and `ignore_parameters` have one entry per line; in JSON they can be arrays, in a form they can be repeated. `render` tells which pages are rendered in a browser, instead of the setting of their website. At most 8 MB. `redirects` is a redirect map: an old URL and the expected one per line, as CSV with commas, semicolons or tabs. A heading can name their columns.',
      ),
      repeatable: { lines: ['urls', 'redirects', 'include', 'exclude', 'ignore_parameters'] },
      maxBodyBytes: maxJobBody,
      example: { urls: 'https://www.example.com/' },
      responses: { 202: acceptedJob },
      errors: [...keyedForm, 409],
      repeat: ({ id }, { db }) => repeatedJob(db, id),
    },
    async ({ form, request, reply }, deps) => {
      const { db, audit, wakeJobs } = deps
      const job = await jobIn(db, await storeJob(deps, request, form.client_id ?? null, await contentOf(form)))
      await audit.record(request, { action: 'job_created', object: auditedJob(job), detail: detailOf(job) })
      wakeJobs()
      reply.header('Location', locationOfJob(job.id))
      return { data: presentJob(job), status: 202 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/jobs/{id}',
      access: 'list jobs',
      id: 'showJob',
      summary: 'Get a job',
      responses: { 200: { description: 'The job, in any state.', schema: JobItem } },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader }, { db }) => ({
      data: presentJob(shownTo(reader, await jobIn(db, id))),
      status: 200,
    }),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/jobs/{id}/urls',
      access: 'list jobs',
      id: 'listJobUrls',
      summary: 'List the URLs of a job',
      find: ({ params: { id } }, { db }) => jobIn(db, id),
      query: described(jobUrlParams, { state: 'Only URLs in this state.', ...paging }),
      responses: { 200: { description: 'A page of URLs, by line.', schema: listOf('JobUrlList', JobUrl) } },
      errors: [...keyed, 404, 422],
    },
    async (input, deps) => {
      const urls = await listJobUrls(deps.db, input.found, input.query, scopeOf(input.reader))
      return listBody(input, deps, urls, urls.rows.map(presentJobUrl))
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/jobs/{id}/events',
      access: 'list jobs',
      id: 'watchJob',
      summary: 'Watch a job',
      description: `Server-sent events: \`progress\` with the job as JSON now and after each change, at most four a second. Ends when the job has finished, when the key is revoked or expires, when the job can no longer be seen, and after ten minutes. At most ${maxStreamsOfKey} at once with one key.`,
      responses: { 200: { description: 'The events.', type: 'text/event-stream' } },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader, request, reply }, deps) => {
      await jobIn(deps.db, id)
      admitStream(request, reply)
      const shown = (job: JobRecord) => shownTo(reader, job)
      return sendEvents(reply, jobEvents(deps, id, shown, clientOrRightsGone(request, reply, deps)))
    },
  ),

  ...jobCommands.map(command),
]

/** The label of a job of several websites can name those that a reader can’t see. */
export function shownTo(reader: Reader, job: JobRecord): JobRecord {
  const scope = scopeOf(reader)
  const isForeign = scope.kind === 'granted' && job.domain === null && job.author_id !== scope.author?.author_id
  return isForeign ? { ...job, label: '', url: null } : job
}

export async function jobIn(db: Kysely<Schema>, id: number): Promise<JobRecord> {
  const job = await findJob(db, id)
  if (!job) throw notFound()
  return job
}

const detailOf = ({ kind, counts: { total } }: JobRecord) =>
  kind === 'urls' ? counted(total, 'URL') : kind === 'redirects' ? counted(total, 'redirect') : kind
