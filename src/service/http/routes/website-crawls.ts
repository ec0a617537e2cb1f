import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { ExportColumns } from '#contract/lists/exports.ts'
import type { PageSize } from '#contract/lists/list-query.ts'
import { type DescribedQuery, described, paging } from '#contract/openapi/parameters.ts'
import { itemOf, listOf } from '#contract/openapi/schemas.ts'
import {
  comparedIssueParams,
  comparedLinkParams,
  comparedUrlParams,
  CrawlComparison,
  CrawlIssueChange,
  CrawlLinkChange,
  CrawlUrlChange,
  CrawlValueChange,
} from '#contract/websites/crawl-comparison.ts'
import {
  Crawl,
  crawlListParams,
  CrawlUrl,
  crawlUrlParams,
  UncheckedHost,
  uncheckedHostParams,
} from '#contract/websites/crawls.ts'
import { changedIssueColumns, changedLinkColumns, changedUrlColumns } from '#service/present/crawl-comparison.ts'
import { crawlUrlColumns, crawlUrlLines, presentCrawlUrl } from '#service/present/crawls.ts'
import { columnsAsCsv } from '#service/present/export.ts'
import {
  allCrawlUrls,
  findCrawl,
  listCrawls,
  listCrawlUrls,
  listUncheckedHosts,
} from '#service/store/crawls/crawl-lists.ts'
import type { Store } from '#service/store/database.ts'
import { batchesOf } from '#service/store/engine.ts'
import type { Schema } from '#service/store/schema.ts'
import type { Identify } from '../identify.ts'
import { notFound, unprocessable } from '../problem.ts'
import { changedIssues, changedLinks, changedUrls, crawlComparison, type CrawlPair } from '../responses/crawls.ts'
import { listBody } from '../responses/lists.ts'
import { keyed, routeUsing, type Success } from '../route.ts'
import { atMost, collect, sendFile } from './exports.ts'
import { fileName } from './page-lists.ts'
import { websiteIn } from './website-pages.ts'

type Deps = { db: Store['db']; identify: Identify; publicUrl: string | null }

const route = routeUsing<Deps>()

/** Rows of a file that are written at once. */
const rowsAtOnce = 500
const listed = { list: 'The list. Broken and redirecting URLs with most inlinks come first, others by URL.' }

const changed = { change: 'The change.' }
const changedOfCheck = { ...changed, check: 'Only this check.' }

const csvFile = (description: string): Success => ({
  description: `${description} UTF-8 with a byte order mark.`,
  headers: ['X-Total-Count', 'Content-Disposition'],
  type: 'text/csv',
})

/** The crawls of a website, the URLs they saw, and what changed between two of them. */
export const crawlRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/crawls',
      access: 'read a website',
      id: 'listCrawls',
      summary: 'List the crawls of a website',
      description: 'The last 20 crawls are kept.',
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      query: described(crawlListParams, paging),
      responses: { 200: { description: 'A page of crawls, newest first.', schema: listOf('CrawlList', Crawl) } },
      errors: [...keyed, 404, 422],
    },
    async (input, deps) => {
      const crawls = await listCrawls(deps.db, input.found.id, input.query)
      return listBody(input, deps, crawls, crawls.rows)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/crawls/{crawl}',
      access: 'read a website',
      id: 'showCrawl',
      summary: 'Get a crawl',
      responses: { 200: { description: 'The crawl, in any state.', schema: itemOf('CrawlItem', Crawl, 200) } },
      errors: [...keyed, 404],
    },
    async ({ params }, { db }) => ({
      data: (await crawlIn(db, params)).crawl,
      status: 200,
    }),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/crawls/{crawl}/urls',
      access: 'read a website',
      id: 'listCrawlUrls',
      turn: 'process',
      summary: 'List the URLs of a crawl',
      description: 'While the crawl runs, what is known so far.',
      find: ({ params }, { db }) => crawlIn(db, params),
      query: described(crawlUrlParams, { ...listed, host: 'Only URLs of this host.', ...paging }),
      responses: { 200: { description: 'A page of the list.', schema: listOf('CrawlUrlList', CrawlUrl) } },
      errors: [...keyed, 404, 422],
    },
    async (input, deps) => {
      const urls = await listCrawlUrls(deps.db, input.found.crawl.id, input.query)
      return listBody(input, deps, urls, urls.rows.map(presentCrawlUrl))
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/crawls/{crawl}/unchecked-hosts',
      access: 'read a website',
      id: 'listUncheckedHosts',
      turn: 'process',
      summary: 'List the hosts with links that a crawl didn’t check',
      find: ({ params }, { db }) => crawlIn(db, params),
      query: described(uncheckedHostParams, paging),
      responses: {
        200: {
          description: 'A page of the hosts, those with most URLs first.',
          schema: listOf('UncheckedHostList', UncheckedHost),
        },
      },
      errors: [...keyed, 404, 422],
    },
    async (input, deps) => {
      const hosts = await listUncheckedHosts(deps.db, input.found.crawl.id, input.query)
      return listBody(input, deps, hosts, hosts.rows)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/crawls/{crawl}/urls.csv',
      access: 'export reports',
      id: 'exportCrawlUrls',
      summary: 'Export a list of the URLs of a crawl as a file',
      description: `Broken URLs have a row for each link to them. ${atMost}`,
      find: ({ params }, { db }) => crawlIn(db, params),
      query: described({ list: crawlUrlParams.list }, listed),
      responses: { 200: csvFile('All URLs of the list.') },
      errors: [...keyed, 404, 422],
    },
    async ({ found: { website, crawl }, query, request, reply }, deps) => {
      const { list } = query
      const found = await collect(request, reply, deps, (signal) => allCrawlUrls(deps.db, crawl.id, list, signal))
      async function* batches() {
        for await (const urls of found.batches()) yield urls.flatMap((url) => crawlUrlLines(presentCrawlUrl(url)))
      }
      return sendFile(request, reply, {
        name: fileName(website, `crawl-${crawl.id}-${list.replaceAll('_', '-')}`),
        format: 'csv',
        list: { total: found.total, batches },
        write: columnsAsCsv(crawlUrlColumns),
      })
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/crawls/{crawl}/compare/{other}',
      access: 'read a website',
      id: 'compareCrawls',
      turn: 'process',
      summary: 'Compare two crawls of a website',
      responses: {
        200: { description: 'The changes.', schema: itemOf('CrawlComparisonItem', CrawlComparison, 200) },
      },
      errors: [...keyed, 404, 422],
    },
    async ({ params }, { db }) => ({
      data: await crawlComparison(db, await pairIn(db, params)),
      status: 200,
    }),
  ),

  ...listOfChanges({
    name: 'urls',
    id: 'ComparedUrls',
    summary: 'URLs',
    filter: described({ change: comparedUrlParams.change }, changed),
    query: described(comparedUrlParams, { ...changed, ...paging }),
    row: z.union([CrawlUrlChange, CrawlValueChange]),
    columns: ({ change }) => changedUrlColumns(change),
    read: (db, pair, { change }) => changedUrls(db, pair, change),
  }),
  ...listOfChanges({
    name: 'issues',
    id: 'ComparedIssues',
    summary: 'issues',
    filter: described({ change: comparedIssueParams.change, check: comparedIssueParams.check }, changedOfCheck),
    query: described(comparedIssueParams, { ...changedOfCheck, ...paging }),
    row: CrawlIssueChange,
    columns: () => changedIssueColumns,
    read: (db, pair, query) => changedIssues(db, pair, query),
  }),
  ...listOfChanges({
    name: 'links',
    id: 'ComparedLinks',
    summary: 'links',
    filter: described({ change: comparedLinkParams.change }, changed),
    query: described(comparedLinkParams, { ...changed, ...paging }),
    row: CrawlLinkChange,
    columns: () => changedLinkColumns,
    read: (db, pair, { change }) => changedLinks(db, pair, change),
  }),
]

