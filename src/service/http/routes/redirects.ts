import {
  redirectExportColumns,
  redirectExportParams,
  redirectListParams,
  RedirectMapRow,
  UnnamedPage,
  unnamedExportColumns,
  unnamedParams,
  ResultCounts,
} from '#contract/jobs/redirects.ts'
import { described, paging, redirectFilter } from '#contract/openapi/parameters.ts'
import { listOf } from '#contract/openapi/schemas.ts'
import { scopeOf } from '#service/access/policy.ts'
import { columnsAsCsv } from '#service/present/export.ts'
import { presentUnnamed } from '#service/present/rows.ts'
import type { Store } from '#service/store/database.ts'
import {
  allRedirects,
  allUnnamed,
  countResults,
  listRedirects,
  listUnnamed,
} from '#service/store/lists/redirect-list.ts'
import type { Identify } from '../identify.ts'
import { listBody } from '../responses/lists.ts'
import { keyed, routeUsing } from '../route.ts'
import { atMost, collect, sendFile } from './exports.ts'
import { jobIn } from './jobs.ts'
import { csvFile } from './page-lists.ts'

type Deps = { db: Store['db']; identify: Identify; publicUrl: string | null }

const route = routeUsing<Deps>()

/** The rows of redirect maps, and the pages that they forget. */
export const redirectRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/jobs/{id}/redirects',
      access: 'list jobs',
      id: 'listRedirectMap',
      turn: 'process',
      summary: 'List the rows of a redirect map',
      description: 'Rows whose value isn’t known come last in both directions. Other jobs have none.',
      find: ({ params: { id } }, { db }) => jobIn(db, id),
      query: described(redirectListParams, { ...redirectFilter, ...paging }),
      responses: {
        200: {
          description: 'A page of the list, with the numbers of all rows by result.',
          schema: listOf('RedirectList', RedirectMapRow, { results: ResultCounts }),
        },
      },
      errors: [...keyed, 404, 422],
    },
    async (input, deps) => {
      const scope = scopeOf(input.reader)
      const rows = await listRedirects(deps.db, input.found, input.query, scope)
      return { ...listBody(input, deps, rows, rows.rows), results: await countResults(deps.db, input.found, scope) }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/jobs/{id}/redirects.csv',
      access: 'list jobs',
      id: 'exportRedirectMap',
      summary: 'Export the rows of a redirect map as a file',
      description: atMost,
      find: ({ params: { id } }, { db }) => jobIn(db, id),
      query: described(redirectExportParams, redirectFilter),
      responses: { 200: csvFile('All rows of the list, in its order.', true) },
      errors: [...keyed, 404, 422],
    },
    async ({ found, query, reader, request, reply }, deps) => {
      const list = await collect(request, reply, deps, () => allRedirects(deps.db, found, query, scopeOf(reader)))
      const file = { name: `redirects-${found.id}`, format: 'csv' as const, list }
      return sendFile(request, reply, { ...file, write: columnsAsCsv(redirectExportColumns) })
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/jobs/{id}/unnamed-pages',
      access: 'list jobs',
      id: 'listUnnamedPages',
      turn: 'process',
      summary: 'List the known pages that a redirect map doesn’t name',
      description:
        'Pages of the websites of the old URLs, also those that crawls no longer find. Left out are those that a row names as the old or the expected URL, and those that one leads to. Those with the most inlinks come first.',
      find: ({ params: { id } }, { db }) => jobIn(db, id),
      query: described(unnamedParams, paging),
      responses: { 200: { description: 'A page of the list.', schema: listOf('UnnamedPageList', UnnamedPage) } },
      errors: [...keyed, 404, 422],
    },
    async (input, deps) => {
      const pages = await listUnnamed(deps.db, input.found, input.query, scopeOf(input.reader))
      return listBody(input, deps, pages, pages.rows.map(presentUnnamed))
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/jobs/{id}/unnamed-pages.csv',
      access: 'list jobs',
      id: 'exportUnnamedPages',
      summary: 'Export the known pages that a redirect map doesn’t name',
      description: atMost,
      find: ({ params: { id } }, { db }) => jobIn(db, id),
      responses: { 200: csvFile('All rows of the list, in its order.', true) },
      errors: [...keyed, 404],
    },
    async ({ found, reader, request, reply }, deps) => {
      const pages = await collect(request, reply, deps, () => allUnnamed(deps.db, found, scopeOf(reader)))
      async function* batches() {
        for await (const rows of pages.batches()) yield rows.map(presentUnnamed)
      }
      const file = { name: `unnamed-pages-${found.id}`, format: 'csv' as const, list: { ...pages, batches } }
      return sendFile(request, reply, { ...file, write: columnsAsCsv(unnamedExportColumns) })
    },
  ),
]
