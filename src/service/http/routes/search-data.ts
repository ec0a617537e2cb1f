import {
  AtRisk,
  maxAtRisk,
  ReportInspection,
  SearchHistory,
  searchHistoryParams,
  SearchQueries,
  unmatchedExportColumns,
  unmatchedParams,
  UnmatchedUrl,
} from '#contract/google/search-answers.ts'
import { described, paging } from '#contract/openapi/parameters.ts'
import { listOf } from '#contract/openapi/schemas.ts'
import { type Reader, scopeOf } from '#service/access/policy.ts'
import { columnsAsCsv } from '#service/present/export.ts'
import { presentQueries } from '#service/present/search-queries.ts'
import type { Store } from '#service/store/database.ts'
import { batchesOf } from '#service/store/engine.ts'
import { findAtRisk } from '#service/store/google/at-risk.ts'
import { findPageHistory, findPropertyHistory } from '#service/store/google/history.ts'
import { findInspection } from '#service/store/google/inspections.ts'
import { findQueries } from '#service/store/google/queries.ts'
import { seesClicks } from '#service/store/google/seen.ts'
import { findUnmatched } from '#service/store/google/unmatched.ts'
import { findReport } from '#service/store/reports/reports.ts'
import type { Identify } from '../identify.ts'
import { notFound } from '../problem.ts'
import { listBody } from '../responses/lists.ts'
import { keyed, routeUsing } from '../route.ts'
import { atMost, collect, sendFile } from './exports.ts'
import { fileName } from './page-lists.ts'
import { websiteIn } from './website-pages.ts'

type Deps = { db: Store['db']; identify: Identify; publicUrl: string | null }

const route = routeUsing<Deps>()

async function findsReport({ params: { id }, reader }: { params: { id: number }; reader: Reader }, { db }: Deps) {
  const report = await findReport(db, id, scopeOf(reader))
  if (!report) throw notFound()
  return report
}

const hidden = 'Empty for guests whose client doesn’t show Google’s figures.'

/** What Google showed of the pages of a website. */
export const searchDataRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/search/history',
      access: 'read a website',
      id: 'showSearchHistory',
      turn: 'process',
      summary: 'Get what Google showed of a website or a page by day',
      description: hidden,
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      query: described(searchHistoryParams, {
        page_id: 'Only this page. Without it, the property’s own totals.',
        from: 'First day.',
        to: 'Last day, not before `from`.',
      }),
      responses: { 200: { description: 'The days, oldest first.', schema: SearchHistory } },
      errors: [...keyed, 404, 422],
    },
    async ({ found: { id }, query: { page_id, ...period }, reader }, { db }) => {
      const isShown = await seesClicks(db, scopeOf(reader), id)
      if (isShown && page_id === null) {
        const { days, ...meta } = await findPropertyHistory(db, id, period)
        return { data: days, meta, status: 200 }
      }
      const ofPage = { website_id: id, page_id: page_id ?? 0 }
      const data = isShown ? await findPageHistory(db, ofPage, period) : []
      return { data, meta: { unassigned: null, unassigned_impressions: null }, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/search/unmatched',
      access: 'read a website',
      id: 'listUnmatchedUrls',
      turn: 'process',
      summary: 'List URLs with clicks that are no pages of a website yet',
      description: hidden,
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      query: described(unmatchedParams, paging),
      responses: {
        200: { description: 'Those of most clicks first.', schema: listOf('UnmatchedUrlList', UnmatchedUrl) },
      },
      errors: [...keyed, 404, 422],
    },
    async (input, deps) => {
      const { query, found, reader } = input
      const urls = await unmatchedFor(deps, reader, found.id)
      const from = (query.page - 1) * query.per_page
      const rows = urls.slice(from, from + query.per_page)
      const counts = { total: urls.length, totalRelation: 'eq', hasNext: from + rows.length < urls.length } as const
      return listBody(input, deps, counts, rows)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/search/unmatched.csv',
      access: 'export reports',
      id: 'exportUnmatchedUrls',
      turn: 'process',
      summary: 'Export URLs with clicks that are no pages of a website yet',
      description: atMost,
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      responses: {
        200: {
          description: 'All rows of the list. UTF-8 with a byte order mark.',
          headers: ['X-Total-Count', 'Content-Disposition'],
          type: 'text/csv',
        },
      },
      errors: [...keyed, 404],
    },
    async ({ found, reader, request, reply }, deps) => {
      const list = await collect(request, reply, deps, async () => {
        const urls = await unmatchedFor(deps, reader, found.id)
        return {
          total: urls.length,
          async *batches() {
            yield* batchesOf(urls, 100)
          },
        }
      })
      const name = fileName(found, 'unmatched')
      return sendFile(request, reply, { name, format: 'csv', list, write: columnsAsCsv(unmatchedExportColumns) })
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/reports/{id}/queries',
      access: 'read a report',
      id: 'listSearchQueries',
      summary: 'List what people searched for when Google showed the page of a report',
      description: hidden,
      find: findsReport,
      responses: { 200: { description: 'At most 20, those of most clicks first.', schema: SearchQueries } },
      errors: [...keyed, 404],
    },
    async ({ found: report, reader }, { db }) => {
      const isShown = await seesClicks(db, scopeOf(reader), report.website_id)
      return presentQueries(isShown ? await findQueries(db, report) : null)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/reports/{id}/inspection',
      access: 'read a report',
      id: 'showInspection',
      summary: 'Get what Google has of the page of a report in its index',
      description: 'Null for guests whose client doesn’t show Google’s figures.',
      find: findsReport,
      responses: { 200: { description: 'As of the last inspection.', schema: ReportInspection } },
      errors: [...keyed, 404],
    },
    async ({ found: { website_id, page_id }, reader }, { db }) => {
      const isShown = await seesClicks(db, scopeOf(reader), website_id)
      return { data: isShown ? await findInspection(db, page_id) : null, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/at-risk',
      access: 'read a website',
      id: 'listPagesAtRisk',
      turn: 'process',
      summary: 'List pages with clicks that Google will no longer show',
      description: hidden,
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      responses: { 200: { description: `At most ${maxAtRisk}, those of most clicks first.`, schema: AtRisk } },
      errors: [...keyed, 404],
    },
    async ({ found: { id }, reader }, { db }) => {
      const isShown = await seesClicks(db, scopeOf(reader), id)
      const pages = (isShown && (await findAtRisk(db, id))) || []
      const clicks = pages.reduce((sum, page) => sum + page.clicks, 0)
      return { data: pages.slice(0, maxAtRisk), meta: { clicks, pages: pages.length }, status: 200 }
    },
  ),
]

const unmatchedFor = async ({ db }: Pick<Deps, 'db'>, reader: Reader, websiteId: number): Promise<UnmatchedUrl[]> =>
  (await seesClicks(db, scopeOf(reader), websiteId)) ? findUnmatched(db, websiteId) : []
