import type { FastifyReply, FastifyRequest } from 'fastify'
import { readId, type WebsiteReportListQuery, websiteReportListParams } from '#contract/lists/list-query.ts'
import { described, newerThan, paging, reportFilter } from '#contract/openapi/parameters.ts'
import { ReportItem, ReportList, WebsiteItem } from '#contract/openapi/reports.ts'
import { wholeListOf } from '#contract/openapi/schemas.ts'
import { SharedFinding } from '#contract/reports/findings.ts'
import { scopeOfWebsite, visiblePrivacies, visitor, websiteAccess } from '#service/access/policy.ts'
import { hasUnlockCookie, unlockCookieName } from '#service/access/unlock.ts'
import type { HttpDeps } from '#service/http/deps.ts'
import { notFound } from '#service/http/problem.ts'
import { documentOfReport, documentOfWebsite, sharedBrandResponse } from '#service/http/responses/client-documents.ts'
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
import { keyed, route, type VisitorGuard } from '#service/http/route.ts'
import { brandOfShared, comparedWith, documentItem } from '#service/http/routes/documents.ts'
import { comparisonOfReports, historyOfReport } from '#service/http/routes/reports.ts'
import {
  duplicatesOfWebsite,
  historyOfWebsite,
  issuesOfWebsite,
  whatIfOfWebsite,
} from '#service/http/routes/website-pages.ts'
import { findWebsite, findWebsiteOfReport, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { cookieErrors, deleteUnlockCookie, lockedAgain, passwordRequired, unlock, unlocking } from './password.ts'

/** No resource has this ID. A malformed ID is looked up like any other, so that it takes as long. */
const noId = 0

const idFrom = ({ params }: FastifyRequest) => readId((params as { id: string }).id) ?? noId
const lockOf = ({ id, password_hash }: Pick<WebsiteRecord, 'id' | 'password_hash'>) =>
  password_hash === null ? null : ({ purpose: 'website', id, password_hash } as const)

/**
 * Returns the website that `find` looks up by the ID in the path, if the visitor can see it. Counts the request, with a
 * valid cookie against a higher limit, and makes the unlocked website the reader of the request. A private website gets
 * the response of a missing one, in the same time.
 */
async function openWebsite(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, limits, unlocker }: HttpDeps,
  find: typeof findWebsite | typeof findWebsiteOfReport,
): Promise<{ website: WebsiteRecord }> {
  // Visitors with a valid cookie have a higher limit. It can be checked only once the website is known.
  const hasCookie = hasUnlockCookie(request.cookies, 'website')
  if (!hasCookie) await limits.countKeyless(request)
  const website = await find(db, idFrom(request), visiblePrivacies)
  const lock = website && lockOf(website)
  if (website && lock && unlocker.isOpen(lock, request.cookies[unlockCookieName(lock)])) {
    await limits.countUnlocked(request)
    request.reader = { kind: 'unlock', website_id: website.id }
  } else if (hasCookie) await limits.countKeyless(request)
  const access = websiteAccess(request.reader, website)
  if (!website || access === 'hidden') throw notFound()
  if (access === 'locked') throw passwordRequired({ by: 'website', website_id: website.id })
  // Content behind a password must not stay on the disk of a shared machine.
  if (request.reader.kind === 'unlock') reply.header('Cache-Control', 'no-store')
  return { website }
}

const openedWebsite: VisitorGuard<{ website: WebsiteRecord }> = {
  open: (request, reply, deps) => openWebsite(request, reply, deps, findWebsite),
}
export const websiteOfReport: VisitorGuard<{ website: WebsiteRecord }> = {
  open: (request, reply, deps) => openWebsite(request, reply, deps, findWebsiteOfReport),
}

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
  deps: HttpDeps,
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
