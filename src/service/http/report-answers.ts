import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { ItemEnvelope, ListEnvelope } from '#contract/envelope.ts'
import type { ReportListQuery } from '#contract/list-query.ts'
import type { Report } from '#contract/report.ts'
import type { ReportRow } from '#contract/report-row.ts'
import { holdsNeighbours, withoutNeighbours } from '#service/present/beyond-scope.ts'
import { presentReport, presentReportRow } from '#service/present/report.ts'
import { countNewer, listReports } from '#service/store/report-list.ts'
import { findWholeReport, previousScoreOf } from '#service/store/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import type { Scope } from '#service/store/scope.ts'
import { listAnswer } from './list-answer.ts'

type Wanted = { query: ReportListQuery & { newer_than: number | null }; search: URLSearchParams }
type Deps = { db: Kysely<Schema>; publicUrl: string | null }

/** A page of the reports that are within the scope, and how many newer ones there are where that was asked. */
export async function reportListAnswer(
  request: FastifyRequest,
  { db, publicUrl }: Deps,
  { query, search }: Wanted,
  scope: Scope,
): Promise<ListEnvelope<ReportRow>> {
  const result = await listReports(db, query, scope)
  const answer = listAnswer(
    request,
    publicUrl,
    query,
    search,
    result,
    result.rows.map((row) => presentReportRow(holdsNeighbours(scope) ? row : { ...row, previousScore: null })),
  )
  if (query.newer_than === null) return answer
  const { newer, relation } = await countNewer(db, query, scope, query.newer_than)
  return { ...answer, meta: { ...answer.meta, newer, newer_relation: relation } }
}

/** Undefined when there is no such report within the scope. */
export async function reportAnswer(
  db: Kysely<Schema>,
  id: number,
  scope: Scope,
): Promise<ItemEnvelope<Report> | undefined> {
  const found = await findWholeReport(db, id, scope)
  if (!found) return undefined
  const { record, payload } = found
  if (!holdsNeighbours(scope))
    return { data: withoutNeighbours(presentReport({ ...record, previousScore: null }, payload)), status: 200 }
  return { data: presentReport({ ...record, previousScore: await previousScoreOf(db, record) }, payload), status: 200 }
}
