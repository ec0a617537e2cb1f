import type { CsvCell } from '../format/csv.ts'
import type { SearchFields } from '../google/search-data.ts'
import { indexabilityOfRow, indexabilityText } from '../reports/indexability.ts'
import { ratingTable, roundScore } from '../reports/rating.ts'
import { type AnyReportRow, ratingOfReport } from '../reports/report-row.ts'
import { type AnyWebsiteRow, privacyLabels } from '../websites/website.ts'
import { reportListParams, type ReportListQuery, websiteListParams, type WebsiteListQuery } from './list-query.ts'
import { choice, type QueryParam, type QueryParams, type Unpaged, unpaged } from './query-params.ts'

/** `GET /api/v1/exports/{reports,websites}.{csv,json}`: every row of a list, in its order. */
export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The header with the number of rows in an export. Fewer follow if some are deleted meanwhile. */
export const exportTotalHeader = 'X-Total-Count'

type Exported<Query> = Unpaged<Query> & { bom: '0' | '1' }

/** `bom=1` starts a CSV file with a byte order mark, which marks it as UTF-8 for spreadsheets. */
const bom: QueryParam<'0' | '1'> = choice(['0', '1'], '0')

export const reportExportParams: QueryParams<Exported<ReportListQuery>> = { ...unpaged(reportListParams), bom }
export const websiteExportParams: QueryParams<Exported<WebsiteListQuery>> = { ...unpaged(websiteListParams), bom }

/**
 * The columns of an exported list. The service and the dashboard, which exports the lists of other servers, write the
 * same.
 */
export type ExportColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => CsvCell])[]

/** What Google showed of the page. */
export const searchExportColumns: ExportColumns<SearchFields> = [
  ['Clicks', ({ clicks }) => clicks],
  ['Impressions', ({ impressions }) => impressions],
  ['CTR', ({ ctr }) => ctr],
  ['Position', ({ position }) => position],
  ['Change of clicks', ({ clicks_change }) => clicks_change],
  ['Google index', ({ google_index }) => google_index],
]

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
  [
    'Indexing',
    (report) => {
      const indexability = indexabilityOfRow(report)
      return indexability && indexabilityText(indexability)
    },
  ],
  ['Main issue', ({ main_issue, main_issue_name }) => main_issue_name ?? main_issue],
  ['Date created', ({ created_at }) => created_at],
  ...searchExportColumns,
]

export const websiteExportColumns: ExportColumns<AnyWebsiteRow> = [
  ['Website', ({ id }) => id],
  ['Domain', ({ domain }) => domain],
  ['Privacy', ({ privacy }) => (privacy === null ? null : privacyLabels[privacy])],
  ['Reports', ({ reports_count }) => reports_count],
  // Servers without pages have the average of reports only.
  [
    'Average score',
    ({ pages_count, pages_avg_score, reports_avg_score }) => {
      const score = pages_count === null ? reports_avg_score : pages_avg_score
      return score === null ? null : roundScore(score)
    },
  ],
  ['Date created', ({ created_at }) => created_at],
  ['Change of pages in 7 days', ({ pages_change }) => pages_change],
  ['Not indexable', ({ not_indexable }) => not_indexable],
  ['Last run', ({ last_run_at }) => last_run_at],
  ['Next run', ({ next_run_at }) => next_run_at],
]
