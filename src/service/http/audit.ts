import type { FastifyInstance } from 'fastify'
import { auditParams } from '#contract/audit.ts'
import { presentAudit } from '#service/present/audit.ts'
import { listAudit } from '#service/store/audit.ts'
import type { HttpDeps } from './deps.ts'
import { listAnswer } from './list-answer.ts'
import { readListQuery } from './query.ts'

/** Who did what, for holders of full keys. */
export function auditRoutes(app: FastifyInstance, { store: { db }, identify, publicUrl }: HttpDeps) {
  app.get('/api/v1/audit', { onRequest: identify.to('read the audit') }, async (request) => {
    const { query, search } = readListQuery(auditParams, request)
    const result = await listAudit(db, query)
    return listAnswer(request, publicUrl, query, search, result, result.rows.map(presentAudit))
  })
}
