import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RenderMode } from '#contract/reports/rendering.ts'
import { scopeOf } from '#service/access/policy.ts'
import { readPageUrl } from '#service/fetcher/page-url.ts'
import type { AnalysisQueue } from '#service/jobs/analysis-queue.ts'
import { presentJob } from '#service/present/rows.ts'
import { canReach } from '#service/store/access/visible.ts'
import { assignWebsite } from '#service/store/clients.ts'
import type { Store } from '#service/store/database.ts'
import { findJob } from '#service/store/jobs/jobs.ts'
import type { RoomForJobs } from '#service/store/jobs/room.ts'
import { neverRescored } from '#service/store/reports/reports.ts'
import { auditedJob, type AuditRecorder } from './audit-recorder.ts'
import { recordWrite } from './idempotency.ts'
import type { RequestLimits } from './limits.ts'
import { locationOfJob, storeJob } from './new-job.ts'
import { permitPages } from './permits.ts'
import { notAllowed, notFound } from './problem.ts'
import { senderOf } from './request.ts'
import type { AnalysisListeners } from './responses/events.ts'
import { reportBody } from './responses/reports.ts'

export type NewReportDeps = {
  db: Store['db']
  audit: AuditRecorder
  limits: RequestLimits
  queue: AnalysisQueue
  roomForJobs: RoomForJobs
  /** Wakes the job runner of this process, if it has one, for new work. */
  wakeJobs: () => void
}

export const locationOfReport = (id: number) => `/api/v1/reports/${id}`

/** The fields of a new report. */
export type RequestedPage = { url: string; render: RenderMode | undefined; clientId: number | null }

/** Analyses a page, and responds with its report. */
export async function createReportNow(
  { url, render, clientId }: RequestedPage,
  request: FastifyRequest,
  signal: AbortSignal,
  deps: NewReportDeps,
  listeners?: AnalysisListeners,
) {
  const { db, queue, audit } = deps
  await permitPages(deps, request, { hosts: [readPageUrl(url).host], clientId, field: 'url' })
  const { record, ...payload } = await queue.analyseNow(url, {
    requester: senderOf(request).author_id,
    signal,
    ...listeners,
    isAsked: true,
    render,
    beforeStoring:
      async () =>
      async (tx, { id, website_id }, isNewWebsite) => {
        if (isNewWebsite && clientId !== null) await assignWebsite(tx, website_id, clientId)
        // The website may have come to another client while its page was analysed.
        if (!(await canReach(tx, scopeOf(request.reader, 'edit'), 'websites', website_id)))
          throw notAllowed('This website was given to another client during the analysis.')
        await recordWrite(tx, request, { status: 201, location: locationOfReport(id), id })
      },
  })
  await audit.record(request, {
    action: 'report_created',
    object: { kind: 'report', id: record.id, name: record.url },
  })
  return {
    data: await reportBody(db, { record, payload, rescoring: neverRescored }, scopeOf(request.reader)),
    status: 201 as const,
  }
}

/** Responds before the page is analysed (RFC 7240). */
export async function createReportLater(
  { url, render, clientId }: RequestedPage,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: NewReportDeps,
) {
  const { db, audit, wakeJobs } = deps
  const { href, host } = readPageUrl(url)
  const urls = [{ line: 1, url: href, host }]
  const id = await storeJob(deps, request, clientId, {
    kind: 'url',
    label: '',
    url: href,
    crawl: null,
    render: render ?? null,
    urls,
  })
  const job = await findJob(db, id)
  if (!job) throw notFound()
  await audit.record(request, { action: 'job_created', object: auditedJob(job) })
  wakeJobs()
  reply.code(202).header('Location', locationOfJob(id)).header('Preference-Applied', 'respond-async')
  return { data: presentJob(job), status: 202 as const }
}
