import { reportListParams, websiteListParams, websiteReportListParams } from '#contract/lists/list-query.ts'
import { described, newerThan, paging, reportFilter, websiteFilter } from '#contract/openapi/parameters.ts'
import { ReportList, SharedWebsiteList } from '#contract/openapi/reports.ts'
import { itemOf, named } from '#contract/openapi/schemas.ts'
import { LinkedReport } from '#contract/reports/report.ts'
import { isSnapshot } from '#contract/sharing/links.ts'
import { LinkCheck, PageCheck, OpenedLink } from '#contract/sharing/opened-link.ts'
import { contentDeleted, scopeOfLink } from '#service/access/share-links.ts'
import { auditedLink } from '#service/http/audit-recorder.ts'
import { notFound, Problem } from '#service/http/problem.ts'
import { clientClosed } from '#service/http/request.ts'
import { type DocumentDeps } from '#service/http/responses/client-documents.ts'
import { type SharedFinding, sharedFindingsResponse } from '#service/http/responses/findings.ts'
import { listBody } from '#service/http/responses/lists.ts'
import { reportListResponse } from '#service/http/responses/reports.ts'
import { websitesBody } from '#service/http/responses/websites.ts'
import { keyed, readRequestQuery, routeUsing } from '#service/http/route.ts'
import { attachmentNamed, documentItem, type Print } from '#service/http/routes/documents.ts'
import { listWebsites } from '#service/store/lists/website-list.ts'
import { findReport } from '#service/store/reports/reports.ts'
import { secondsToCheck } from '#service/store/share-links/check-again.ts'
import { type CheckDeps, checkAgain, lastCheck } from './check-again.ts'
import {
  findWorking,
  type LinkDeps,
  linkItself,
  lockOf,
  pagesThroughLink,
  throughLink,
  websiteThroughLink,
} from './open-link.ts'
import { cookieErrors, deleteUnlockCookie, lockedAgain, type PasswordDeps, unlock, unlocking } from './password.ts'
import { contentOfLink, documentThroughLink, reportThroughLink } from './share-link-content.ts'
import { figureRoutes, reportsOfWebsite, sharedFindings } from './shared-routes.ts'

const route = routeUsing<LinkDeps & PasswordDeps & DocumentDeps & CheckDeps & { print: Print }>()

const tag = 'Without a key'
const errors = [...keyed, 404, 410] as const

