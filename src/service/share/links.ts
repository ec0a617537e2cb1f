import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ItemEnvelope, ListEnvelope } from '#contract/envelope.ts'
import { newerThanParams, readId, reportListParams, websiteListParams } from '#contract/list-query.ts'
import type { OpenedLink } from '#contract/opened-link.ts'
import type { Report } from '#contract/report.ts'
import type { ReportRow } from '#contract/report-row.ts'
import type { Website } from '#contract/website.ts'
import { endOfLink, hashLinkToken } from '#service/access/links.ts'
import { scopeOf } from '#service/access/policy.ts'
import { cookieStart } from '#service/access/unlock-cookie.ts'
import { listAnswer } from '#service/http/list-answer.ts'
import { notFound, Problem } from '#service/http/problem.ts'
import { readListQuery } from '#service/http/query.ts'
import { reportListAnswer } from '#service/http/report-answers.ts'
import { presentWebsite } from '#service/present/website.ts'
import { findLink, type LinkRecord, noteOpening } from '#service/store/links.ts'
import { listWebsites } from '#service/store/websites.ts'
import { clientName } from './client-name.ts'
import type { ShareDeps } from './deps.ts'
import { contentOfLink, reportThroughLink } from './link-content.ts'
import { createOpeningPace } from './opening-pace.ts'
import { fromOwnPagesAlone } from './own-pages.ts'
import { forget, locked, unlock } from './password.ts'

const { website_id: _, ...paramsWithinWebsite } = { ...reportListParams, ...newerThanParams }

/** What is read behind a link belongs to its opening for so long. */
const oneOpening = 60 * 60_000

/** What a governed link opens to whoever has it. No key is read here, whoever sends one. */
export function sharedLinkRoutes(app: FastifyInstance, deps: ShareDeps) {
  const {
    store: { db },
    limits,
    unlocker,
    audit,
    publicUrl,
  } = deps
  const isNoted = createOpeningPace()

  /** The link, if it still opens; the password is not asked for. */
  async function findOpen(request: FastifyRequest): Promise<LinkRecord> {
    const link = await findLink(db, { tokenHash: hashLinkToken((request.params as { token: string }).token) })
    if (!link) throw notFound()
    const end = endOfLink(link)
    if (end) throw gone(end)
    return link
  }

  /** The link, if whoever asks may see what it leads to. Holders of a good cookie are not counted. */
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<LinkRecord> {
    const { cookie } = request.headers
    const mayHoldOne = cookie?.includes(cookieStart.link) ?? false
    if (!mayHoldOne) await limits.countKeyless(request)
    // What a link shows ends with it, and is not to be found on the disk of a shared machine.
    reply.header('Cache-Control', 'no-store')
    const link = await findOpen(request).catch(async (error: unknown) => {
      if (mayHoldOne) await limits.countKeyless(request)
      throw error
    })
    const lock = lockOf(link)
    const isUnlocked = lock !== null && unlocker.isOpen(lock, cookie)
    if (mayHoldOne && !isUnlocked) await limits.countKeyless(request)
    if (lock && !isUnlocked) throw locked({ by: 'link' })
    request.reader = { kind: 'link', link }
    return link
  }

  /** Notes an opening, unless the link was opened since. */
  async function noteOpened(request: FastifyRequest, link: LinkRecord, since?: string): Promise<void> {
    if (request.method !== 'GET' || (since !== undefined && link.lastOpenedAt !== null && link.lastOpenedAt > since))
      return
    const client = clientName(request.headers['user-agent'])
    const isNew = await noteOpening(db, link.id, client, new Date().toISOString(), since)
    if (isNew && isNoted(link.id))
      await audit.note(request, {
        action: 'link.opened',
        object: { kind: 'link', id: link.id, name: nameOf(link) },
        detail: client,
      })
  }

  /** Whoever asks for what is behind a link without opening it first does not read it unseen. */
  const noteRead = (request: FastifyRequest, link: LinkRecord) =>
    noteOpened(request, link, new Date(Date.now() - oneOpening).toISOString())

  app.get('/api/v1/shared/links/:token', async (request, reply): Promise<ItemEnvelope<OpenedLink>> => {
    const link = await enter(request, reply)
    const data = await contentOfLink(db, link)
    if (!data) throw gone('What this link led to was deleted.')
    await noteOpened(request, link)
    return { data, status: 200 }
  })

  app.get('/api/v1/shared/links/:token/reports', async (request, reply): Promise<ListEnvelope<ReportRow>> => {
    const link = await enter(request, reply)
    const scope = scopeOf(request.reader)
    if (scope.kind !== 'website' && scope.kind !== 'reports') throw notFound()
    if (scope.kind === 'reports') {
      const { query, search } = readListQuery(reportListParams, request)
      await noteRead(request, link)
      return reportListAnswer(request, { db, publicUrl }, { query: { ...query, newer_than: null }, search }, scope)
    }
    const { query, search } = readListQuery(paramsWithinWebsite, request)
    await noteRead(request, link)
    search.delete('website_id')
    return reportListAnswer(
      request,
      { db, publicUrl },
      { query: { ...query, website_id: scope.websiteId }, search },
      scope,
    )
  })

  app.get('/api/v1/shared/links/:token/reports/:id', async (request, reply): Promise<ItemEnvelope<Report>> => {
    const link = await enter(request, reply)
    const id = readId((request.params as { id: string }).id)
    const report = id === null ? undefined : await reportThroughLink(db, link, id)
    if (!report) throw notFound()
    await noteRead(request, link)
    return { data: report, status: 200 }
  })

  app.get('/api/v1/shared/links/:token/websites', async (request, reply): Promise<ListEnvelope<Website>> => {
    const link = await enter(request, reply)
    const scope = scopeOf(request.reader)
    if (scope.kind !== 'websites') throw notFound()
    const { query, search } = readListQuery(websiteListParams, request)
    await noteRead(request, link)
    const result = await listWebsites(db, query, scope)
    return listAnswer(request, publicUrl, query, search, result, result.rows.map(presentWebsite))
  })

  const change = {
    onRequest: async (request: FastifyRequest) => {
      fromOwnPagesAlone(request, publicUrl)
      await limits.countKeyless(request)
    },
  }

  app.post('/api/v1/shared/links/:token/unlock', change, async (request, reply): Promise<{ status: 200 }> => {
    const link = await findOpen(request)
    const lock = lockOf(link)
    if (lock) await unlock(request, reply, lock, nameOf(link), deps)
    return { status: 200 }
  })

  app.post('/api/v1/shared/links/:token/forget', change, async (request, reply): Promise<{ status: 200 }> => {
    forget(request, reply, { purpose: 'link', id: (await findOpen(request)).id }, publicUrl)
    return { status: 200 }
  })
}

const gone = (sentence: string) => new Problem(410, sentence)
const nameOf = ({ label, title }: LinkRecord) => label || title
const lockOf = ({ id, passwordHash }: LinkRecord) =>
  passwordHash === null ? null : ({ purpose: 'link', id, passwordHash } as const)
