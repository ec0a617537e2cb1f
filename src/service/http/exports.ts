import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { auditExportParams } from '#contract/audit.ts'
import { type ExportFormat, exportTotalHeader, reportExportParams, websiteExportParams } from '#contract/exports.ts'
import { scopeOf } from '#service/access/policy.ts'
import { presentAudit } from '#service/present/audit.ts'
import { asJson, auditAsCsv, reportsAsCsv, type Writer, websitesAsCsv } from '#service/present/export.ts'
import { presentReportRow } from '#service/present/report.ts'
import { presentWebsite } from '#service/present/website.ts'
import { allAudit } from '#service/store/audit.ts'
import { allReports } from '#service/store/report-list.ts'
import { allWebsites } from '#service/store/website-list.ts'
import type { WholeList } from '#service/store/whole-list.ts'
import type { HttpDeps } from './deps.ts'
import { readListQuery } from './query.ts'
import { whenGone } from './when-gone.ts'

/** So many lists are gathered at once; writing them out, which goes at the client's pace, is not limited. */
const gatheredAtOnce = 2

const types: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

type Given<Row> = { name: string; format: ExportFormat; list: WholeList<Row>; write: Writer<Row> }

/** Whole lists as files, in the list's order. */
export function exportRoutes(app: FastifyInstance, { store: { db }, identify }: HttpDeps) {
  const gathering = pLimit(gatheredAtOnce)

  async function gathered<Row>(reply: FastifyReply, gather: (signal: AbortSignal) => Promise<WholeList<Row>>) {
    const signal = whenGone(reply)
    return gathering(() => {
      signal.throwIfAborted()
      return gather(signal)
    })
  }

  for (const format of ['csv', 'json'] as const) {
    app.get(
      `/api/v1/exports/reports.${format}`,
      { onRequest: identify.to('export reports') },
      async (request, reply) => {
        const { query } = readListQuery(reportExportParams, request)
        const list = await gathered(reply, (signal) => allReports(db, query, scopeOf(request.reader), signal))
        const write = format === 'csv' ? reportsAsCsv(query.bom === '1') : asJson
        return answer(request, reply, { name: 'reports', format, list: mapped(list, presentReportRow), write })
      },
    )

    app.get(
      `/api/v1/exports/websites.${format}`,
      { onRequest: identify.to('export websites') },
      async (request, reply) => {
        const { query } = readListQuery(websiteExportParams, request)
        const list = await gathered(reply, (signal) => allWebsites(db, query, scopeOf(request.reader), signal))
        const write = format === 'csv' ? websitesAsCsv(query.bom === '1') : asJson
        return answer(request, reply, { name: 'websites', format, list: mapped(list, presentWebsite), write })
      },
    )
  }

  app.get('/api/v1/exports/audit.csv', { onRequest: identify.to('read the audit') }, async (request, reply) => {
    const { query } = readListQuery(auditExportParams, request)
    const list = await gathered(reply, (signal) => allAudit(db, query, signal))
    return answer(request, reply, {
      name: 'audit',
      format: 'csv',
      list: mapped(list, presentAudit),
      write: auditAsCsv(query.bom === '1'),
    })
  })
}

function answer<Row>(request: FastifyRequest, reply: FastifyReply, { name, format, list, write }: Given<Row>) {
  const file = `${name}-${new Date().toISOString().slice(0, 10)}.${format}`
  reply.type(types[format])
  reply.header('Content-Disposition', `attachment; filename="${file}"; filename*=UTF-8''${file}`)
  reply.header(exportTotalHeader, list.total)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(write(list.batches()), { objectMode: false }))
}

function mapped<Row, Shown>({ total, batches }: WholeList<Row>, present: (row: Row) => Shown): WholeList<Shown> {
  async function* shown() {
    for await (const rows of batches()) yield rows.map(present)
  }
  return { total, batches: shown }
}
