import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ItemEnvelope, ListEnvelope } from '#contract/envelope.ts'
import { newerThanParams, readId, reportListParams, websiteListParams } from '#contract/list-query.ts'
import type { OpenedLink } from '#contract/opened-link.ts'
import type { Report } from '#contract/report.ts'
import type { ReportRow } from '#contract/report-row.ts'
import type { Website } from '#contract/website.ts'
import { scopeOf } from '#service/access/policy.ts'
import { createRateWindow } from '#service/access/rate-window.ts'
import { contentDeleted, hashLinkToken, linkEnd } from '#service/access/share-links.ts'
import { hasUnlockCookie, unlockCookieName } from '#service/access/unlock.ts'
import { listResponse, readListQuery } from '#service/http/lists.ts'
import { notFound, Problem } from '#service/http/problem.ts'
import { reportListResponse } from '#service/http/report-responses.ts'
import { presentWebsite } from '#service/present/resources.ts'
import { findLink, type LinkRecord, recordVisit } from '#service/store/links.ts'
import { listWebsites } from '#service/store/website-list.ts'
import { deleteUnlockCookie, locked, type PublicDeps, sameOriginOnly, unlock } from './password.ts'
import { contentOfLink, reportThroughLink } from './share-link-content.ts'
import { browserName } from './browser-name.ts'

const { website_id: _, ...paramsWithinWebsite } = { ...reportListParams, ...newerThanParams }

/** Visits of one link that are written to the audit log in a minute. The link's own count has no limit. */
const auditedVisitsPerMinute = 30

/** Requests within this time of a visit, in milliseconds, belong to it. */
const visitLength = 60 * 60_000

/** Declares the routes that a share link's token opens. They ignore keys. */
export function shareLinkRoutes(app: FastifyInstance, deps: PublicDeps) {
  const {
    store: { db },
    limits,
    unlocker,
    audit,
    log,
    publicUrl,
  } = deps
  const countAudited = createRateWindow(auditedVisitsPerMinute)

  /** Returns the link if it still works, without checking its password. */
  async function findWorking(request: FastifyRequest): Promise<LinkRecord> {
    const link = await findLink(db, { tokenHash: hashLinkToken((request.params as { token: string }).token) })
    if (!link) throw notFound()
    const end = linkEnd(link)
    if (end) throw new Problem(end.code, end.sentence)
    return link
  }

  /**
   * Returns the link if the visitor can see its target. Visitors with a valid cookie do not count against the limit.
   */
  async function authorise(request: FastifyRequest, reply: FastifyReply): Promise<LinkRecord> {
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

  /** Records a visit, unless one was recorded so shortly before. A failure is logged: the content is shown anyway. */
  const visit = (request: FastifyRequest, link: LinkRecord, apart?: number) =>
    recordVisitOf(request, link, apart).catch((err: unknown) =>
      log.warn({ id: request.id, err }, 'visit of a share link was not recorded'),
    )

  async function recordVisitOf(request: FastifyRequest, link: LinkRecord, apart = 0): Promise<void> {
    if (request.method !== 'GET') return
    const sinceLast = Date.now() - Date.parse(link.lastOpenedAt ?? '1970-01-01')
    if (Math.abs(sinceLast) < apart) return
    const browser = browserName(request.headers['user-agent'])
    const isNew = await recordVisit(db, link.id, browser, new Date().toISOString(), apart)
    if (isNew && !countAudited(String(link.id)).isExceeded)
      await audit.record(request, {
        action: 'link.opened',
        object: { kind: 'link', id: link.id, name: nameOf(link) },
        detail: browser,
      })
  }

  /** Records a visit for a request behind a link that was not opened first. */
  const visitBehind = (request: FastifyRequest, link: LinkRecord) =>
    visit(request, link, visitLength)

  app.get('/api/v1/shared/links/:token', async (request, reply): Promise<ItemEnvelope<OpenedLink>> => {
    const link = await authorise(request, reply)
    const data = await contentOfLink(db, link)
    if (!data) throw new Problem(contentDeleted.code, contentDeleted.sentence)
    await visit(request, link)
    return { data, status: 200 }
  })

  app.get('/api/v1/shared/links/:token/reports', async (request, reply): Promise<ListEnvelope<ReportRow>> => {
    const link = await authorise(request, reply)
    const scope = scopeOf(request.reader)
    if (scope.kind !== 'website' && scope.kind !== 'reports') throw notFound()
    if (scope.kind === 'reports') {
      const { query, search } = readListQuery(reportListParams, request)
      await visitBehind(request, link)
      return reportListResponse(request, { db, publicUrl }, { query: { ...query, newer_than: null }, search }, scope)
    }
    const { query, search } = readListQuery(paramsWithinWebsite, request)
    await visitBehind(request, link)
    search.delete('website_id')
    return reportListResponse(
      request,
      { db, publicUrl },
      { query: { ...query, website_id: scope.websiteId }, search },
      scope,
    )
  })

  app.get('/api/v1/shared/links/:token/reports/:id', async (request, reply): Promise<ItemEnvelope<Report>> => {
    const link = await authorise(request, reply)
    const id = readId((request.params as { id: string }).id)
    const report = id === null ? undefined : await reportThroughLink(db, link, id)
    if (!report) throw notFound()
    await visitBehind(request, link)
    return { data: report, status: 200 }
  })

  app.get('/api/v1/shared/links/:token/websites', async (request, reply): Promise<ListEnvelope<Website>> => {
    const link = await authorise(request, reply)
    const scope = scopeOf(request.reader)
    if (scope.kind !== 'websites') throw notFound()
    const { query, search } = readListQuery(websiteListParams, request)
    await visitBehind(request, link)
    const result = await listWebsites(db, query, scope)
    return listResponse(request, publicUrl, query, search, result, result.rows.map(presentWebsite))
  })

  const sameOrigin = sameOriginOnly(deps)
  app.post('/api/v1/shared/links/:token/unlock', sameOrigin, async (request, reply): Promise<{ status: 200 }> => {
    const link = await findWorking(request)
    const lock = lockOf(link)
    if (lock) await unlock(request, reply, { lock, name: nameOf(link) }, deps)
    return { status: 200 }
  })

  app.post('/api/v1/shared/links/:token/forget', sameOrigin, async (request, reply): Promise<{ status: 200 }> => {
    deleteUnlockCookie(request, reply, { purpose: 'link', id: (await findWorking(request)).id }, publicUrl)
    return { status: 200 }
  })
}

const nameOf = ({ label, title }: LinkRecord) => label || title
const lockOf = ({ id, passwordHash }: LinkRecord) =>
  passwordHash === null ? null : ({ purpose: 'link', id, passwordHash } as const)
