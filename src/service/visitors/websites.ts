import { type WebsiteReportListQuery, websiteReportListParams } from '#contract/lists/list-query.ts'
import { described, newerThan, paging, reportFilter } from '#contract/openapi/parameters.ts'
import { ReportItem, ReportList, WebsiteItem } from '#contract/openapi/reports.ts'
import { wholeListOf } from '#contract/openapi/schemas.ts'
import { SharedFinding } from '#contract/reports/findings.ts'
import { scopeOfWebsite, visiblePrivacies, visitor, websiteAccess } from '#service/access/policy.ts'
import { notFound } from '#service/http/problem.ts'
import {
  type DocumentDeps,
  documentOfReport,
  documentOfWebsite,
  sharedBrandResponse,
} from '#service/http/responses/client-documents.ts'
import { sharedFindingsResponse } from '#service/http/responses/findings.ts'
import { comparisonResponse, historyResponse } from '#service/http/responses/page-history.ts'
import { type ReportListRequest, reportListResponse, reportResponse } from '#service/http/responses/reports.ts'
import {
  duplicatesResponse,
  issuesResponse,
  websiteBody,
  websiteHistoryResponse,
  whatIfResponse,
} from '#service/http/responses/websites.ts'
import { keyed, routeUsing } from '#service/http/route.ts'
import { brandOfShared, comparedWith, documentItem } from '#service/http/routes/documents.ts'
import { comparisonOfReports, historyOfReport } from '#service/http/routes/reports.ts'
import {
  duplicatesOfWebsite,
  historyOfWebsite,
  issuesOfWebsite,
  whatIfOfWebsite,
} from '#service/http/routes/website-pages.ts'
import type { Store } from '#service/store/database.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { lockOf, openedWebsite, type VisitorDeps, websiteOfReport } from './open-website.ts'
import { cookieErrors, deleteUnlockCookie, lockedAgain, type PasswordDeps, unlock, unlocking } from './password.ts'

const route = routeUsing<VisitorDeps & PasswordDeps & DocumentDeps>()

const shared = { tag: 'Without a key', extension: 'shared' } as const
const errors = [...keyed, 404] as const

export const sharedFindings = {
  summary: 'List the statuses of the findings of a report’s page',
  responses: {
    200: {
      description: 'Findings with a decision, as of now.',
      schema: wholeListOf('SharedFindingList', SharedFinding),
    },
  },
} as const

