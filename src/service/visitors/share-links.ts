import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readId, reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import type { PageCheck } from '#contract/reports/check-again.ts'
import type { ReportRow } from '#contract/reports/report-row.ts'
import type { Report } from '#contract/reports/report.ts'
import type { ItemEnvelope, ListEnvelope } from '#contract/responses/envelope.ts'
import type { ClientDocument } from '#contract/sharing/client-document.ts'
import { isSnapshot } from '#contract/sharing/links.ts'
import type { OpenedLink } from '#contract/sharing/opened-link.ts'
import type { Website } from '#contract/websites/website.ts'
import { contentDeleted, hashLinkToken, linkEnd, scopeOfLink } from '#service/access/share-links.ts'
import { hasUnlockCookie, unlockCookieName } from '#service/access/unlock.ts'
import { auditedLink } from '#service/http/audit-recorder.ts'
import type { HttpDeps } from '#service/http/deps.ts'
import { notFound, Problem } from '#service/http/problem.ts'
import { readRequestQuery } from '#service/http/query.ts'
import { sharedFindingsResponse } from '#service/http/responses/findings.ts'
import { listResponse } from '#service/http/responses/lists.ts'
import { reportListResponse } from '#service/http/responses/reports.ts'
import { websitesBody } from '#service/http/responses/websites.ts'
import { sameOriginOnly } from '#service/http/same-origin.ts'
import { listWebsites } from '#service/store/lists/website-list.ts'
import { findReport } from '#service/store/reports/reports.ts'
import { secondsToCheck } from '#service/store/share-links/check-again.ts'
import { findLink, type LinkRecord } from '#service/store/share-links/share-links.ts'
import { findWebsite, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { checkAgain, lastCheck } from './check-again.ts'
import { createLinkVisits } from './link-visits.ts'
import { deleteUnlockCookie, locked, unlock } from './password.ts'
import { contentOfLink, documentThroughLink, reportThroughLink } from './share-link-content.ts'
import { type Get, websiteContentRoutes, websiteReportsResponse } from './website-content.ts'

/** Declares the routes that a share link's token opens. They ignore keys. */
export function shareLinkRoutes(app: FastifyInstance, deps: HttpDeps) {
  const {
    store: { db },
    limits,
    unlocker,
    publicUrl,
    pool,
  } = deps
  const visits = createLinkVisits(deps)

  /** Returns the link if it still works, without checking its password. */
  async function findWorking(request: FastifyRequest): Promise<LinkRecord> {
    const link = await findLink(db, { token_hash: hashLinkToken((request.params as { token: string }).token) })
    if (!link) throw notFound()
    const end = linkEnd(link)
    if (end) throw new Problem(end.code, end.sentence)
    return link
  }

  /**
   * Returns the link if it works and is unlocked. Counts requests without a valid cookie against the limit, forbids
   * caching the response, and makes the link the reader of the request. Throws a `Problem` for an unknown or ended
   * link, a locked one, and too many requests.
   */
  async function openLink(request: FastifyRequest, reply: FastifyReply): Promise<LinkRecord> {
    const hasCookie = hasUnlockCookie(request.cookies, 'link')
    if (!hasCookie) await limits.countKeyless(request)
    // The content ends with the link, and must not stay on the disk of a shared machine.
    reply.header('Cache-Control', 'no-store')
    const link = await findWorking(request).catch(async (error: unknown) => {
      if (hasCookie) await limits.countKeyless(request)
      throw error
    })
    const lock = lockOf(link)
    const isUnlocked = lock !== null && unlocker.isOpen(lock, request.cookies[unlockCookieName(lock)])
    if (hasCookie && !isUnlocked) await limits.countKeyless(request)
    if (lock && !isUnlocked) throw locked({ by: 'link' })
    request.reader = { kind: 'link', link }
    return link
  }

  /** Declares a route behind a link. What it returns belongs to a visit. */
  function get<Body>(
    path: string,
    respond: (link: LinkRecord, request: FastifyRequest) => Promise<Body>,
    recordVisit = visits.readBehind,
  ) {
    app.get(`/api/v1/shared/links/:token${path}`, async (request, reply): Promise<Body> => {
      const link = await openLink(request, reply)
      const body = await respond(link, request)
      await recordVisit(request, link)
      return body
    })
  }

  const getOfWebsite: Get<WebsiteRecord> = (path, respond) =>
    get(path, async (link, request) => {
      const scope = scopeOfLink(link)
      const website = scope.kind === 'website' ? await findWebsite(db, scope.website_id) : undefined
      if (!website) throw notFound()
      return respond(website, request)
    })

  const openedLink = async (link: LinkRecord): Promise<ItemEnvelope<OpenedLink>> => {
    const data = await contentOfLink(db, link)
    if (!data) throw new Problem(contentDeleted.code, contentDeleted.sentence)
    return { data, status: 200 }
  }
  get('', openedLink, visits.opened)

  get('/document', async (link): Promise<ItemEnvelope<ClientDocument>> => {
    const data = await documentThroughLink({ db, pool }, link)
    if (!data) throw notFound()
    return { data, status: 200 }
  })

  get('/reports', async (link, request): Promise<ListEnvelope<ReportRow>> => {
    const scope = scopeOfLink(link)
    if (scope.kind === 'website') return websiteReportsResponse(request, { db, publicUrl }, { id: scope.website_id })
    if (scope.kind !== 'reports') throw notFound()
    const { query, search } = readRequestQuery(reportListParams, request)
    return reportListResponse(request, { db, publicUrl }, { query: { ...query, newer_than: null }, search }, scope)
  })

  get('/reports/:id', async (link, request): Promise<ItemEnvelope<Report>> => {
    const id = readId((request.params as { id: string }).id)
    const report = id === null ? undefined : await reportThroughLink(db, link, id)
    if (!report) throw notFound()
    return { data: report, status: 200 }
  })

  get('/reports/:id/findings', async (link, request) => {
    const id = readId((request.params as { id: string }).id)
    // A snapshot stays as it was made.
    if (isSnapshot(link) && id === link.report_id) return { data: [], status: 200 as const }
    const report = id === null ? undefined : await findReport(db, id, scopeOfLink(link))
    if (!report) throw notFound()
    return sharedFindingsResponse(db, report.id)
  })

  get('/websites', async (link, request): Promise<ListEnvelope<Website>> => {
    const scope = scopeOfLink(link)
    if (scope.kind !== 'websites') throw notFound()
    const { query, search } = readRequestQuery(websiteListParams, request)
    const result = await listWebsites(db, query, scope)
    return listResponse(request, publicUrl, query, search, result, await websitesBody(db, result.rows))
  })

  websiteContentRoutes(getOfWebsite, db)

  get('/check', async (link): Promise<Checked<PageCheck | null>> => {
    const data = await lastCheck(link, { db })
    return { data, wait_seconds: await secondsToCheck(db, link.id), status: 200 }
  })

  const sameOrigin = sameOriginOnly(deps)
  app.post('/api/v1/shared/links/:token/check', sameOrigin, async (request, reply): Promise<Checked<PageCheck>> => {
    const link = await openLink(request, reply)
    const data = await checkAgain(request, reply, link, { ...deps, db })
    return { data, wait_seconds: await secondsToCheck(db, link.id), status: 200 }
  })

  app.post(
    '/api/v1/shared/links/:token/unlock',
    { ...sameOrigin, config: { repeat: 'withheld' } },
    async (request, reply): Promise<{ status: 200 }> => {
      const link = await findWorking(request)
      const lock = lockOf(link)
      if (lock) await unlock(request, reply, { lock, name: auditedLink(link).name }, deps)
      return { status: 200 }
    },
  )

  app.post('/api/v1/shared/links/:token/forget', sameOrigin, async (request, reply): Promise<{ status: 200 }> => {
    deleteUnlockCookie(request, reply, { purpose: 'link', id: (await findWorking(request)).id }, publicUrl)
    return { status: 200 }
  })
}

type Checked<Data> = { data: Data; wait_seconds: number; status: 200 }

const lockOf = ({ id, password_hash }: LinkRecord) =>
  password_hash === null ? null : ({ purpose: 'link', id, password_hash } as const)
