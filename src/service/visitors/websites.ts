import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readId } from '#contract/lists/list-query.ts'
import type { Comparison, PageHistory } from '#contract/reports/comparison.ts'
import type { Report } from '#contract/reports/report.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import { type ClientDocument, documentParams } from '#contract/sharing/client-document.ts'
import type { Website } from '#contract/websites/website.ts'
import { scopeOfWebsite, visiblePrivacies, visitor, websiteAccess } from '#service/access/policy.ts'
import { hasUnlockCookie, unlockCookieName } from '#service/access/unlock.ts'
import type { HttpDeps } from '#service/http/deps.ts'
import { notFound } from '#service/http/problem.ts'
import { readRequestQuery } from '#service/http/query.ts'
import { comparedIdsIn } from '#service/http/request.ts'
import { documentOfReport, documentOfWebsite } from '#service/http/responses/client-documents.ts'
import { sharedFindingsResponse } from '#service/http/responses/findings.ts'
import { comparisonResponse, historyResponse } from '#service/http/responses/page-history.ts'
import { reportResponse } from '#service/http/responses/reports.ts'
import { websiteBody } from '#service/http/responses/websites.ts'
import { sameOriginOnly } from '#service/http/same-origin.ts'
import { findWebsite, findWebsiteOfReport, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { deleteUnlockCookie, locked, unlock } from './password.ts'
import { type Get, websiteContentRoutes, websiteReportsResponse } from './website-content.ts'

/** No resource has this ID. A malformed ID is looked up like any other, so that it takes as long. */
const noId = 0

/** Declares the routes to websites and reports that a website's privacy opens without a key. They ignore keys. */
export function visitorWebsiteRoutes(app: FastifyInstance, deps: HttpDeps) {
  const {
    store: { db },
    limits,
    unlocker,
    publicUrl,
    pool,
  } = deps

  /**
   * Returns the website that `find` looks up by the ID in the path, if the visitor can see it. Counts requests without
   * a valid cookie against the limit, and makes the unlocked website the reader of the request. A private website gets
   * the response of a missing one, in the same time.
   */
  async function open(
    request: FastifyRequest,
    reply: FastifyReply,
    find: typeof findWebsite | typeof findWebsiteOfReport,
  ) {
    // Visitors with a valid cookie do not count against the limit. It can be checked only once the website is known.
    const hasCookie = hasUnlockCookie(request.cookies, 'website')
    if (!hasCookie) await limits.countKeyless(request)
    const id = idFrom(request)
    const website = await find(db, id, visiblePrivacies)
    const lock = website && lockOf(website)
    if (website && lock && unlocker.isOpen(lock, request.cookies[unlockCookieName(lock)]))
      request.reader = { kind: 'unlock', website_id: website.id }
    else if (hasCookie) await limits.countKeyless(request)
    const access = websiteAccess(request.reader, website)
    if (!website || access === 'hidden') throw notFound()
    if (access === 'locked') throw locked({ by: 'website', website_id: website.id })
    // Content behind a password must not stay on the disk of a shared machine.
    if (request.reader.kind === 'unlock') reply.header('Cache-Control', 'no-store')
    return { id, website }
  }
  const getOfWebsite: Get<WebsiteRecord> = (path, respond) =>
    app.get(`/api/v1/shared/websites/:id${path}`, async (request, reply) =>
      respond((await open(request, reply, findWebsite)).website, request),
    )
  const getOfReport: Get<{ id: number; website: WebsiteRecord }> = (path, respond) =>
    app.get(`/api/v1/shared/reports/:id${path}`, async (request, reply) =>
      respond(await open(request, reply, findWebsiteOfReport), request),
    )

  getOfReport('', async ({ id, website }): Promise<ItemEnvelope<Report>> => {
    const response = await reportResponse(db, id, scopeOfWebsite(website))
    if (!response) throw notFound()
    return response
  })

  getOfReport('/history', async ({ id, website }): Promise<PageHistory & { status: 200 }> => {
    const history = await historyResponse({ db, pool }, id, scopeOfWebsite(website))
    if (!history) throw notFound()
    return history
  })

  getOfReport('/findings', ({ id }) => sharedFindingsResponse(db, id))

  getOfReport('/compare/:other', async ({ website }, request): Promise<ItemEnvelope<Comparison>> => {
    const ids = comparedIdsIn(request)
    const comparison = ids && (await comparisonResponse({ db, pool }, ids, scopeOfWebsite(website)))
    if (!comparison) throw notFound()
    return comparison
  })

  getOfReport('/document', async ({ id, website }, request): Promise<ItemEnvelope<ClientDocument>> => {
    const { compare: compareId } = readRequestQuery(documentParams, request).query
    const data = await documentOfReport({ db, pool }, { id, compare_id: compareId }, scopeOfWebsite(website))
    if (!data) throw notFound()
    return { data, status: 200 }
  })

  getOfWebsite('', async (website): Promise<ItemEnvelope<Website>> => ({
    data: await websiteBody(db, website),
    status: 200,
  }))

  getOfWebsite('/document', async (website): Promise<ItemEnvelope<ClientDocument>> => ({
    data: await documentOfWebsite({ db, pool }, website),
    status: 200,
  }))

  getOfWebsite('/reports', (website, request) => websiteReportsResponse(request, { db, publicUrl }, website))

  websiteContentRoutes(getOfWebsite, db)

  const sameOrigin = sameOriginOnly(deps)
  app.post(
    '/api/v1/shared/websites/:id/unlock',
    { ...sameOrigin, config: { repeat: 'withheld' } },
    async (request, reply): Promise<{ status: 200 }> => {
      const website = await findWebsite(db, idFrom(request), visiblePrivacies)
      if (!website || websiteAccess(visitor, website) === 'hidden') throw notFound()
      const lock = lockOf(website)
      if (lock) await unlock(request, reply, { lock, name: website.domain }, deps)
      return { status: 200 }
    },
  )

  app.post('/api/v1/shared/websites/:id/forget', sameOrigin, async (request, reply): Promise<{ status: 200 }> => {
    const id = idFrom(request)
    if (id === noId) throw notFound()
    deleteUnlockCookie(request, reply, { purpose: 'website', id }, publicUrl)
    return { status: 200 }
  })
}

const idFrom = ({ params }: FastifyRequest) => readId((params as { id: string }).id) ?? noId
const lockOf = ({ id, password_hash }: Pick<WebsiteRecord, 'id' | 'password_hash'>) =>
  password_hash === null ? null : ({ purpose: 'website', id, password_hash } as const)
