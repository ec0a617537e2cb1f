import type { ListEnvelope } from '../envelope.ts'
import type { ReportRow } from '../report-row.ts'
import type * as z from 'zod/mini'
import type { SentReportRow } from './reports.ts'
import type { SentWebsite } from './websites.ts'

const at = 'https://seo.example/api/v1'

export const reportRowSample: z.infer<typeof SentReportRow> & ReportRow = {
  id: 482,
  url: 'https://shop.example/pricing',
  website_id: 7,
  domain: 'shop.example',
  title: 'Prices',
  score: 74,
  result: 'decent',
  engine: 'http',
  previous_score: 69,
  created_at: '2026-11-21T09:30:00.000Z',
}

export const websiteSample: z.infer<typeof SentWebsite> = {
  id: 7,
  domain: 'shop.example',
  privacy: 2,
  has_password: true,
  findable: false,
  reports_count: 12,
  reports_avg_score: 61.33,
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
