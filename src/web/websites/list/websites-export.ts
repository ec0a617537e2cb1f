import { websiteListParams } from '#contract/list-query.ts'
import { writeQuery } from '#contract/query-params.ts'
import { privacyLabels, type Website } from '#contract/website.ts'
import { currentClient } from '#web/data/session.ts'
import { rowsPerRequest } from '#web/list/collect.ts'
import type { ExportColumns, ExportSource } from '#web/list/write-export.ts'
import { exportWords } from '#web/list/export-words.ts'
import type { WebsitesListState } from './use-websites-list.ts'

const { websites: names } = exportWords.columns

const columns: ExportColumns<Website> = [
  [names.id, ({ id }) => id],
  [names.domain, ({ domain }) => domain],
  [names.privacy, ({ privacy }) => (privacy === null ? null : privacyLabels[privacy])],
  [names.reports, ({ reports_count }) => reports_count],
  [names.average, ({ reports_avg_score }) => reports_avg_score],
  [names.created, ({ created_at }) => created_at],
]

/** The websites of a list as a file, all that match. */
export function websitesExport({ list: { query }, rows }: WebsitesListState): {
  source: ExportSource<Website>
  total: number | null
  relation: 'eq' | 'gte'
} {
  const search = writeQuery(websiteListParams, { ...query, page: 1, per_page: 10 })
  const fetchPage = (page: number, signal: AbortSignal) =>
    currentClient().listWebsites({ ...query, page, per_page: rowsPerRequest }, signal, Number.POSITIVE_INFINITY)
  return {
    source: { resource: 'websites', search, columns, fetchPage },
    total: rows.page?.total ?? null,
    relation: rows.page?.totalRelation ?? 'eq',
  }
}
