import type { CsvCell } from '../format/csv.ts'
import { ratingTable } from '../reports/rating.ts'
import { type AnyReportRow, ratingOfReport } from '../reports/report-row.ts'
import { privacyLabels, type AnyWebsite } from '../websites/website.ts'

/**
 * The columns of an exported list. The service and the dashboard, which exports the lists of other servers, write the
 * same.
 */
export type ExportColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => CsvCell])[]

export const reportExportColumns: ExportColumns<AnyReportRow> = [
  ['Report', ({ id }) => id],
  ['URL', ({ url }) => url],
  ['Website', ({ domain }) => domain],
  ['Title', ({ title }) => title],
  ['Score', ({ score }) => score],
  [
    'Rating',
    (report) => {
      const rating = ratingOfReport(report)
      return rating && ratingTable[rating].label
    },
  ],
  ['Previous score', ({ previous_score }) => previous_score],
  ['Main issue', ({ main_issue, main_issue_name }) => main_issue_name ?? main_issue],
  ['Date created', ({ created_at }) => created_at],
]

export const websiteExportColumns: ExportColumns<AnyWebsite> = [
  ['Website', ({ id }) => id],
  ['Domain', ({ domain }) => domain],
  ['Privacy', ({ privacy }) => (privacy === null ? null : privacyLabels[privacy])],
  ['Reports', ({ reports_count }) => reports_count],
  ['Average score', ({ reports_avg_score }) => reports_avg_score],
  ['Date created', ({ created_at }) => created_at],
]
