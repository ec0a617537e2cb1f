import type { Kysely } from 'kysely'
import { described, pageFilter, paging } from '#contract/openapi/parameters.ts'
import { listOf } from '#contract/openapi/schemas.ts'
import {
  againstParams,
  PathComparison,
  pathExportColumns,
  WebsiteComparison,
  wordsLeast,
  wordsShare,
} from '#contract/websites/website-comparison.ts'
import { columnsAsCsv } from '#service/present/export.ts'
import type { Store } from '#service/store/database.ts'
import type { Schema } from '#service/store/schema.ts'
import type { Identify } from '../identify.ts'
import { unprocessable } from '../problem.ts'
import { listBody } from '../responses/lists.ts'
import { allRows, websiteComparison, type WebsitePair } from '../responses/website-comparison.ts'
import { keyed, routeUsing } from '../route.ts'
import { atMost, collect, sendFile } from './exports.ts'
import { fileName } from './page-lists.ts'
import { websiteIn } from './website-pages.ts'

type Deps = { db: Store['db']; identify: Identify; publicUrl: string | null }

const route = routeUsing<Deps>()

const { page: _page, per_page: _perPage, ...unpagedParams } = againstParams
const { search: _search, sort_by: _sortBy, sort: _sort, check: _check, ...hereFilter } = pageFilter
const filter = {
  kind: 'changed, missing, new, unread or same. Without it, all but same; with `path`, all.',
  search: 'Text to find in paths, ignoring case. No NUL characters.',
  path: 'Only this path, with its query.',
  folder: 'Only paths that start with this one: /blog/.',
  check: 'Only paths on which the issue of this check is new or fixed.',
  ...hereFilter,
  crawl: 'Only the pages of this website that this crawl has.',
  other_crawl: 'Only the pages of the other website that this crawl of it has.',
}

const rule = `Pages have the same path if it is the same with its query, by the rules for URLs. Of several pages with one path (http and https, with and without www.), the one that doesn’t redirect counts. Words differ from ${100 * wordsShare}% and ${wordsLeast} words. Canonical URLs and redirects are compared without the two hosts. If both pages name the same canonical path, the checks of canonical URLs are left out. With judge_as_production on one of the websites, so are noindex and robots.txt. Issues of settings that all pages share are counted apart. A score differs only if the compared issues cost other points. Filters of pages, such as status, select pages of this website, so paths that it lacks are left out. A page that only one website has is \`unread\` if the last complete crawl of the other left it out. The same applies if robots.txt blocks it there.`

/** The pages of one website beside the same paths of another. */
export const websiteComparisonRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/against/{other}',
      access: 'read a website',
      id: 'compareWebsites',
      turn: 'process',
      summary: 'Compare the pages of a website with the same paths of another',
      description: rule,
      find: ({ params }, { db }) => pairIn(db, params),
      query: described(againstParams, { ...filter, ...paging }),
      responses: {
        200: {
          description: 'A page of the list, worst first, after the numbers of paths of each kind.',
          schema: listOf('PathComparisonList', PathComparison, { comparison: WebsiteComparison }),
        },
      },
      errors: [...keyed, 404, 422],
    },
    async (input, deps) => {
      const { page, per_page } = input.query
      const { summary, total, rows } = await websiteComparison(deps.db, input.found, input.query)
      const counts = { total, totalRelation: 'eq', hasNext: page * per_page < total } as const
      const shown = await rows((page - 1) * per_page, page * per_page)
      return { comparison: summary, ...listBody(input, deps, counts, shown) }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/against/{other}/paths.csv',
      access: 'export reports',
      id: 'exportWebsiteComparison',
      summary: 'Export a comparison of two websites as a file',
      description: atMost,
      find: ({ params }, { db }) => pairIn(db, params),
      query: described(unpagedParams, filter),
      responses: {
        200: {
          description: 'All rows of the list, in its order. UTF-8 with a byte order mark.',
          headers: ['X-Total-Count', 'Content-Disposition'],
          type: 'text/csv',
        },
      },
      errors: [...keyed, 404, 422],
    },
    async ({ found, query, request, reply }, deps) => {
      const list = await collect(request, reply, deps, async () =>
        allRows(await websiteComparison(deps.db, found, query)),
      )
      return sendFile(request, reply, {
        name: fileName(found.here, `against-${fileName(found.there, 'paths')}`),
        format: 'csv',
        list,
        write: columnsAsCsv(pathExportColumns),
      })
    },
  ),
]

/** Returns the two websites. Throws a 404 without one of them, and a 422 for one and the same. */
async function pairIn(db: Kysely<Schema>, { id, other }: { id: number; other: number }): Promise<WebsitePair> {
  const pair = { here: await websiteIn(db, id), there: await websiteIn(db, other) }
  if (id !== other) return pair
  const sentence = `Website ${id} can't be compared with itself. Name another website.`
  throw unprocessable([{ field: 'other', code: 'not_allowed', sentence }])
}