/** The target of a share link's token. A key is ignored. */
export const shareLinkRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/shared/links/{token}',
      access: linkItself,
      tag,
      id: 'openLink',
      turn: 'process',
      summary: 'Open a share link',
      responses: {
        200: {
          description:
            'The shared report, website or list. Without it for a link to a client report, which is at `/document`.',
          schema: itemOf('OpenedLinkItem', OpenedLink, 200),
        },
      },
      errors,
    },
    async ({ link }, { db }) => {
      const data = await contentOfLink(db, link)
      if (!data) throw new Problem(contentDeleted.code, contentDeleted.sentence)
      return { data, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/links/{token}/document',
      access: throughLink,
      tag,
      id: 'readLinkedDocument',
      turn: 'threads',
      summary: 'Get the client report of a share link',
      responses: documentItem,
      errors: [...errors, 422],
    },
    async ({ link }, deps) => {
      const data = await documentThroughLink(deps, link)
      if (!data) throw notFound()
      return { data, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/links/{token}/document.pdf',
      access: throughLink,
      tag,
      id: 'printLinkedDocument',
      turn: 'threads',
      summary: 'Get the client report of a share link as a PDF file',
      responses: { 200: { description: 'A PDF file.', type: 'application/pdf', headers: ['Content-Disposition'] } },
      errors: [...errors, 422, 501],
    },
    async ({ link, reply }, deps) => {
      const document = await documentThroughLink(deps, link)
      if (!document) throw notFound()
      const file = await deps.print(document, { key: `link ${link.id}`, signal: clientClosed(reply) })
      reply.header('Content-Disposition', attachmentNamed(document))
      return reply.type('application/pdf').send(file)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/links/{token}/reports',
      access: pagesThroughLink,
      tag,
      id: 'listLinkedReports',
      turn: 'process',
      summary: 'List the reports of a share link',
      description:
        'Through a link to a website, the latest report of each page. Through a link to a list of reports, `website_id` is a filter too, and filters by what its rows don’t show (`latest`, `check`, `changed`, `structure`) are ignored.',
      query: described(websiteReportListParams, { ...reportFilter, ...paging, ...newerThan }),
      responses: { 200: { description: 'A page of the list.', schema: ReportList } },
      errors: [...errors, 422],
    },
    async (input, deps) => {
      const scope = scopeOfLink(input.link)
      if (scope.kind === 'website') return reportsOfWebsite(input, deps, scope)
      if (scope.kind !== 'reports') throw notFound()
      const { website_id } = readRequestQuery({ website_id: reportListParams.website_id }, input.request).query
      return reportListResponse({ ...input, query: { ...input.query, website_id, newer_than: null } }, deps, scope)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/links/{token}/reports/{id}',
      access: pagesThroughLink,
      tag,
      id: 'readLinkedReport',
      turn: 'process',
      summary: 'Get a report of a share link',
      responses: { 200: { description: 'The report.', schema: itemOf('LinkedReportItem', LinkedReport, 200) } },
      errors,
    },
    async ({ link, params: { id } }, { db }) => {
      const data = await reportThroughLink(db, link, id)
      if (!data) throw notFound()
      return { data, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/links/{token}/reports/{id}/findings',
      access: pagesThroughLink,
      tag,
      id: 'listLinkedFindings',
      ...sharedFindings,
      errors,
    },
    async ({ link, params: { id } }, { db }): Promise<{ data: SharedFinding[]; status: 200 }> => {
      // A snapshot stays as it was made.
      if (isSnapshot(link) && id === link.report_id) return { data: [], status: 200 }
      const report = await findReport(db, id, scopeOfLink(link))
      if (!report) throw notFound()
      return sharedFindingsResponse(db, report.id)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/links/{token}/websites',
      access: pagesThroughLink,
      tag,
      id: 'listLinkedWebsites',
      turn: 'process',
      summary: 'List the websites of a share link',
      query: described(websiteListParams, { ...websiteFilter, ...paging }),
      responses: { 200: { description: 'A page of the list.', schema: SharedWebsiteList } },
      errors: [...errors, 422],
    },
    async (input, deps) => {
      const scope = scopeOfLink(input.link)
      if (scope.kind !== 'websites') throw notFound()
      const websites = await listWebsites(deps.db, input.query, scope)
      return listBody(input, deps, websites, await websitesBody(deps.db, websites.rows))
    },
  ),

  ...figureRoutes({ path: '/api/v1/shared/links/{token}', access: websiteThroughLink, errors }, 'Linked'),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/links/{token}/check',
      access: pagesThroughLink,
      tag,
      id: 'readLinkCheck',
      turn: 'process',
      summary: 'Get the last check of a share link',
      responses: {
        200: {
          description: 'The last check, or null. `wait_seconds` is the time until the page can be checked again.',
          schema: named('LinkCheck', LinkCheck),
        },
      },
      errors,
    },
    async ({ link }, { db }) => {
      const data = await lastCheck(link, { db })
      return { data, wait_seconds: await secondsToCheck(db, link.id), status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/shared/links/{token}/check',
      access: pagesThroughLink,
      sameOrigin: true,
      tag,
      id: 'checkLinkAgain',
      adds: true,
      summary: 'Analyse the page of a share link again',
      description:
        'Only through a link with `can_check`: once a minute and 20 times a day. The report is the next one of its page.',
      responses: {
        200: { description: 'The check.', schema: named('PageCheckItem', LinkCheck.extend({ data: PageCheck })) },
      },
      errors: [...errors, 403, 409, 413, 415, 422],
    },
    async ({ link, request, reply }, deps) => {
      const data = await checkAgain(request, reply, link, deps)
      return { data, wait_seconds: await secondsToCheck(deps.db, link.id), status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/shared/links/{token}/unlock',
      access: 'without a key',
      sameOrigin: true,
      tag,
      id: 'unlockLink',
      summary: 'Unlock a share link with its password',
      ...unlocking,
      repeat: 'withheld',
      errors: [...cookieErrors, 409, 410],
    },
    async ({ request, reply }, deps) => {
      const link = await findWorking(request, deps)
      const lock = lockOf(link)
      if (lock) await unlock(request, reply, { lock, name: auditedLink(link).name }, deps)
      return { status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/shared/links/{token}/forget',
      access: 'without a key',
      sameOrigin: true,
      tag,
      id: 'forgetLink',
      ...lockedAgain,
      errors: [...cookieErrors, 410],
    },
    async ({ request, reply }, deps) => {
      const { id } = await findWorking(request, deps)
      deleteUnlockCookie(request, reply, { purpose: 'link', id }, deps.publicUrl)
      return { status: 200 }
    },
  ),
]
