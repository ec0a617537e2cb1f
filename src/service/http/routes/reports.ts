import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BulkDeleteForm } from '#contract/forms/id-forms.ts'
import type { Job } from '#contract/jobs/job.ts'
import { newerThanParams, reportListParams } from '#contract/lists/list-query.ts'
import type { Neighbours } from '#contract/lists/neighbours.ts'
import type { OnStage } from '#contract/reports/analysis-stage.ts'
import type { BulkDeleteResponse, DeleteOutcome } from '#contract/reports/bulk.ts'
import type { Comparison, PageHistory } from '#contract/reports/comparison.ts'
import type { Report } from '#contract/reports/report.ts'
import type { DeleteResponse, ItemEnvelope } from '#contract/responses/envelope.ts'
import type { Inlinks } from '#contract/websites/website-pages.ts'
import { canSeeDeletions, scopeOf } from '#service/access/policy.ts'
import { readPageUrl } from '#service/fetcher/page-url.ts'
import { presentJob } from '#service/present/rows.ts'
import { presentInlinks } from '#service/present/website.ts'
import { findJob } from '#service/store/jobs/jobs.ts'
import { positionInList } from '#service/store/lists/neighbours.ts'
import { findInlinks } from '#service/store/pages/page-links.ts'
import {
  deleteReport,
  findReport,
  neverRescored,
  latestReportOfSameUrl,
  urlOfDeletedReport,
} from '#service/store/reports/reports.ts'
import { findCrawlPosition } from '#service/store/websites/site-structure.ts'
import { auditedJob } from '../audit-recorder.ts'
import { fieldsOf, largerBodies, readBody } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { problemOf } from '../errors.ts'
import { bulkDeleteSentences } from '../form-sentences.ts'
import { recordWrite, type Repeat } from '../idempotency.ts'
import { locationOfJob, repeatedJob, storeJob } from '../new-job.ts'
import { notFound } from '../problem.ts'
import { readRequestQuery } from '../query.ts'
import { acceptsEvents, clientClosed, comparedIdsIn, idIn, keyIdOf, prefersAsync } from '../request.ts'
import { analysisEvents, failureOf } from '../responses/analysis-events.ts'
import { comparisonResponse, historyResponse } from '../responses/page-history.ts'
import { reportBody, reportListResponse, reportResponse } from '../responses/reports.ts'
import { sendEvents } from '../responses/server-sent-events.ts'

