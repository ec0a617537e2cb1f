import { ReportRow } from '../reports/report-row.ts'
import { Report } from '../reports/report.ts'
import type { ListEnvelope } from '../responses/envelope.ts'
import { Website } from '../websites/website.ts'
import { itemOf, listOf } from './schemas.ts'

export const ReportList = listOf('ReportList', ReportRow)
export const WebsiteList = listOf('WebsiteList', Website)
export const ReportItem = itemOf('ReportItem', Report, 200)
export const WebsiteItem = itemOf('WebsiteItem', Website, 200)

const at = 'https://seo.example/api/v1'

export const reportRowSample: ReportRow = {
  id: 482,
  url: 'https://shop.example/pricing',
  website_id: 7,
  domain: 'shop.example',
  title: 'Prices',
  score: 74,
  result: 'decent',
  engine: 'http',
  previous_score: 69,
  change: 5,
  latest: true,
  indexability: 'indexable',
  main_issue: 'title-present',
  main_issue_name: 'Title tag',
  created_at: '2026-11-21T09:30:00.000Z',
}

export const websiteSample: Website = {
  id: 7,
  domain: 'shop.example',
  privacy: 2,
  has_password: true,
  findable: false,
  reports_count: 12,
  reports_avg_score: 61.33,
  pages_count: 5,
  pages_avg_score: 72.4,
  pages_good: 2,
  pages_decent: 2,
  pages_bad: 1,
  pages_blocked: 1,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
}

function listSample<Row>(path: string, row: Row): ListEnvelope<Row> {
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

export const reportListSample = listSample('reports', reportRowSample)
export const websiteListSample = listSample('websites', websiteSample)
export const reportDeletionSample = { id: 482, object: 'report', deleted: true, status: 200 } as const
