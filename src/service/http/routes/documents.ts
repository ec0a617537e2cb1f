import type { FastifyInstance, FastifyRequest } from 'fastify'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import { type ClientDocument, documentParams } from '#contract/sharing/client-document.ts'
import { canSeeWebsite, scopeOf } from '#service/access/policy.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import type { HttpDeps } from '../deps.ts'
import { notFound } from '../problem.ts'
import { readRequestQuery } from '../query.ts'
import { idIn } from '../request.ts'
import {
  documentOfReport,
  documentOfReports,
  documentOfWebsite,
  documentOfWebsites,
} from '../responses/client-documents.ts'

/** Returns what loads the client report at each path, for holders of a key. Undefined if there is none. */
export function documentLoaders({ store: { db }, pool }: Pick<HttpDeps, 'store' | 'pool'>) {
  const deps = { db, pool }
  return {
    '/api/v1/reports/:id/document': async (request: FastifyRequest) => {
      const { query } = readRequestQuery(documentParams, request)
      return documentOfReport(deps, { id: idIn(request), compare_id: query.compare }, scopeOf(request.reader))
    },
    '/api/v1/websites/:id/document': async (request: FastifyRequest) => {
      const id = idIn(request)
      const website = canSeeWebsite(request.reader, id) ? await findWebsite(db, id) : undefined
      return website && documentOfWebsite(deps, website)
    },
    '/api/v1/documents/reports': async (request: FastifyRequest) => {
      const { query: list } = readRequestQuery(reportListParams, request)
      const query = String(writeQuery(reportListParams, list))
      return documentOfReports(deps, { list, query }, scopeOf(request.reader))
    },
    '/api/v1/documents/websites': async (request: FastifyRequest) => {
      const { query: list } = readRequestQuery(websiteListParams, request)
      const query = String(writeQuery(websiteListParams, list))
      return documentOfWebsites(deps, { list, query }, scopeOf(request.reader))
    },
  } satisfies Record<string, (request: FastifyRequest) => Promise<ClientDocument | undefined>>
}

/** Declares client reports, as holders of a key read them. */
export function documentRoutes(app: FastifyInstance, deps: HttpDeps) {
  const { identify } = deps
  for (const [path, load] of Object.entries(documentLoaders(deps)))
    app.get(path, identify.to('read a report'), async (request): Promise<ItemEnvelope<ClientDocument>> => {
      const data = await load(request)
      if (!data) throw notFound()
      return { data, status: 200 }
    })
}
