import type { FastifyInstance } from 'fastify'
import type { ItemEnvelope } from '#contract/envelope.ts'
import { RetentionForm } from '#contract/forms/retention-form.ts'
import { maxCountedExpired, type Retention, retentionParams } from '#contract/retention.ts'
import { countExpired } from '#service/jobs/retention.ts'
import { findRetention, setRetention } from '#service/store/retention.ts'
import { findWebsite } from '#service/store/websites.ts'
import type { HttpDeps } from '../deps.ts'
import { retentionSentences } from '../form-sentences.ts'
import { readListQuery } from '../lists.ts'
import { notFound } from '../problem.ts'
import { readBody } from '../read-form.ts'
import { idIn } from '../request.ts'

/** Declares how many reports a website keeps. */
export function retentionRoutes(app: FastifyInstance, { store: { db }, identify, audit, purger }: HttpDeps) {
  const settingOf = async (id: number, keep: number | null): Promise<Retention> => ({
    keep,
    expired: keep === null ? 0 : await countExpired(db, { id, keep }, maxCountedExpired),
  })

  app.get(
    '/api/v1/websites/:id/retention',
    identify.to('list websites'),
    async (request): Promise<ItemEnvelope<Retention>> => {
      const id = idIn(request)
      const { query } = readListQuery(retentionParams, request)
      const keep = await findRetention(db, id)
      if (keep === undefined) throw notFound()
      const { expired } = await settingOf(id, query.keep ?? keep)
      return { data: { keep, expired }, status: 200 }
    },
  )

  app.put(
    '/api/v1/websites/:id/retention',
    identify.to('delete a report'),
    async (request): Promise<ItemEnvelope<Retention>> => {
      const id = idIn(request)
      const website = await findWebsite(db, id)
      if (!website) throw notFound()
      const { keep = null } = readBody(request, RetentionForm, retentionSentences)
      const before = await findRetention(db, id)
      if (!(await setRetention(db, id, keep))) throw notFound()
      if (before !== keep)
        await audit.record(request, {
          action: 'website_changed',
          object: { kind: 'website', id, name: website.domain },
          detail: keep === null ? 'keeps all reports' : `keeps the last ${keep} reports of each page and one a month`,
        })
      const data = await settingOf(id, keep)
      purger.wake()
      return { data, status: 200 }
    },
  )
}
