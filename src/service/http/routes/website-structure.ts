import type { Kysely } from 'kysely'
import { structureOf, type WebsiteStructure } from '#analyser/website-structure.ts'
import { itemOf } from '#contract/openapi/schemas.ts'
import { StructureTables, type StructureTable, structureTables } from '#contract/websites/website-structure.ts'
import { columnsAsCsv } from '#service/present/export.ts'
import { presentStructure, structureColumns, structureLines } from '#service/present/website-structure.ts'
import type { Store } from '#service/store/database.ts'
import type { Schema } from '#service/store/schema.ts'
import { readStructurePages } from '#service/store/websites/website-structure.ts'
import type { Identify } from '../identify.ts'
import { keyed, routeUsing } from '../route.ts'
import { atMost, collect, sendFile } from './exports.ts'
import { fileName } from './page-lists.ts'
import { websiteIn } from './website-pages.ts'

type Deps = { db: Store['db']; identify: Identify }

const route = routeUsing<Deps>()

const titles: Record<StructureTable, string> = {
  redirects: 'redirects',
  canonicals: 'canonical URLs',
  hreflang: 'hreflang sets',
  pagination: 'paginated lists',
}

async function readStructure(db: Kysely<Schema>, websiteId: number) {
  const { pages, whole } = await readStructurePages(db, websiteId)
  return { structure: structureOf(pages), whole }
}

/** The URLs of a website as they refer to each other: redirects, canonical URLs, hreflang sets and lists in pages. */
export const websiteStructureRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/structure',
      access: 'read a website',
      id: 'showWebsiteStructure',
      turn: 'process',
      summary: 'Get the structure of a website',
      responses: { 200: { description: 'The tables.', schema: itemOf('StructureTablesItem', StructureTables, 200) } },
      errors: [...keyed, 404],
    },
    async ({ params: { id } }, { db }) => {
      const { structure, whole } = await readStructure(db, (await websiteIn(db, id)).id)
      return { data: presentStructure(structure, whole), status: 200 }
    },
  ),
  ...structureTables.map((table) =>
    route(
      {
        method: 'GET',
        path: `/api/v1/websites/{id}/structure/${table}.csv`,
        access: 'export reports',
        id: `export${table[0]!.toUpperCase()}${table.slice(1)}`,
        summary: `Export the ${titles[table]} of a website as a file`,
        description: atMost,
        responses: {
          200: {
            description: 'The whole table, of at most 20,000 pages. UTF-8 with a byte order mark.',
            type: 'text/csv',
            headers: ['Content-Disposition'],
          },
        },
        errors: [...keyed, 404],
      },
      async ({ params: { id }, request, reply }, deps) => {
        const website = await websiteIn(deps.db, id)
        const list = await collect(request, reply, deps, async () => {
          const { structure } = await readStructure(deps.db, website.id)
          return wholeTable(structure, table)
        })
        return sendFile(request, reply, {
          name: fileName(website, table),
          format: 'csv',
          list: { total: null, batches: list.batches },
          write: columnsAsCsv(structureColumns(table)),
        })
      },
    ),
  ),
]

const wholeTable = (structure: WebsiteStructure, table: StructureTable) => ({
  total: structure[table].length,
  async *batches() {
    yield* structureLines(structure, table)
  },
})
