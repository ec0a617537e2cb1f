import type { FastifyInstance } from 'fastify'
import type { DeleteAnswer, ItemEnvelope } from '#contract/envelope.ts'
import { NewLinkForm } from '#contract/forms/link-form.ts'
import { type Link, type LinkVisit, linkListParams, type NewLink } from '#contract/links.ts'
import { createLinkToken } from '#service/access/share-links.ts'
import { hashPassword } from '#service/access/passwords.ts'
import { presentLink } from '#service/present/link.ts'
import { findLink, insertLink, listLinks, listVisits, revokeLink } from '#service/store/links.ts'
import type { HttpDeps } from './deps.ts'
import { newLinkSentences, readBody } from './forms.ts'
import { contentOf } from './link-target.ts'
import { listAnswer } from './list-answer.ts'
import { originOf } from './origin.ts'
import { notFound } from './problem.ts'
import { idIn, readListQuery } from './query.ts'

type VisitsAnswer = { data: LinkVisit[]; status: 200 }

/** Governed links, as those with a key make, see and revoke them. */
export function linkRoutes(app: FastifyInstance, { store: { db }, identify, publicUrl, audit }: HttpDeps) {
  app.get('/api/v1/links', { onRequest: identify.to('list links') }, async (request) => {
    const { query, search } = readListQuery(linkListParams, request)
    const result = await listLinks(db, query)
    return listAnswer(request, publicUrl, query, search, result, result.rows.map(presentLink))
  })

  app.post(
    '/api/v1/links',
    { onRequest: identify.to('make links') },
    async (request, reply): Promise<ItemEnvelope<NewLink>> => {
      const target = readBody(request, NewLinkForm, newLinkSentences)
      const { kind, mode, label, expires_at: expiresAt = null, password } = target
      const content = await contentOf(db, target, mode)
      const { token, tokenHash } = createLinkToken()
      const link = await insertLink(db, {
        ...content,
        kind,
        mode,
        label,
        tokenHash,
        passwordHash: password === undefined ? null : await hashPassword(password),
        createdBy: request.reader.kind === 'key' ? request.reader.key.name : '',
        createdAt: new Date().toISOString(),
        expiresAt,
      })
      await audit.note(request, { action: 'link.created', object: objectOf(link) })
      reply.code(201).header('Location', `/api/v1/links/${link.id}`).header('Cache-Control', 'no-store')
      return { data: { ...presentLink(link), url: `${originOf(request, publicUrl)}/s/${token}`, token }, status: 201 }
    },
  )

  app.get(
    '/api/v1/links/:id',
    { onRequest: identify.to('list links') },
    async (request): Promise<ItemEnvelope<Link>> => {
      const link = await findLink(db, { id: idIn(request) })
      if (!link) throw notFound()
      return { data: presentLink(link), status: 200 }
    },
  )

  // A revoked link stays in the list; that somebody else revoked it first is as good.
  app.delete('/api/v1/links/:id', { onRequest: identify.to('make links') }, async (request): Promise<DeleteAnswer> => {
    const link = await findLink(db, { id: idIn(request) })
    if (!link) throw notFound()
    if (await revokeLink(db, link.id)) await audit.note(request, { action: 'link.revoked', object: objectOf(link) })
    return { id: link.id, object: 'link', deleted: true, status: 200 }
  })

  app.get(
    '/api/v1/links/:id/opens',
    { onRequest: identify.to('list links') },
    async (request): Promise<VisitsAnswer> => {
      const link = await findLink(db, { id: idIn(request) })
      if (!link) throw notFound()
      const visits = await listVisits(db, link.id)
      return { data: visits.map(({ openedAt, client }) => ({ opened_at: openedAt, client })), status: 200 }
    },
  )
}

const objectOf = ({ id, label, title }: { id: number; label: string; title: string }) =>
  ({ kind: 'link', id, name: label || title }) as const
