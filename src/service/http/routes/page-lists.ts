import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { todayInUtc } from '#contract/format/dates.ts'
import { noSearchFields } from '#contract/google/search-data.ts'
import { type ExportColumns } from '#contract/lists/exports.ts'
import { pageExportParams, pageListParams } from '#contract/lists/page-list.ts'
import { defaultsOf } from '#contract/lists/query-params.ts'
import { described, pageFilter, paging } from '#contract/openapi/parameters.ts'
import { listOf } from '#contract/openapi/schemas.ts'
import { issueExportColumns, linkExportColumns, pageExportColumns, WebsitePage } from '#contract/websites/page-row.ts'
import { scopeOf } from '#service/access/policy.ts'
import { columnsAsCsv } from '#service/present/export.ts'
import { issueRows, laterIssueRows, linkRows, presentPage, unreadIssueRows } from '#service/present/website-page.ts'
import type { Store } from '#service/store/database.ts'
import { batchesOf } from '#service/store/engine.ts'
import { seesClicks, withoutClicks } from '#service/store/google/seen.ts'
import { allPages, listPages, type PageRecord } from '#service/store/lists/page-list.ts'
import type { WholeList } from '#service/store/lists/whole-list.ts'
import {
  answersOfCrawl,
  answersOfPages,
  answersOfProbes,
  targetOf,
  targetsOf,
} from '#service/store/pages/link-answers.ts'
import { openIssues } from '#service/store/pages/waived-issues.ts'
import { packedParts, readEvaluation, readFacts } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { isUnlinked } from '#service/store/websites/website-issues.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import type { Identify } from '../identify.ts'
import { listBody } from '../responses/lists.ts'
import { keyed, routeUsing, type Success } from '../route.ts'
import { atMost, collect, sendFile } from './exports.ts'
import { websiteIn } from './website-pages.ts'

type Deps = { db: Store['db']; identify: Identify; publicUrl: string | null }

const route = routeUsing<Deps>()

export const csvFile = (description: string, isCounted: boolean): Success => ({
  description: `${description} UTF-8 with a byte order mark.`,
  headers: isCounted ? ['X-Total-Count', 'Content-Disposition'] : ['Content-Disposition'],
  type: 'text/csv',
})

/** Every page, and those that returned a page of their own, by URL. */
const every = defaultsOf(pageExportParams)
const ownPages = { ...every, status: '2xx' }

/** The pages of a website as a list, and as files with their issues and links. */
export const pageListRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/pages',
      access: 'read a website',
      id: 'listPages',
      turn: 'process',
      summary: 'List the pages of a website',
      description: 'Pages whose value isn’t known come last in both directions.',
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      query: described(pageListParams, { ...pageFilter, ...paging }),
      responses: { 200: { description: 'A page of the list.', schema: listOf('WebsitePageList', WebsitePage) } },
      errors: [...keyed, 404, 422],
    },
    async (input, deps) => {
      const { found, query, reader } = input
      const isShown = await seesClicks(deps.db, scopeOf(reader), found.id)
      const pages = await listPages(deps.db, found, isShown ? query : withoutClicks(query, 'url'))
      const rows = pages.rows.map((page) => presentPage(page, isShown))
      return listBody(input, deps, pages, rows)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/pages.csv',
      access: 'export reports',
      id: 'exportPages',
      summary: 'Export the pages of a website as a file',
      description: atMost,
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      query: described(pageExportParams, pageFilter),
      responses: { 200: csvFile('All rows of the list, in its order.', true) },
      errors: [...keyed, 404, 422],
    },
    async ({ found, query: given, reader, request, reply }, deps) => {
      const isShown = await seesClicks(deps.db, scopeOf(reader), found.id)
      const query = isShown ? given : withoutClicks(given, 'url')
      const list = await collect(request, reply, deps, (signal) => allPages(deps.db, found, query, signal))
      const present = (pages: PageRecord[]) => pages.map((page) => presentPage(page, isShown))
      const rows = { total: list.total, batches: () => eachBatch(list, present) }
      return sendFile(request, reply, {
        name: fileName(found, 'pages'),
        format: 'csv',
        list: rows,
        write: columnsAsCsv(pageExportColumns),
      })
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/issues.csv',
      access: 'export reports',
      id: 'exportIssues',
      summary: 'Export the issues of a website as a file',
      description: `One row for each piece of evidence of each issue of each page. Waived issues are left out. ${atMost}`,
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      responses: { 200: csvFile('The issues of all pages, by URL.', false) },
      errors: [...keyed, 404],
    },
    async ({ found, reader, request, reply }, deps) => {
      const isShown = await seesClicks(deps.db, scopeOf(reader), found.id)
      return sendPages(request, reply, deps, {
        found,
        query: every,
        name: 'issues',
        columns: issueExportColumns,
        rowsOf: (db, _, pages) => issuesOf(db, isShown ? pages : pages.map((page) => ({ ...page, ...noSearchFields }))),
      })
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/links.csv',
      access: 'export reports',
      id: 'exportLinks',
      summary: 'Export the links of a website as a file',
      description: `One row for each link in the HTML of each page, at most 1,000 of each. Redirects and errors have none. The status is that of the target, if it is known. ${atMost}`,
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      responses: { 200: csvFile('The links of all pages, by URL.', false) },
      errors: [...keyed, 404],
    },
    async ({ found, request, reply }, deps) =>
      sendPages(request, reply, deps, {
        found,
        query: ownPages,
        name: 'links',
        columns: linkExportColumns,
        rowsOf: linksOf,
      }),
  ),
]

