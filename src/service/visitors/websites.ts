import { websiteReportListParams } from '#contract/lists/list-query.ts'
import { described, newerThan, paging, reportFilter } from '#contract/openapi/parameters.ts'
import { ReportItem, ReportList, SharedWebsiteItem } from '#contract/openapi/reports.ts'
import { itemOf } from '#contract/openapi/schemas.ts'
import { SharedBrand, sharedBrandParams } from '#contract/sharing/shared-brand.ts'
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
import { reportResponse } from '#service/http/responses/reports.ts'
import { websiteBody } from '#service/http/responses/websites.ts'
import { keyed, routeUsing } from '#service/http/route.ts'
import { comparedWith, documentItem } from '#service/http/routes/documents.ts'
import { comparisonOfReports, historyOfReport } from '#service/http/routes/reports.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { brandOfPage } from './brand-of-page.ts'
import { lockOf, openedWebsite, type VisitorDeps, websiteOfReport } from './open-website.ts'
import { cookieErrors, deleteUnlockCookie, lockedAgain, type PasswordDeps, unlock, unlocking } from './password.ts'
import { figureRoutes, reportsOfWebsite, sharedFindings } from './shared-routes.ts'

const route = routeUsing<VisitorDeps & PasswordDeps & DocumentDeps>()

const tag = 'Without a key'
const errors = [...keyed, 404] as const

/** Websites and reports that a website's privacy opens without a key. A key is ignored. */
export const visitorWebsiteRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/shared/brand',
      access: 'without a key',
      tag,
      id: 'readSharedBrand',
      summary: 'Get the brand of shared pages',
      description:
        'That of the client of a website, a report or a share link, where it has one. That of the team for a website that is private or missing, and without any of them.',
      query: described(sharedBrandParams, {
        website_id: 'The website of the page.',
        report_id: 'The report of the page.',
        token: 'The token of the share link.',
      }),
      responses: {
        200: {
          description: 'Its name, logo, colour and contact.',
          schema: itemOf('SharedBrandItem', SharedBrand, 200),
        },
      },
      errors: [422, 429],
    },
    async ({ query }, deps) => sharedBrandResponse(deps, await brandOfPage(deps.db, query)),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/reports/{id}',
      access: websiteOfReport,
      tag,
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
      tag,
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
      tag,
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
      tag,
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
      tag,
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
      path: '/api/v1/shared/websites/{id}',
      access: openedWebsite,
      tag,
      id: 'readSharedWebsite',
      summary: 'Get a shared website',
      responses: { 200: { description: 'The website.', schema: SharedWebsiteItem } },
      errors,
    },
    async ({ website }, { db }) => ({ data: await websiteBody(db, website), status: 200 }),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/websites/{id}/document',
      access: openedWebsite,
      tag,
      id: 'readSharedWebsiteDocument',
      turn: 'process',
      summary: 'Get the client report of a shared website',
      responses: documentItem,
      errors,
    },
    async ({ website }, deps) => ({
      data: await documentOfWebsite(deps, website, scopeOfWebsite(website)),
      status: 200,
    }),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/websites/{id}/reports',
      access: openedWebsite,
      tag,
      id: 'listSharedReports',
      turn: 'process',
      summary: 'List the reports of a shared website',
      description: 'The latest report of each page, with or without `latest`.',
      query: described(websiteReportListParams, { ...reportFilter, ...paging, ...newerThan }),
      responses: { 200: { description: 'A page of the list.', schema: ReportList } },
      errors: [...errors, 422],
    },
    async (input, deps) => reportsOfWebsite(input, deps, scopeOfWebsite(input.website)),
  ),

  ...figureRoutes({ path: '/api/v1/shared/websites/{id}', access: openedWebsite, errors }, 'Shared'),

  route(
    {
      method: 'POST',
      path: '/api/v1/shared/websites/{id}/unlock',
      access: 'without a key',
      sameOrigin: true,
      tag,
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
      tag,
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
