import { ReportRow, reportRowExample } from '../reports/report-row.ts'
import { Report } from '../reports/report.ts'
import type { ListEnvelope } from '../responses/envelope.ts'
import { Website, WebsiteRow, websiteRowExample, WebsiteWithClient } from '../websites/website.ts'
import { itemOf, listOf } from './schemas.ts'

export const ReportList = listOf('ReportList', ReportRow)
export const WebsiteList = listOf('WebsiteList', WebsiteRow)
/** As visitors get it. */
export const SharedWebsiteList = listOf('SharedWebsiteList', Website)
export const ReportItem = itemOf('ReportItem', Report, 200)
export const WebsiteItem = itemOf('WebsiteItem', WebsiteWithClient, 200)
/** As visitors get it. */
export const SharedWebsiteItem = itemOf('SharedWebsiteItem', Website, 200)

const at = 'https://seo.example/api/v1'

function listExample<Row>(path: string, row: Row): ListEnvelope<Row> {
  const page = `${at}/${path}?page=1`
  return {
    data: [row],
    links: { first: page, last: page, prev: null, next: null },
    meta: {
      current_page: 1,
      from: 1,
      last_page: 1,
      path: `${at}/${path}`,
      per_page: 10,
      to: 1,
      total: 1,
      total_relation: 'eq',
    },
    status: 200,
  }
}

export const reportListExample = listExample('reports', reportRowExample)
export const websiteListExample = listExample('websites', websiteRowExample)
export const reportDeletionExample = { id: 482, object: 'report', deleted: true, status: 200 } as const
