import { auditDays, auditParams, AuditRow } from '#contract/access/audit.ts'
import { auditFilter, described, paging } from '#contract/openapi/parameters.ts'
import { listOf } from '#contract/openapi/schemas.ts'
import { scopeOf } from '#service/access/policy.ts'
import { presentAuditRow } from '#service/present/rows.ts'
import { findRestorable, listAudit } from '#service/store/access/audit.ts'
import type { Store } from '#service/store/database.ts'
import { listBody } from '../responses/lists.ts'
import { keyedFull, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; publicUrl: string | null }

const route = routeUsing<Deps>()

/** The audit log, for keys with full access. */
export const auditRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/audit',
      access: 'read activity',
      id: 'listAudit',
      summary: 'List the activity',
      query: described(auditParams, { ...auditFilter, ...paging }),
      responses: {
        200: {
          description: `A page of entries, newest first. Kept for ${auditDays} days.`,
          schema: listOf('AuditList', AuditRow),
        },
      },
      errors: [...keyedFull, 422],
    },
    async (input, deps) => {
      const events = await listAudit(deps.db, input.query, scopeOf(input.reader))
      const restorable = await findRestorable(deps.db, events.rows)
      const rows = events.rows.map((row) => ({ ...presentAuditRow(row), restorable: restorable.get(row.id) ?? null }))
      return listBody(input, deps, events, rows)
    },
  ),
]