/** Websites and reports that a website's privacy opens without a key. A key is ignored. */
export const visitorWebsiteRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/shared/reports/{id}',
      access: websiteOfReport,
      ...shared,
      id: 'readSharedReport',
      turn: 'process',
      summary: 'Get a report of a shared website',
      responses: { 200: { description: 'The report.', schema: ReportItem } },
      errors,
    },
    async ({ website, params: { id } }, { db }) => {
      const response = await reportResponse(db, id, scopeOfWebsite(website))
      if (!response) throw notFound()
      return response
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/reports/{id}/history',
      access: websiteOfReport,
      ...shared,
      id: 'showSharedHistory',
      turn: 'threads',
      ...historyOfReport,
      errors,
    },
    async ({ website, params: { id } }, deps) => {
      const history = await historyResponse(deps, id, scopeOfWebsite(website))
      if (!history) throw notFound()
      return history
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/reports/{id}/findings',
      access: websiteOfReport,
      ...shared,
      id: 'listSharedFindings',
      ...sharedFindings,
      errors,
    },
    async ({ params: { id } }, { db }) => sharedFindingsResponse(db, id),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/reports/{id}/compare/{other}',
      access: websiteOfReport,
      ...shared,
      id: 'compareSharedReports',
      turn: 'threads',
      ...comparisonOfReports,
      errors: [...errors, 422],
    },
    async ({ website, params }, deps) => {
      const comparison = await comparisonResponse(deps, params, scopeOfWebsite(website))
      if (!comparison) throw notFound()
      return comparison
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/reports/{id}/document',
      access: websiteOfReport,
      ...shared,
      extension: 'documents',
      id: 'readSharedReportDocument',
      turn: 'threads',
      summary: 'Get the client report of a report of a shared website',
      query: comparedWith,
      responses: documentItem,
      errors: [...errors, 422],
    },
    async ({ website, params: { id }, query }, deps) => {
      const data = await documentOfReport(deps, { id, compare_id: query.compare }, scopeOfWebsite(website))
      if (!data) throw notFound()
      return { data, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/reports/{id}/brand',
      access: websiteOfReport,
      ...shared,
      ...brandOfShared,
      id: 'readBrandOfSharedReport',
      errors,
    },
    async (_, deps) => sharedBrandResponse(deps),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/websites/{id}/brand',
      access: openedWebsite,
      ...shared,
      ...brandOfShared,
      id: 'readBrandOfSharedWebsite',
      errors,
    },
    async (_, deps) => sharedBrandResponse(deps),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/websites/{id}',
      access: openedWebsite,
      ...shared,
      id: 'readSharedWebsite',
      summary: 'Get a shared website',
      responses: { 200: { description: 'The website.', schema: WebsiteItem } },
      errors,
    },
    async ({ website }, { db }) => ({ data: await websiteBody(db, website), status: 200 }),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/websites/{id}/document',
      access: openedWebsite,
      ...shared,
      extension: 'documents',
      id: 'readSharedWebsiteDocument',
      turn: 'process',
      summary: 'Get the client report of a shared website',
      responses: documentItem,
      errors,
    },
    async ({ website }, deps) => ({ data: await documentOfWebsite(deps, website), status: 200 }),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/websites/{id}/reports',
      access: openedWebsite,
      ...shared,
      id: 'listSharedReports',
      turn: 'process',
      summary: 'List the reports of a shared website',
      description: 'The latest report of each page, with or without `latest`.',
      query: described(websiteReportListParams, { ...reportFilter, ...paging, ...newerThan }),
      responses: { 200: { description: 'A page of the list.', schema: ReportList } },
      errors: [...errors, 422],
    },
    async (input, deps) => reportsOfWebsite(input, deps, input.website.id),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/websites/{id}/issues',
      access: openedWebsite,
      ...shared,
      id: 'listSharedIssues',
      turn: 'process',
      ...issuesOfWebsite,
      errors,
    },
    async ({ website }, { db }) => issuesResponse(db, website.id),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/websites/{id}/duplicates',
      access: openedWebsite,
      ...shared,
      id: 'listSharedDuplicates',
      turn: 'process',
      ...duplicatesOfWebsite,
      errors,
    },
    async ({ website }, { db }) => duplicatesResponse(db, website.id),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/websites/{id}/history',
      access: openedWebsite,
      ...shared,
      id: 'showSharedWebsiteHistory',
      turn: 'process',
      ...historyOfWebsite,
      errors,
    },
    async ({ website }, { db }) => websiteHistoryResponse(db, website.id),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/websites/{id}/what-if',
      access: openedWebsite,
      ...shared,
      id: 'computeSharedWhatIf',
      turn: 'process',
      ...whatIfOfWebsite,
      errors: [...errors, 422],
    },
    async ({ website, query }, { db }) => whatIfResponse(db, website, query),
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/shared/websites/{id}/unlock',
      access: 'without a key',
      sameOrigin: true,
      ...shared,
      id: 'unlockWebsite',
      summary: 'Unlock a website with its password',
      ...unlocking,
      repeat: 'withheld',
      errors: [...cookieErrors, 409],
    },
    async ({ params: { id }, request, reply }, deps) => {
      const website = await findWebsite(deps.db, id, visiblePrivacies)
      if (!website || websiteAccess(visitor, website) === 'hidden') throw notFound()
      const lock = lockOf(website)
      if (lock) await unlock(request, reply, { lock, name: website.domain }, deps)
      return { status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/shared/websites/{id}/forget',
      access: 'without a key',
      sameOrigin: true,
      ...shared,
      id: 'forgetWebsite',
      ...lockedAgain,
      errors: cookieErrors,
    },
    async ({ params: { id }, request, reply }, { publicUrl }) => {
      deleteUnlockCookie(request, reply, { purpose: 'website', id }, publicUrl)
      return { status: 200 }
    },
  ),
]

type WebsiteReportListRequest = Omit<ReportListRequest, 'query'> & { query: WebsiteReportListQuery }

/**
 * Returns a page of the reports of the website that a visitor has opened, the latest of each page; the query can't name
 * another website.
 */
export function reportsOfWebsite(
  { request, query, search }: WebsiteReportListRequest,
  deps: { db: Store['db']; publicUrl: string | null },
  websiteId: number,
) {
  const searchOfWebsite = new URLSearchParams(search)
  searchOfWebsite.delete('website_id')
  const ofWebsite = {
    request,
    query: { ...query, website_id: websiteId, latest: '1' as const },
    search: searchOfWebsite,
  }
  return reportListResponse(ofWebsite, deps, scopeOfWebsite({ id: websiteId }))
}
