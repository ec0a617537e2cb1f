import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ItemEnvelope, ListEnvelope } from '#contract/envelope.ts'
import { newerThanParams, readId, reportListParams } from '#contract/list-query.ts'
import type { Report } from '#contract/report.ts'
import type { ReportRow } from '#contract/report-row.ts'
import type { Website } from '#contract/website.ts'
import { doorOf, openablePrivacies, scopeOfWebsite } from '#service/access/policy.ts'
import { nobody } from '#service/access/reader.ts'
import { cookieStart } from '#service/access/unlock-cookie.ts'
import { notFound } from '#service/http/problem.ts'
import { readListQuery } from '#service/http/query.ts'
import { reportAnswer, reportListAnswer } from '#service/http/report-answers.ts'
import { presentWebsite } from '#service/present/website.ts'
import { findWebsite, findWebsiteOfReport, type WebsiteRecord } from '#service/store/websites.ts'
import type { ShareDeps } from './deps.ts'
import { fromOwnPagesAlone } from './own-pages.ts'
import { forget, locked, unlock } from './password.ts'

const { website_id: _, ...paramsWithinWebsite } = { ...reportListParams, ...newerThanParams }
/** No resource has it, so that what is no id is looked for and not found as any other. */
const noId = 0

/** What a website's privacy opens without a key: itself and its reports. No key is read here, whoever sends one. */
export function sharedWebsiteRoutes(app: FastifyInstance, deps: ShareDeps) {
  const {
    store: { db },
    limits,
    unlocker,
    publicUrl,
  } = deps

  /** The website, if whoever asks may see it. What is private and what is missing are one, to the eye and to the clock. */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    find: (id: number) => Promise<WebsiteRecord | undefined>,
  ) {
    const { cookie } = request.headers
    // Holders of a good cookie are not counted; whether it is good shows when its website is known.
    const mayHoldOne = cookie?.includes(cookieStart.website) ?? false
    if (!mayHoldOne) await limits.countKeyless(request)
    const id = idFrom(request)
    const website = await find(id)
    if (website?.passwordHash && unlocker.isOpen(lockOf(website, website.passwordHash), cookie))
      request.reader = { kind: 'unlock', websiteId: website.id }
    else if (mayHoldOne) await limits.countKeyless(request)
    const door = doorOf(request.reader, website)
    if (!website || door === 'closed') throw notFound()
    if (door === 'locked') throw locked({ by: 'website', website_id: website.id })
    // What a password opened is not to be found on the disk of a shared machine.
    if (request.reader.kind === 'unlock') reply.header('Cache-Control', 'no-store')
    return { id, website }
  }

  app.get('/api/v1/shared/reports/:id', async (request, reply): Promise<ItemEnvelope<Report>> => {
    const { id, website } = await enter(request, reply, (reportId) =>
      findWebsiteOfReport(db, reportId, openablePrivacies),
    )
    return (await reportAnswer(db, id, scopeOfWebsite(website))) ?? Promise.reject(notFound())
  })

  app.get('/api/v1/shared/websites/:id', async (request, reply): Promise<ItemEnvelope<Website>> => {
    const { website } = await enter(request, reply, (id) => findWebsite(db, id, openablePrivacies))
    return { data: presentWebsite(website), status: 200 }
  })

  app.get('/api/v1/shared/websites/:id/reports', async (request, reply): Promise<ListEnvelope<ReportRow>> => {
    const { website } = await enter(request, reply, (id) => findWebsite(db, id, openablePrivacies))
    const { query, search } = readListQuery(paramsWithinWebsite, request)
    search.delete('website_id')
    return reportListAnswer(
      request,
      { db, publicUrl },
      { query: { ...query, website_id: website.id }, search },
      scopeOfWebsite(website),
    )
  })

  const change = {
    onRequest: async (request: FastifyRequest) => {
      fromOwnPagesAlone(request, publicUrl)
      await limits.countKeyless(request)
    },
  }

  app.post('/api/v1/shared/websites/:id/unlock', change, async (request, reply): Promise<{ status: 200 }> => {
    const website = await findWebsite(db, idFrom(request), openablePrivacies)
    const door = doorOf(nobody, website)
    if (!website || door === 'closed') throw notFound()
    if (website.passwordHash !== null)
      await unlock(request, reply, lockOf(website, website.passwordHash), website.domain, deps)
    return { status: 200 }
  })

  app.post('/api/v1/shared/websites/:id/forget', change, async (request, reply): Promise<{ status: 200 }> => {
    const id = idFrom(request)
    if (id === noId) throw notFound()
    forget(request, reply, { purpose: 'website', id }, publicUrl)
    return { status: 200 }
  })
}

const idFrom = ({ params }: FastifyRequest) => readId((params as { id: string }).id) ?? noId
const lockOf = ({ id }: Pick<WebsiteRecord, 'id'>, passwordHash: string) =>
  ({ purpose: 'website', id, passwordHash }) as const