/** A colon before a port can't be in the name of a file. */
export const fileName = ({ domain }: WebsiteRecord, name: string) => `${domain.replace(':', '-')}-${name}`

async function* eachBatch<Row>(list: WholeList<PageRecord>, rowsOf: (pages: PageRecord[]) => Row[]) {
  for await (const pages of list.batches()) yield rowsOf(pages)
}

/** Yields the rows of some pages in parts. */
type RowsOf<Row> = (db: Kysely<Schema>, website: WebsiteRecord, pages: PageRecord[]) => AsyncGenerator<Row[], void>

type PageFile<Row> = {
  found: WebsiteRecord
  query: typeof every
  name: string
  columns: ExportColumns<Row>
  rowsOf: RowsOf<Row>
}

/** Sends a file of rows that are computed page by page. Their number isn't known before. */
async function sendPages<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  { found, query, name, columns, rowsOf }: PageFile<Row>,
) {
  const list = await collect(request, reply, deps, (signal) => allPages(deps.db, found, query, signal))
  async function* batches() {
    for await (const pages of list.batches()) yield* rowsOf(deps.db, found, pages)
  }
  return sendFile(request, reply, {
    name: fileName(found, name),
    format: 'csv',
    list: { total: null, batches },
    write: columnsAsCsv(columns),
  })
}

async function* issuesOf(db: Kysely<Schema>, pages: PageRecord[]) {
  const ids = pages.map(({ id }) => id)
  const day = todayInUtc()
  const open = await openIssues(db, ids, day, isUnlinked(day))
  for await (const some of withPayloads(db, pages, 'evaluation'))
    for (const { page, packed } of some) {
      const ids = open.get(page.id) ?? new Set()
      if (!packed) {
        yield unreadIssueRows(page, ids)
        continue
      }
      const found = issueRows(page, readEvaluation(packed), ids)
      const isShown = found.some(({ check }) => check === page.main_issue)
      yield isShown ? found : [...laterIssueRows(page, ids), ...found]
      await yieldToEventLoop()
    }
}

async function* linksOf(db: Kysely<Schema>, website: WebsiteRecord, pages: PageRecord[]) {
  for await (const some of withPayloads(db, pages, 'facts')) {
    const read: { page: PageRecord; facts: ReturnType<typeof readFacts> }[] = []
    for (const { page, packed } of some) {
      if (packed) read.push({ page, facts: readFacts(packed) })
      await yieldToEventLoop()
    }
    const targets = new Set(read.flatMap(({ facts }) => targetsOf(db, facts)))
    const ofPages = await answersOfPages(db, website.id, targets)
    const ofCrawl = await answersOfCrawl(db, website.id, targets)
    for (const { page, facts } of read) {
      const probed = answersOfProbes(db, facts)
      yield linkRows(page, facts, (url) => {
        const target = targetOf(db, url)
        return ofPages.get(target) ?? probed.get(target) ?? ofCrawl.get(target)
      })
    }
  }
}

/** Payloads that are in memory at once. */
const payloadsAtOnce = 10

/**
 * Yields pages with a part of the payload of their reports, some at a time. Deleted reports are left out. Pages that
 * couldn't be read have none.
 */
async function* withPayloads(db: Kysely<Schema>, pages: PageRecord[], part: 'evaluation' | 'facts') {
  for (const batch of batchesOf(pages, payloadsAtOnce)) {
    const packed = await packedParts(
      db,
      batch.flatMap(({ report_id }) => report_id ?? []),
      part,
    )
    yield batch.flatMap((page) => {
      const found = packed.get(page.report_id ?? 0)
      return found || page.report_id === null ? [{ page, packed: found }] : []
    })
  }
}
