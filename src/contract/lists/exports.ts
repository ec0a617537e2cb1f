import { type ReportListQuery, reportListParams, type WebsiteListQuery, websiteListParams } from './list-query.ts'
import { choice, type QueryParam, type QueryParams } from './query-params.ts'

/** `GET /api/v1/exports/{reports,websites}.{csv,json}`: every row of a list, in its order. */
export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The header with the number of rows in an export. Fewer follow if some are deleted meanwhile. */
export const exportTotalHeader = 'X-Total-Count'

type Unpaged<Query> = Omit<Query, 'page' | 'per_page'>
type Exported<Query> = Unpaged<Query> & { bom: '0' | '1' }

/** `bom=1` starts a CSV file with a byte order mark, which tells spreadsheets that it is UTF-8. */
const bom: QueryParam<'0' | '1'> = choice(['0', '1'], '0')

export const reportExportParams: QueryParams<Exported<ReportListQuery>> = { ...unpaged(reportListParams), bom }
export const websiteExportParams: QueryParams<Exported<WebsiteListQuery>> = { ...unpaged(websiteListParams), bom }

function unpaged<Query extends { page: number; per_page: number }>(
  params: QueryParams<Query>,
): QueryParams<Unpaged<Query>> {
  const { page: _page, per_page: _size, ...others } = params
  return others
}
