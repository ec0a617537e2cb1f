import type { FastifyInstance } from 'fastify'
import type { DeleteAnswer, ItemEnvelope } from '#contract/envelope.ts'
import { websiteListParams } from '#contract/list-query.ts'
import { privacyLabels, type Website } from '#contract/website.ts'
import { scopeOf, canSeeWebsite } from '#service/access/policy.ts'
import { presentWebsite } from '#service/present/website.ts'
import { deleteWebsite, findWebsite, type WebsiteRecord } from '#service/store/websites.ts'
import { listWebsites } from '#service/store/website-list.ts'
import type { HttpDeps } from './deps.ts'
import { entityTag } from './entity-tag.ts'
import { listAnswer } from './list-answer.ts'
import { notFound } from './problem.ts'
import { idIn, readListQuery } from './query.ts'
import { changePrivacy } from './website-privacy.ts'

export function websiteRoutes(app: FastifyInstance, { store: { db }, purger, identify, audit, publicUrl }: HttpDeps) {
  app.get('/api/v1/websites', { onRequest: identify.to('list websites') }, async (request) => {
    const { query, search } = readListQuery(websiteListParams, request)
    const result = await listWebsites(db, query, scopeOf(request.reader))
    return listAnswer(request, publicUrl, query, search, result, result.rows.map(presentWebsite))
  })

  app.get(
    '/api/v1/websites/:id',
    { onRequest: identify.to('read a website') },
    async (request, reply): Promise<ItemEnvelope<Website>> => {
      const id = idIn(request)
      const website = canSeeWebsite(request.reader, id) ? await findWebsite(db, id) : undefined
      if (!website) throw notFound()
      reply.header('ETag', entityTag(website))
      return { data: presentWebsite(website), status: 200 }
    },
  )

  app.put(
    '/api/v1/websites/:id',
    { onRequest: identify.to('change a website') },
    async (request, reply): Promise<ItemEnvelope<Website>> => {
      const { before, website } = await changePrivacy(db, request)
      if (website !== before)
        await audit.note(request, {
          action: 'website.changed',
          object: objectOf(website),
          detail: changeOf(before, website),
        })
      reply.header('ETag', entityTag(website))
      return { data: presentWebsite(website), status: 200 }
    },
  )

  app.delete(
    '/api/v1/websites/:id',
    { onRequest: identify.to('delete a website') },
    async (request): Promise<DeleteAnswer> => {
      const id = idIn(request)
      const website = await findWebsite(db, id)
      if (!website || !(await deleteWebsite(db, id))) throw notFound()
      await audit.note(request, { action: 'website.deleted', object: objectOf(website), detail: reportsOf(website) })
      purger.wake()
      return { id, object: 'website', deleted: true, status: 200 }
    },
  )
}

const objectOf = ({ id, domain }: WebsiteRecord) => ({ kind: 'website', id, name: domain }) as const

function changeOf(before: WebsiteRecord, after: WebsiteRecord): string {
  const changes = [
    ...(before.privacy === after.privacy ? [] : [`${privacyLabels[before.privacy]} → ${privacyLabels[after.privacy]}`]),
    ...(before.findable === after.findable
      ? []
      : [after.findable ? 'search engines may find it' : 'search engines may not find it']),
  ]
  return changes.join(', ') || 'another password'
}

const reportsOf = ({ reportsCount }: WebsiteRecord) => (reportsCount === 1 ? '1 report' : `${reportsCount} reports`)
