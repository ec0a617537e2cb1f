import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DeleteResponse, ItemEnvelope } from '#contract/envelope.ts'
import type { BulkDeleteResponse, DeleteOutcome } from '#contract/bulk.ts'
import { BulkDeleteForm } from '#contract/forms/id-forms.ts'
import { newerThanParams, reportListParams } from '#contract/list-query.ts'
import type { Report } from '#contract/report.ts'
import type { Neighbours } from '#contract/report-row.ts'
import { canSeeDeletions, scopeOf } from '#service/access/policy.ts'
import { placeOf } from '#service/store/neighbours.ts'
import {
  deleteReport,
  findReport,
  neverRescored,
  newestReportOfSameUrl,
  urlOfDeletedReport,
} from '#service/store/reports.ts'
import { fieldsOf } from './body.ts'
import type { HttpDeps } from './deps.ts'
import { bulkDeleteSentences } from './form-sentences.ts'
import { readBody } from './read-form.ts'
import { readListQuery } from './lists.ts'
import { notFound } from './problem.ts'
import { reportListResponse, reportResponse, loadReport } from './report-responses.ts'
import { clientClosed, idIn, keyIdOf } from './request.ts'

/** Room for a thousand of the longest ids with escaped commas, in bytes. */
const maxBulkBody = 64 * 1024

export function reportRoutes(app: FastifyInstance, { store: { db }, queue, identify, audit, publicUrl }: HttpDeps) {
  app.get('/api/v1/reports', identify.to('list reports'), async (request) => {
    const requested = readListQuery({ ...reportListParams, ...newerThanParams }, request)
    return reportListResponse(request, { db, publicUrl }, requested, scopeOf(request.reader))
  })

  app.get('/api/v1/reports/:id', identify.to('read a report'), async (request): Promise<ItemEnvelope<Report>> => {
    const id = idIn(request)
    return (await reportResponse(db, id, scopeOf(request.reader))) ?? Promise.reject(await missing(request, id))
  })

  app.get(
    '/api/v1/reports/:id/neighbours',
    identify.to('list reports'),
    async (request): Promise<ItemEnvelope<Neighbours>> => {
      const { query } = readListQuery(reportListParams, request)
      const scope = scopeOf(request.reader)
      const report = await findReport(db, idIn(request), scope)
      if (!report) throw notFound()
      const { totalRelation, ...place } = await placeOf(db, report, query, scope)
      return { data: { ...place, total_relation: totalRelation }, status: 200 }
    },
  )

  app.post('/api/v1/reports', identify.to('create a report'), async (request, reply): Promise<ItemEnvelope<Report>> => {
    const { record, ...payload } = await queue.analyseNow(
      fieldsOf(request).get('url') ?? '',
      keyIdOf(request),
      clientClosed(reply),
    )
    await audit.record(request, {
      action: 'report.created',
      object: { kind: 'report', id: record.id, name: record.url },
    })
    reply.code(201).header('Location', `/api/v1/reports/${record.id}`)
    return {
      data: await loadReport(db, { record, payload, rescoring: neverRescored }, true),
      status: 201,
    }
  })

  app.delete('/api/v1/reports/:id', identify.to('delete a report'), async (request): Promise<DeleteResponse> => {
    const id = idIn(request)
    const websiteId = await deleteReport(db, id)
    if (websiteId === undefined) throw await missing(request, id)
    await audit.record(request, {
      action: 'report.deleted',
      object: { kind: 'report', id, name: await urlOfDeletedReport(db, id) },
    })
    return { id, object: 'report', deleted: true, status: 200 }
  })

  const bulkOptions = {
    ...identify.to('delete a report'),
    bodyLimit: maxBulkBody,
    config: { lists: ['ids'], largestBody: maxBulkBody },
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
          await nextTurn()
        }
      } finally {
        const deleted = deletedIds()
        if (deleted.length > 0)
          await audit.record(request, {
            action: 'reports.deleted',
            object: { kind: 'reports', id: deleted.length },
            detail: deleted.join(', '),
          })
      }
      return { data, deleted: deletedIds().length, status: 200 }
    },
  )

  /** Returns a 404 that names the newest report of the URL, if the report was deleted. */
  async function missing({ reader }: FastifyRequest, id: number) {
    const newest = canSeeDeletions(reader) ? await newestReportOfSameUrl(db, id) : undefined
    return notFound(newest === undefined ? undefined : { same_url_report_id: newest })
  }
}
