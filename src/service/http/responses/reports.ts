import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { similarity } from '#analyser/facts/fingerprint.ts'
import type { ReportListQuery } from '#contract/lists/list-query.ts'
import type { ReportRow } from '#contract/reports/report-row.ts'
import type { Report } from '#contract/reports/report.ts'
import type { ItemEnvelope, ListEnvelope } from '#contract/responses/envelope.ts'
import { presentReport, presentReportRow, withoutOtherPages } from '#service/present/report.ts'
import { seesClicks } from '#service/store/google/seen.ts'
import { countNewer, listReports } from '#service/store/lists/report-list.ts'
import { includesOtherPages, type Scope } from '#service/store/lists/scope.ts'
import { findDuplicatesOf } from '#service/store/reports/duplicates.ts'
import { findWholeReport, type WholeReport } from '#service/store/reports/reports.ts'
import { hasScreenshot } from '#service/store/reports/screenshots.ts'
import type { Schema } from '#service/store/schema.ts'
import { notFound } from '../problem.ts'
import { isNotModified } from '../request.ts'
import { listBody } from './lists.ts'

/** A request for a page of reports. */
export type ReportListRequest = {
  request: FastifyRequest
  query: ReportListQuery & { newer_than: number | null }
  search: URLSearchParams
}

/** Returns a page of the reports within a scope, and the number of newer ones if the request asks for it. */
export async function reportListResponse(
  input: ReportListRequest,
  deps: { db: Kysely<Schema>; publicUrl: string | null },
  scope: Scope,
): Promise<ListEnvelope<ReportRow>> {
  const { query } = input
  const { db } = deps
  const result = await listReports(db, query, scope)
  const showsOthers = includesOtherPages(scope)
  const showsClicks = await seesClicks(db, scope, query.website_id)
  const rows = result.rows.map((row) => presentReportRow(row, showsOthers, showsClicks))
  const response = listBody(input, deps, result, rows)
  if (query.newer_than === null) return response
  const { newer, relation } = await countNewer(db, query, scope, query.newer_than)
  return { ...response, meta: { ...response.meta, newer, newer_relation: relation } }
}

/** Returns undefined if there is no such report within the scope. */
export async function reportResponse(
  db: Kysely<Schema>,
  id: number,
  scope: Scope,
): Promise<ItemEnvelope<Report> | undefined> {
  const found = await findWholeReport(db, id, scope)
  if (!found) return undefined
  return { data: await reportBody(db, found, scope), status: 200 }
}

/**
 * Presents a report, with what the scope shows beside it: the score before it, the duplicates of its page as they are
 * now, and its screenshot.
 */
export async function reportBody(
  db: Kysely<Schema>,
  { record, payload, rescoring }: WholeReport,
  scope: Scope,
): Promise<Report> {
  const hasImage = await hasScreenshot(db, record.id, scope)
  const showsClicks = await seesClicks(db, scope, record.website_id)
  if (!includesOtherPages(scope))
    return withoutOtherPages(presentReport(record, payload, rescoring, null, hasImage, showsClicks))
  const duplicates = await findDuplicatesOf(db, record, similarity)
  return presentReport(record, payload, rescoring, duplicates, hasImage, showsClicks)
}

/** Sends the screenshot of a report. Throws a 404 without one. */
export function sendScreenshot(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  image: Buffer | undefined,
  headers: Record<string, string> = {},
): FastifyReply {
  if (!image) throw notFound()
  const tag = `"${createHash('sha256').update(image).digest('base64url')}"`
  reply.headers({ ...headers, ETag: tag, 'Content-Security-Policy': "default-src 'none'; sandbox" })
  if (isNotModified(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type('image/webp').send(image)
}