export function reportRoutes(
  app: FastifyInstance,
  { store: { db }, queue, pool, identify, audit, publicUrl, wakeJobs, log }: HttpDeps,
) {
  app.get('/api/v1/reports', identify.to('list reports'), async (request) => {
    const requested = readRequestQuery({ ...reportListParams, ...newerThanParams }, request)
    return reportListResponse(request, { db, publicUrl }, requested, scopeOf(request.reader))
  })

  app.get('/api/v1/reports/:id', identify.to('read a report'), async (request): Promise<ItemEnvelope<Report>> => {
    const id = idIn(request)
    const response = await reportResponse(db, id, scopeOf(request.reader))
    if (!response) throw await missing(request, id)
    return response
  })

  app.get(
    '/api/v1/reports/:id/neighbours',
    identify.to('list reports'),
    async (request): Promise<ItemEnvelope<Neighbours>> => {
      const { query } = readRequestQuery(reportListParams, request)
      const scope = scopeOf(request.reader)
      const report = await findReport(db, idIn(request), scope)
      if (!report) throw notFound()
      const { totalRelation, ...place } = await positionInList(db, report, query, scope)
      return { data: { ...place, total_relation: totalRelation }, status: 200 }
    },
  )

  app.get(
    '/api/v1/reports/:id/inlinks',
    identify.to('list reports'),
    async (request): Promise<ItemEnvelope<Inlinks>> => {
      const report = await findReport(db, idIn(request), scopeOf(request.reader))
      if (!report) throw notFound()
      const { website_id, url } = report
      return {
        data: presentInlinks(await findCrawlPosition(db, website_id, url), await findInlinks(db, report)),
        status: 200,
      }
    },
  )

  app.get(
    '/api/v1/reports/:id/history',
    identify.to('read a report'),
    async (request): Promise<PageHistory & { status: 200 }> => {
      const history = await historyResponse({ db, pool }, idIn(request), scopeOf(request.reader))
      if (!history) throw notFound()
      return history
    },
  )

  app.get(
    '/api/v1/reports/:id/compare/:other',
    identify.to('read a report'),
    async (request): Promise<ItemEnvelope<Comparison>> => {
      const ids = comparedIdsIn(request)
      const comparison = ids && (await comparisonResponse({ db, pool }, ids, scopeOf(request.reader)))
      if (!comparison) throw notFound()
      return comparison
    },
  )

  /** A repeat gets JSON, even if it accepts events: there are no stages to report. */
  const repeat: Repeat = async ({ id, status }, request, reply) => {
    if (status === 202) {
      reply.header('Preference-Applied', 'respond-async')
      return repeatedJob(db, id)
    }
    const response = await reportResponse(db, Number(id), scopeOf(request.reader))
    return response && { ...response, status: 201 }
  }
  app.post(
    '/api/v1/reports',
    { ...identify.to('create a report'), config: { repeat } },
    async (request, reply): Promise<ItemEnvelope<Report | Job>> => {
      if (prefersAsync(request)) return createLater(request, reply)
      const closed = clientClosed(reply)
      if (!acceptsEvents(request)) {
        const created = await create(request, closed)
        reply.code(201).header('Location', locationOf(created.data.id))
        return created
      }
      readPageUrl(fieldsOf(request).get('url') ?? '')
      const events = analysisEvents(
        (onStage) => create(request, closed, onStage),
        (error) => failureOf(problemOf(error, request, reply, log), request.id),
      )
      return sendEvents(reply, events)
    },
  )

  async function create(request: FastifyRequest, signal: AbortSignal, onStage?: OnStage) {
    const url = fieldsOf(request).get('url') ?? ''
    const { record, ...payload } = await queue.analyseNow(url, {
      requester: keyIdOf(request),
      signal,
      onStage,
      beforeStoring:
        async () =>
        (tx, { id }) =>
          recordWrite(tx, request, { status: 201, location: locationOf(id), id }),
    })
    await audit.record(request, {
      action: 'report_created',
      object: { kind: 'report', id: record.id, name: record.url },
    })
    return {
      data: await reportBody(db, { record, payload, rescoring: neverRescored }, true),
      status: 201 as const,
    }
  }

  /** Responds before the page is analysed (RFC 7240). */
  async function createLater(request: FastifyRequest, reply: FastifyReply): Promise<ItemEnvelope<Job>> {
    const { href, host } = readPageUrl(fieldsOf(request).get('url') ?? '')
    const urls = [{ line: 1, url: href, host }]
    const id = await storeJob(db, request, { kind: 'url', label: '', url: href, crawl: null, urls })
    const job = await findJob(db, id)
    if (!job) throw notFound()
    await audit.record(request, { action: 'job_created', object: auditedJob(job) })
    wakeJobs()
    reply.code(202).header('Location', locationOfJob(id)).header('Preference-Applied', 'respond-async')
    return { data: presentJob(job), status: 202 }
  }

  app.delete('/api/v1/reports/:id', identify.to('delete a report'), async (request): Promise<DeleteResponse> => {
    const id = idIn(request)
    const websiteId = await deleteReport(db, id)
    if (websiteId === undefined) throw await missing(request, id)
    await audit.record(request, {
      action: 'report_deleted',
      object: { kind: 'report', id, name: await urlOfDeletedReport(db, id) },
    })
    return { id, object: 'report', deleted: true, status: 200 }
  })

  const bulkOptions = {
    ...identify.to('delete a report'),
    bodyLimit: largerBodies['/api/v1/bulk/*'],
    config: { lists: ['ids'] },
  }
  // Each report is deleted in its own transaction, so that other requests do not wait for all of them. All are deleted
  // even if the client disconnects.
  app.post(
    '/api/v1/bulk/reports/delete',
    bulkOptions,
    async (request): Promise<BulkDeleteResponse & { status: 200 }> => {
      const { ids } = readBody(request, BulkDeleteForm, bulkDeleteSentences)
      const data: DeleteOutcome[] = []
      const deletedIds = () => data.filter(({ deleted }) => deleted).map(({ id }) => id)
      try {
        for (const id of ids) {
          const websiteId = await deleteReport(db, id)
          data.push(websiteId === undefined ? { id, deleted: false, error: 'not_found' } : { id, deleted: true })
          await yieldToEventLoop()
        }
      } finally {
        const deleted = deletedIds()
        if (deleted.length > 0)
          await audit.record(request, {
            action: 'reports_deleted',
            object: { kind: 'reports', id: deleted.length },
            detail: deleted.join(', '),
          })
      }
      return { data, deleted: deletedIds().length, status: 200 }
    },
  )

  /** Returns a 404 that names the latest report of the URL, if the report was deleted. */
  async function missing({ reader }: FastifyRequest, id: number) {
    const latest = canSeeDeletions(reader) ? await latestReportOfSameUrl(db, id) : undefined
    return notFound(latest === undefined ? undefined : { same_url_report_id: latest })
  }
}

const locationOf = (id: number) => `/api/v1/reports/${id}`
