import { reportListParams } from '#contract/list-query.ts'
import { writeQuery } from '#contract/query-params.ts'
import { type Rating, ratingTable } from '#contract/rating.ts'
import { type ReportRow, ratingOfReport } from '#contract/report-row.ts'
import { currentClient } from '#web/data/session.ts'
import { exportWords } from '#web/list/export-words.ts'
import { rowsPerRequest } from '#web/list/collect.ts'
import type { ReportsListState } from './use-reports-list.ts'
import type { ExportColumns, ExportSource } from '#web/list/write-export.ts'

const { reports: names } = exportWords.columns

const columns: ExportColumns<ReportRow> = [
  [names.id, ({ id }) => id],
  [names.url, ({ url }) => url],
  [names.website, ({ domain }) => domain],
  [names.title, ({ title }) => title],
  [names.score, ({ score }) => score],
  [names.rating, (report) => labelOf(ratingOfReport(report))],
  [names.previous, ({ previous_score }) => previous_score],
  [names.created, ({ created_at }) => created_at],
]

const labelOf = (rating: Rating | null) => rating && ratingTable[rating].label

/** The reports of a list as a file, all that match. */
export function reportsExport({ list: { query }, rows }: ReportsListState): {
  source: ExportSource<ReportRow>
  total: number | null
  relation: 'eq' | 'gte'
} {
  const search = writeQuery(reportListParams, { ...query, page: 1, per_page: 10 })
  const fetchPage = (page: number, signal: AbortSignal) =>
    currentClient().listReports({ ...query, page, per_page: rowsPerRequest }, signal, Number.POSITIVE_INFINITY)
  return {
    source: { resource: 'reports', search, columns, fetchPage },
    total: rows.page?.total ?? null,
    relation: rows.page?.totalRelation ?? 'eq',
  }
}
