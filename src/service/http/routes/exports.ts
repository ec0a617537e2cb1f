import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { auditExportParams } from '#contract/access/audit.ts'
import { todayInUtc } from '#contract/format/days.ts'
import {
  type ExportFormat,
  exportTotalHeader,
  reportExportParams,
  websiteExportParams,
} from '#contract/lists/exports.ts'
import { scopeOf } from '#service/access/policy.ts'
import { asJson, auditAsCsv, reportsAsCsv, type Writer, websitesAsCsv } from '#service/present/export.ts'
import { presentReportRow } from '#service/present/report.ts'
import { presentAuditRow } from '#service/present/rows.ts'
import { allAudit } from '#service/store/access/audit.ts'
import { allReports } from '#service/store/lists/report-list.ts'
import { allWebsites } from '#service/store/lists/website-list.ts'
import type { WholeList } from '#service/store/lists/whole-list.ts'
import type { ReportRecord } from '#service/store/reports/reports.ts'
import type { HttpDeps } from '../deps.ts'
import { readRequestQuery } from '../query.ts'
import { clientClosed } from '../request.ts'
import { websitesBody } from '../responses/websites.ts'

/** Lists collected at once. Sending them, at the client's pace, has no limit. */
const maxCollected = 2

const types: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

type ExportFile<Row> = { name: string; format: ExportFormat; list: WholeList<Row>; write: Writer<Row> }

const presentRow = (report: ReportRecord) => presentReportRow(report, true)

/** Declares whole lists as files, in the order of the list. */
export function exportRoutes(app: FastifyInstance, { store: { db }, identify }: HttpDeps) {
  const limit = pLimit(maxCollected)

  async function collect<Row>(reply: FastifyReply, read: (signal: AbortSignal) => Promise<WholeList<Row>>) {
    const signal = clientClosed(reply)
    return limit(() => {
      signal.throwIfAborted()
      return read(signal)
    })
  }

  for (const format of ['csv', 'json'] as const) {
    app.get(`/api/v1/exports/reports.${format}`, identify.to('export reports'), async (request, reply) => {
      const { query } = readRequestQuery(reportExportParams, request)
      const list = await collect(reply, (signal) => allReports(db, query, scopeOf(request.reader), signal))
      const write = format === 'csv' ? reportsAsCsv(query.bom === '1') : asJson
      const rows = presented(list, (all) => all.map(presentRow))
      return sendFile(request, reply, { name: 'reports', format, list: rows, write })
    })

    app.get(`/api/v1/exports/websites.${format}`, identify.to('export websites'), async (request, reply) => {
      const { query } = readRequestQuery(websiteExportParams, request)
      const list = await collect(reply, (signal) => allWebsites(db, query, scopeOf(request.reader), signal))
      const write = format === 'csv' ? websitesAsCsv(query.bom === '1') : asJson
      const rows = presented(list, (all) => websitesBody(db, all))
      return sendFile(request, reply, { name: 'websites', format, list: rows, write })
    })
  }

  app.get('/api/v1/exports/audit.csv', identify.to('read activity'), async (request, reply) => {
    const { query } = readRequestQuery(auditExportParams, request)
    const list = await collect(reply, (signal) => allAudit(db, query, signal))
    return sendFile(request, reply, {
      name: 'audit',
      format: 'csv',
      list: presented(list, (rows) => rows.map(presentAuditRow)),
      write: auditAsCsv(query.bom === '1'),
    })
  })
}

function sendFile<Row>(request: FastifyRequest, reply: FastifyReply, { name, format, list, write }: ExportFile<Row>) {
  const file = `${name}-${todayInUtc()}.${format}`
  reply.type(types[format])
  reply.header('Content-Disposition', `attachment; filename="${file}"; filename*=UTF-8''${file}`)
  reply.header(exportTotalHeader, list.total)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(write(list.batches()), { objectMode: false }))
}

function presented<Row, Presented>(
  { total, batches }: WholeList<Row>,
  present: (rows: Row[]) => Presented[] | Promise<Presented[]>,
): WholeList<Presented> {
  async function* presentedBatches() {
    for await (const rows of batches()) yield await present(rows)
  }
  return { total, batches: presentedBatches }
}
