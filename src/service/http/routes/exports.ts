import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import * as z from 'zod'
import { auditExportParams } from '#contract/access/audit.ts'
import { todayInUtc } from '#contract/format/dates.ts'
import {
  type ExportFormat,
  exportTotalHeader,
  reportExportParams,
  websiteExportParams,
} from '#contract/lists/exports.ts'
import { auditFilter, bom, described, reportFilter, websiteFilter } from '#contract/openapi/parameters.ts'
import { named } from '#contract/openapi/schemas.ts'
import { ReportRow } from '#contract/reports/report-row.ts'
import { WebsiteRow } from '#contract/websites/website.ts'
import { scopeOf } from '#service/access/policy.ts'
import { asJson, auditAsCsv, reportsAsCsv, type Writer, websitesAsCsv } from '#service/present/export.ts'
import { presentReportRow } from '#service/present/report.ts'
import { presentAuditRow } from '#service/present/rows.ts'
import { allAudit } from '#service/store/access/audit.ts'
import type { Store } from '#service/store/database.ts'
import { seesClicks } from '#service/store/google/seen.ts'
import { allReports } from '#service/store/lists/report-list.ts'
import { allWebsites } from '#service/store/lists/website-list.ts'
import type { WholeList } from '#service/store/lists/whole-list.ts'
import type { Identify } from '../identify.ts'
import { clientOrRightsGone, limitLongResponses } from '../long-responses.ts'
import { websiteRows } from '../responses/websites.ts'
import { keyed, keyedFull, routeUsing, type Success } from '../route.ts'

type Deps = { db: Store['db']; identify: Identify }

const route = routeUsing<Deps>()

/** Lists that a process collects at once. */
const collectAtOnce = pLimit(2)
/** Safety limits: a file is sent at the client's pace, and until then the IDs of its rows are in memory. */
export const maxExports = 40
export const maxExportsOfKey = 4
const admitExport = limitLongResponses(maxExports, maxExportsOfKey, 'Too many lists are being exported')

export const atMost = `At most ${maxExportsOfKey} at once with one key. A file is cut off when the key is revoked or expires, and when nothing of it is read for a minute. Rows that are deleted, or move beyond the key’s grants, before they are sent are left out.`

const types: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** `total` is null if the number of rows isn't known before they are read. */
type ExportFile<Row> = {
  name: string
  format: ExportFormat
  list: Omit<WholeList<Row>, 'total'> & { total: number | null }
  write: Writer<Row>
}

/** The response with a file. JSON has a schema in the document only: it is written while the list is read. */
const fileOf = (format: ExportFormat, rows: z.ZodType): Success => ({
  description: 'All rows of the list, in its order.',
  headers: ['X-Total-Count', 'Content-Disposition'],
  ...(format === 'csv' ? { type: 'text/csv' } : { schema: rows }),
})

const ReportFile = named('ReportFile', z.array(ReportRow))
const WebsiteFile = named('WebsiteFile', z.array(WebsiteRow))

const inFormat = (format: ExportFormat) => [
  route(
    {
      method: 'GET',
      path: `/api/v1/exports/reports.${format}`,
      access: 'export reports',
      id: `exportReportsAs${format === 'csv' ? 'Csv' : 'Json'}`,
      summary: 'Export reports as a file',
      description: atMost,
      query: described(reportExportParams, { ...reportFilter, ...bom }),
      responses: { 200: fileOf(format, ReportFile) },
      errors: [...keyed, 422],
    },
    async ({ query, reader, request, reply }, deps) => {
      const { db } = deps
      const list = await collect(request, reply, deps, (signal) => allReports(db, query, scopeOf(reader), signal))
      const write = format === 'csv' ? reportsAsCsv(query.bom === '1') : asJson
      const showsClicks = await seesClicks(db, scopeOf(reader), query.website_id)
      const rows = presented(list, (all) => all.map((report) => presentReportRow(report, true, showsClicks)))
      return sendFile(request, reply, { name: 'reports', format, list: rows, write })
    },
  ),

  route(
    {
      method: 'GET',
      path: `/api/v1/exports/websites.${format}`,
      access: 'export websites',
      id: `exportWebsitesAs${format === 'csv' ? 'Csv' : 'Json'}`,
      summary: 'Export websites as a file',
      description: atMost,
      query: described(websiteExportParams, { ...websiteFilter, ...bom }),
      responses: { 200: fileOf(format, WebsiteFile) },
      errors: [...keyed, 422],
    },
    async ({ query, reader, request, reply }, deps) => {
      const { db } = deps
      const list = await collect(request, reply, deps, (signal) => allWebsites(db, query, scopeOf(reader), signal))
      const write = format === 'csv' ? websitesAsCsv(query.bom === '1') : asJson
      const rows = presented(list, (all) => websiteRows(db, all, scopeOf(reader)))
      return sendFile(request, reply, { name: 'websites', format, list: rows, write })
    },
  ),
]

/** Whole lists as files, in the order of the list. */
export const exportRoutes = [
  ...inFormat('csv'),
  ...inFormat('json'),
  route(
    {
      method: 'GET',
      path: '/api/v1/exports/audit.csv',
      access: 'read activity',
      id: 'exportAudit',
      summary: 'Export the activity as a file',
      description: atMost,
      query: described(auditExportParams, { ...auditFilter, ...bom }),
      responses: { 200: fileOf('csv', z.never()) },
      errors: [...keyedFull, 422],
    },
    async ({ query, reader, request, reply }, deps) => {
      const list = await collect(request, reply, deps, (signal) => allAudit(deps.db, query, scopeOf(reader), signal))
      return sendFile(request, reply, {
        name: 'audit',
        format: 'csv',
        list: presented(list, (rows) => rows.map(presentAuditRow)),
        write: auditAsCsv(query.bom === '1'),
      })
    },
  ),
]

/** Reads the IDs of a list. The response is cut off once its key ends, so that no part is taken for the whole file. */
export async function collect<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  read: (signal: AbortSignal) => Promise<WholeList<Row>>,
) {
  admitExport(request, reply)
  const signal = clientOrRightsGone(request, reply, deps)
  signal.addEventListener('abort', () => reply.raw.headersSent && reply.raw.destroy())
  return collectAtOnce(() => {
    signal.throwIfAborted()
    return read(signal)
  })
}

export function sendFile<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, format, list, write }: ExportFile<Row>,
) {
  const file = `${name}-${todayInUtc()}.${format}`
  reply.type(types[format])
  reply.header('Content-Disposition', `attachment; filename="${file}"; filename*=UTF-8''${file}`)
  if (list.total !== null) reply.header(exportTotalHeader, list.total)
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
