import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DeleteAnswer, ItemEnvelope } from '#contract/envelope.ts'
import { newerThanParams, reportListParams } from '#contract/list-query.ts'
import type { Report } from '#contract/report.ts'
import { canSeeDeletions, scopeOf } from '#service/access/policy.ts'
import { presentReport } from '#service/present/report.ts'
import { deleteReport, newestReportOfSameUrl, previousScoreOf, urlOfDeletedReport } from '#service/store/reports.ts'
import type { HttpDeps } from './deps.ts'
import { fieldsOf } from './body.ts'
import { notFound } from './problem.ts'
import { idIn, readListQuery } from './query.ts'
import { reportAnswer, reportListAnswer } from './report-answers.ts'
import { whenGone } from './when-gone.ts'

export function reportRoutes(app: FastifyInstance, { store: { db }, queue, identify, audit, publicUrl }: HttpDeps) {
  app.get('/api/v1/reports', { onRequest: identify.to('list reports') }, async (request) => {
    const wanted = readListQuery({ ...reportListParams, ...newerThanParams }, request)
    return reportListAnswer(request, { db, publicUrl }, wanted, scopeOf(request.reader))
  })

  app.get(
    '/api/v1/reports/:id',
    { onRequest: identify.to('read a report') },
    async (request): Promise<ItemEnvelope<Report>> => {
      const id = idIn(request)
      return (await reportAnswer(db, id, scopeOf(request.reader))) ?? Promise.reject(await missing(request, id))
    },
  )

  app.post(
    '/api/v1/reports',
    { onRequest: identify.to('create a report') },
    async (request, reply): Promise<ItemEnvelope<Report>> => {
      const { record, ...payload } = await queue.analyseNow(fieldsOf(request).get('url') ?? '', whenGone(reply))
      await audit.note(request, {
        action: 'report.created',
        object: { kind: 'report', id: record.id, name: record.url },
      })
      reply.code(201).header('Location', `/api/v1/reports/${record.id}`)
      return {
        data: presentReport({ ...record, previousScore: await previousScoreOf(db, record) }, payload),
        status: 201,
      }
    },
  )

  app.delete(
    '/api/v1/reports/:id',
    { onRequest: identify.to('delete a report') },
    async (request): Promise<DeleteAnswer> => {
      const id = idIn(request)
      const websiteId = await deleteReport(db, id)
      if (websiteId === undefined) throw await missing(request, id)
      await audit.note(request, {
        action: 'report.deleted',
        object: { kind: 'report', id, name: await urlOfDeletedReport(db, id) },
      })
      await queue.rescoreDuplicates(websiteId)
      return { id, object: 'report', deleted: true, status: 200 }
    },
  )

  /** A deleted report's link may still lead to the newest one of the same URL. */
  async function missing({ reader }: FastifyRequest, id: number) {
    const newest = canSeeDeletions(reader) ? await newestReportOfSameUrl(db, id) : undefined
    return notFound(newest === undefined ? undefined : { same_url_report_id: newest })
  }
}
