import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { grouped } from '#contract/format/numbers.ts'
import { BulkRestoreForm } from '#contract/forms/report-forms.ts'
import { ReportItem, WebsiteItem } from '#contract/openapi/reports.ts'
import { namedBody } from '#contract/openapi/schemas.ts'
import { BulkRestoreResponse, maxBulkBody, maxBulkIds, type RestoreOutcome } from '#contract/responses/envelope.ts'
import { scopeOf } from '#service/access/policy.ts'
import { canReach } from '#service/store/access/visible.ts'
import type { Store } from '#service/store/database.ts'
import { everyRow } from '#service/store/lists/scope.ts'
import { restoreReport } from '#service/store/reports/deleted-reports.ts'
import { findReport } from '#service/store/reports/reports.ts'
import { findWebsite, restoreWebsite } from '#service/store/websites/websites.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { notFound, Problem } from '../problem.ts'
import { reportResponse } from '../responses/reports.ts'
import { websiteWithClient } from '../responses/websites.ts'
import { keyedForm, routeUsing } from '../route.ts'

const forTenMinutes =
  'Within ten minutes of its deletion, until `Restorable-Until`. A repeated request gets the same response.'

const route = routeUsing<{ db: Store['db']; audit: AuditRecorder }>()

/** Undoes deletions. It needs the permission to delete. */
export const restoreRoutes = [
  route(
    {
      method: 'POST',
      path: '/api/v1/reports/{id}/restore',
      access: 'delete a report',
      id: 'restoreReport',
      summary: 'Restore a deleted report',
      description: forTenMinutes,
      responses: { 200: { description: 'The report, as it was.', schema: ReportItem } },
      errors: [...keyedForm, 404],
    },
    async ({ params: { id }, reader, request }, { db, audit }) => {
      const isRestored = await restoreReport(db, id)
      const response = await reportResponse(db, id, scopeOf(reader))
      if (!response) throw notFound()
      if (isRestored)
        await audit.record(request, {
          action: 'report_restored',
          object: { kind: 'report', id, name: response.data.url },
        })
      return response
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/websites/{id}/restore',
      access: 'delete a website',
      id: 'restoreWebsite',
      summary: 'Restore a deleted website with its reports',
      description: forTenMinutes,
      responses: { 200: { description: 'The website, as it was.', schema: WebsiteItem } },
      errors: [...keyedForm, 404, 409],
    },
    async ({ params: { id }, request }, { db, audit }) => {
      const outcome = await restoreWebsite(db, id)
      if (outcome === 'domain_taken')
        throw new Problem('domain_taken', 'The domain has a new website. Delete that one first, then try again.')
      const website = await findWebsite(db, id)
      if (!website) throw notFound()
      if (outcome === 'restored')
        await audit.record(request, { action: 'website_restored', object: auditedWebsite(website) })
      return { data: await websiteWithClient(db, website, everyRow), status: 200 }
    },
  ),

  // Like deleting many: each in its own transaction, and all even if the client disconnects.
  route(
    {
      method: 'POST',
      path: '/api/v1/bulk/reports/restore',
      access: 'delete a report',
      id: 'restoreReports',
      summary: `Restore up to ${grouped(maxBulkIds)} deleted reports`,
      description: 'The body can be up to 64 KiB.',
      form: namedBody('BulkRestore', BulkRestoreForm, 'IDs, repeated or separated by commas.'),
      repeatable: { lists: ['ids'] },
      maxBodyBytes: maxBulkBody,
      example: { ids: '1,2' },
      responses: { 200: { description: 'One outcome per ID, in the same order.', schema: BulkRestoreResponse } },
      errors: keyedForm,
    },
    async ({ form: { ids }, reader, request }, { db, audit }) => {
      const data: RestoreOutcome[] = []
      const restored: number[] = []
      try {
        for (const id of ids) {
          const canRestore = await canReach(db, scopeOf(reader, 'edit'), 'reports', id)
          if (canRestore && (await restoreReport(db, id))) restored.push(id)
          const isThere = restored.at(-1) === id || (await findReport(db, id, scopeOf(reader))) !== undefined
          data.push(isThere ? { id, restored: true } : { id, restored: false, error: 'not_found' })
          await yieldToEventLoop()
        }
      } finally {
        if (restored.length > 0)
          await audit.record(request, {
            action: 'reports_restored',
            object: { kind: 'reports', id: restored.length },
            detail: restored.join(', '),
          })
      }
      return { data, restored: data.filter((outcome) => outcome.restored).length, status: 200 }
    },
  ),
]