type Params = { id: number; crawl: number }

async function crawlIn(db: Kysely<Schema>, { id, crawl: crawlId }: Params) {
  const website = await websiteIn(db, id)
  const crawl = await findCrawl(db, website.id, crawlId)
  if (!crawl) throw notFound()
  return { website, crawl }
}

/** Returns the two crawls of a comparison. Throws a 404 without one of them, and a 422 for one and the same. */
async function pairIn(db: Kysely<Schema>, params: Params & { other: number }) {
  const { website, crawl: after } = await crawlIn(db, params)
  const { crawl: before } = await crawlIn(db, { ...params, crawl: params.other })
  if (before.id !== after.id) return { website, before, after }
  const sentence = `Crawl ${after.id} can't be compared with itself. Name another crawl.`
  throw unprocessable([{ field: 'other', code: 'not_allowed', sentence }])
}

type Paging = { page: number; per_page: PageSize }
type ListOfChanges<Filter extends object, Query extends Filter & Paging, Row extends z.ZodType> = {
  name: 'urls' | 'issues' | 'links'
  id: string
  summary: string
  filter: DescribedQuery<Filter>
  query: DescribedQuery<Query>
  row: Row
  columns(filter: Filter): ExportColumns<z.input<Row>>
  read(db: Kysely<Schema>, pair: CrawlPair, filter: Filter): Promise<z.input<Row>[]>
}

/** A list of a comparison, as pages and as a file. */
function listOfChanges<Filter extends object, Query extends Filter & Paging, Row extends z.ZodType>(
  list: ListOfChanges<Filter, Query, Row>,
) {
  const path = `/api/v1/websites/{id}/crawls/{crawl}/compare/{other}/${list.name}` as const
  return [
    route(
      {
        method: 'GET',
        path,
        access: 'read a website',
        id: `list${list.id}`,
        turn: 'process',
        summary: `List the ${list.summary} that changed between two crawls`,
        find: ({ params: given }, { db }) => pairIn(db, given),
        query: list.query,
        responses: { 200: { description: 'A page of the list.', schema: listOf(`${list.id}List`, list.row) } },
        errors: [...keyed, 404, 422],
      },
      async (input, deps) => {
        const rows = await list.read(deps.db, input.found, input.query)
        const { page, per_page } = input.query
        const shown = rows.slice((page - 1) * per_page, page * per_page)
        const counts = { total: rows.length, totalRelation: 'eq', hasNext: page * per_page < rows.length } as const
        return listBody(input, deps, counts, shown)
      },
    ),
    route(
      {
        method: 'GET',
        path: `${path}.csv`,
        access: 'export reports',
        id: `export${list.id}`,
        summary: `Export the ${list.summary} that changed between two crawls as a file`,
        description: atMost,
        find: ({ params: given }, { db }) => pairIn(db, given),
        query: list.filter,
        responses: { 200: csvFile('All rows of the list.') },
        errors: [...keyed, 404, 422],
      },
      async ({ found, query, request, reply }, deps) => {
        const all = await collect(request, reply, deps, async () => {
          const rows = await list.read(deps.db, found, query)
          return {
            total: rows.length,
            async *batches() {
              yield* batchesOf(rows, rowsAtOnce)
            },
          }
        })
        return sendFile(request, reply, {
          name: fileName(found.website, `crawl-${found.before.id}-${found.after.id}-${list.name}`),
          format: 'csv',
          list: all,
          write: columnsAsCsv(list.columns(query)),
        })
      },
    ),
  ]
}
