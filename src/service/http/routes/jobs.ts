import type { FastifyInstance, FastifyRequest } from 'fastify'
import { counted } from '#contract/format/numbers.ts'
import { NewJobForm } from '#contract/forms/job-form.ts'
import { type Job, jobCommands, jobListParams, type JobUrl, jobUrlParams } from '#contract/jobs/job.ts'
import type { ItemEnvelope, ListEnvelope } from '#contract/responses/envelope.ts'
import { presentJob } from '#service/present/rows.ts'
import { commandJob } from '#service/store/jobs/commands.ts'
import { findJob, type JobRecord, listJobs, listJobUrls } from '#service/store/jobs/jobs.ts'
import { auditedJob } from '../audit-recorder.ts'
import { largerBodies, readBody } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { newJobSentences } from '../form-sentences.ts'
import type { Repeat } from '../idempotency.ts'
import { contentOf, locationOfJob, repeatedJob, storeJob } from '../new-job.ts'
import { clientClosedRequest, notFound, Problem, tryAgainLater } from '../problem.ts'
import { readRequestQuery } from '../query.ts'
import { idIn } from '../request.ts'
import { jobEvents } from '../responses/job-events.ts'
import { listResponse } from '../responses/lists.ts'
import { sendEvents } from '../responses/server-sent-events.ts'

/** Safety limit: each stream reads the database four times a second. */
const maxStreams = 100

/** Declares jobs. All keys see all jobs; full keys start and control them. */
export function jobRoutes(
  app: FastifyInstance,
  { store: { db }, identify, audit, publicUrl, wakeJobs, isDraining }: HttpDeps,
) {
  let streams = 0

  app.get('/api/v1/jobs', identify.to('list jobs'), async (request): Promise<ListEnvelope<Job>> => {
    const { query, search } = readRequestQuery(jobListParams, request)
    const jobs = await listJobs(db, query)
    return listResponse(request, publicUrl, query, search, jobs, jobs.rows.map(presentJob))
  })

  const repeat: Repeat = ({ id }) => repeatedJob(db, id)
  const takesMany = {
    ...identify.to('change jobs'),
    bodyLimit: largerBodies['/api/v1/jobs'],
    config: { lines: ['urls', 'include', 'exclude'], repeat },
  }
  app.post('/api/v1/jobs', takesMany, async (request, reply): Promise<ItemEnvelope<Job>> => {
    const content = await contentOf(readBody(request, NewJobForm, newJobSentences))
    const job = await jobIn(await storeJob(db, request, content))
    await audit.record(request, { action: 'job_created', object: auditedJob(job), detail: detailOf(job) })
    wakeJobs()
    reply.code(202).header('Location', locationOfJob(job.id))
    return { data: presentJob(job), status: 202 }
  })

  app.get('/api/v1/jobs/:id', identify.to('list jobs'), async (request): Promise<ItemEnvelope<Job>> => {
    return { data: presentJob(await jobOf(request)), status: 200 }
  })

  app.get(
    '/api/v1/jobs/:id/urls',
    identify.to('list jobs'),
    async (request): Promise<ListEnvelope<Omit<JobUrl, 'id'>>> => {
      const { query, search } = readRequestQuery(jobUrlParams, request)
      const urls = await listJobUrls(db, await jobOf(request), query)
      return listResponse(request, publicUrl, query, search, urls, urls.rows)
    },
  )

  app.get('/api/v1/jobs/:id/events', identify.to('list jobs'), async (request, reply) => {
    const { id } = await jobOf(request)
    // If the connection closed while the job was read, its place would never become free.
    if (reply.raw.closed) throw clientClosedRequest()
    if (streams >= maxStreams) throw tryAgainLater('busy', 'Too many jobs are being watched. Try again later.', 60)
    streams += 1
    reply.raw.once('close', () => (streams -= 1))
    return sendEvents(reply, jobEvents(db, id, isDraining))
  })

  for (const command of jobCommands) {
    app.post(`/api/v1/jobs/:id/${command}`, identify.to('change jobs'), async (request): Promise<ItemEnvelope<Job>> => {
      const before = await jobOf(request)
      if (!(await commandJob(db, before.id, command)))
        throw new Problem('job_finished', `This job is ${before.state}. It can't be changed.`)
      const job = await jobIn(before.id)
      if (command === 'cancel' && before.state !== 'cancelled')
        await audit.record(request, { action: 'job_cancelled', object: auditedJob(job), detail: detailOf(job) })
      wakeJobs()
      return { data: presentJob(job), status: 200 }
    })
  }

  const jobOf = (request: FastifyRequest) => jobIn(idIn(request))

  async function jobIn(id: number): Promise<JobRecord> {
    const job = await findJob(db, id)
    if (!job) throw notFound()
    return job
  }
}

const detailOf = ({ kind, counts: { total } }: JobRecord) => (kind === 'urls' ? counted(total, 'URL') : kind)
