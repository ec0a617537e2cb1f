import type { FastifyInstance } from 'fastify'
import { auditParams } from '#contract/access/audit.ts'
import { presentAuditRow } from '#service/present/rows.ts'
import { listAudit } from '#service/store/access/audit.ts'
import type { HttpDeps } from '../deps.ts'
import { readRequestQuery } from '../query.ts'
import { listResponse } from '../responses/lists.ts'

/** Declares the audit log, for keys with full access. */
export function auditRoutes(app: FastifyInstance, { store: { db }, identify, publicUrl }: HttpDeps) {
  app.get('/api/v1/audit', identify.to('read activity'), async (request) => {
    const { query, search } = readRequestQuery(auditParams, request)
    const result = await listAudit(db, query)
    return listResponse(request, publicUrl, query, search, result, result.rows.map(presentAuditRow))
  })
}
