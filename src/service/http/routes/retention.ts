import type { FastifyInstance } from 'fastify'
import { RetentionForm } from '#contract/forms/retention-form.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import { maxCountedExpired, type Retention, retentionParams } from '#contract/websites/retention.ts'
import { countExpired } from '#service/jobs/retention.ts'
import { findRetention, setRetention } from '#service/store/websites/retention.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { auditedWebsite } from '../audit-recorder.ts'
import { readBody } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { retentionSentences } from '../form-sentences.ts'
import { notFound } from '../problem.ts'
import { readRequestQuery } from '../query.ts'
import { clientClosed, idIn } from '../request.ts'

/** Longest time to count what expires with a new setting, in milliseconds, before it is saved. */
const maxCountMs = 2_000

/** Declares how many reports a website keeps. */
export function retentionRoutes(app: FastifyInstance, { store: { db }, identify, audit, purger, log }: HttpDeps) {
  const expiredWith = (id: number, keep: number | null, signal: AbortSignal) =>
    keep === null ? 0 : countExpired(db, { id, keep }, maxCountedExpired, signal)

  /** For the response to a change, which neither a failing count nor a long one may prevent. */
  async function expiredIfCounted(id: number, keep: number | null) {
    try {
      return await expiredWith(id, keep, AbortSignal.timeout(maxCountMs))
    } catch (err) {
      log.warn({ err }, 'the reports that expire with a new setting were not counted')
      return 0
    }
  }

  app.get(
    '/api/v1/websites/:id/retention',
    identify.to('list websites'),
    async (request, reply): Promise<ItemEnvelope<Retention>> => {
      const id = idIn(request)
      const { query } = readRequestQuery(retentionParams, request)
      const keep = await findRetention(db, id)
      if (keep === undefined) throw notFound()
      const expired = await expiredWith(id, query.keep ?? keep, clientClosed(reply))
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
      // Before the purger deletes them.
      const expired = await expiredIfCounted(id, keep)
      if (!(await setRetention(db, id, keep))) throw notFound()
      if (before !== keep)
        await audit.record(request, {
          action: 'website_changed',
          object: auditedWebsite(website),
          detail: keep === null ? 'keeps all reports' : `keeps the last ${keep} reports of each page and one a month`,
        })
      purger.wake()
      return { data: { keep, expired }, status: 200 }
    },
  )
}
