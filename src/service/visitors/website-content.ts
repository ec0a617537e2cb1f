import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { websiteReportListParams } from '#contract/lists/list-query.ts'
import { whatIfParams } from '#contract/reports/what-if.ts'
import { scopeOfWebsite } from '#service/access/policy.ts'
import { readRequestQuery } from '#service/http/query.ts'
import { reportListResponse } from '#service/http/responses/reports.ts'
import { issuesResponse, websiteHistoryResponse, whatIfResponse } from '#service/http/responses/websites.ts'
import type { Schema } from '#service/store/schema.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'

/** Declares a GET route below what a visitor opens. `respond` is called only if the visitor can see it. */
export type Get<Opened> = <Body>(
  path: string,
  respond: (opened: Opened, request: FastifyRequest) => Promise<Body>,
) => void

/** Declares the routes that a website has for visitors, whether its privacy or a share link opens it. */
export function websiteContentRoutes(get: Get<WebsiteRecord>, db: Kysely<Schema>) {
  get('/issues', ({ id }) => issuesResponse(db, id))
  get('/history', ({ id }) => websiteHistoryResponse(db, id))
  get('/what-if', (website, request) => whatIfResponse(db, website, readRequestQuery(whatIfParams, request).query))
}

/** Returns a page of the reports of a website that a visitor has opened. */
export function websiteReportsResponse(
  request: FastifyRequest,
  deps: { db: Kysely<Schema>; publicUrl: string | null },
  website: Pick<WebsiteRecord, 'id'>,
) {
  const { query, search } = readRequestQuery(websiteReportListParams, request)
  search.delete('website_id')
  const ofWebsite = { query: { ...query, website_id: website.id }, search }
  return reportListResponse(request, deps, ofWebsite, scopeOfWebsite(website))
}
