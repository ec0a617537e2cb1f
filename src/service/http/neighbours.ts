import type { FastifyInstance } from 'fastify'
import type { ItemEnvelope } from '#contract/envelope.ts'
import { reportListParams } from '#contract/list-query.ts'
import type { Neighbours } from '#contract/report-row.ts'
import { scopeOf } from '#service/access/policy.ts'
import { placeOf } from '#service/store/neighbours.ts'
import { findReport } from '#service/store/reports.ts'
import type { HttpDeps } from './deps.ts'
import { notFound } from './problem.ts'
import { idIn, readListQuery } from './query.ts'

/** Where a report stands in the list that the parameters name. */
export function neighbourRoutes(app: FastifyInstance, { store: { db }, identify }: HttpDeps) {
  app.get(
    '/api/v1/reports/:id/neighbours',
    { onRequest: identify.to('list reports') },
    async (request): Promise<ItemEnvelope<Neighbours>> => {
      const { query } = readListQuery(reportListParams, request)
      const scope = scopeOf(request.reader)
      const report = await findReport(db, idIn(request), scope)
      if (!report) throw notFound()
      const { totalRelation, ...place } = await placeOf(db, report, query, scope)
      return { data: { ...place, total_relation: totalRelation }, status: 200 }
    },
  )
}
