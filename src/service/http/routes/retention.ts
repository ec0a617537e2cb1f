import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { RetentionForm } from '#contract/forms/website-form.ts'
import { described } from '#contract/openapi/parameters.ts'
import { itemOf, namedBody } from '#contract/openapi/schemas.ts'
import { maxCountedExpired, Retention, retentionParams } from '#contract/websites/website.ts'
import { countExpired, type Purger } from '#service/jobs/purge.ts'
import type { Store } from '#service/store/database.ts'
import type { Schema } from '#service/store/schema.ts'
import { findRetention, setRetention } from '#service/store/websites/retention.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { notFound } from '../problem.ts'
import { clientClosed } from '../request.ts'
import { keyed, keyedForm, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder; purger: Purger; log: Logger }

const route = routeUsing<Deps>()

/** Longest time in milliseconds to count the reports that a new setting deletes. */
const maxCountMs = 2_000

const path = '/api/v1/websites/{id}/retention'
const RetentionItem = itemOf('RetentionItem', Retention, 200)

export const retentionRoutes = [
  route(
    {
      method: 'GET',
      path,
      access: 'list websites',
      id: 'readRetention',
      summary: 'Get how many reports a website keeps',
      async find({ params: { id } }, { db }) {
        const keep = await findRetention(db, id)
        if (keep === undefined) throw notFound()
        return { keep }
      },
      query: described(retentionParams, { keep: 'Counts what would be deleted with this setting.' }),
      responses: { 200: { description: 'The setting.', schema: RetentionItem } },
      errors: [...keyed, 404, 422],
    },
    async ({ params: { id }, found: { keep }, query, reply }, { db }) => {
      const expired = await expiredWith(db, { id, keep: query.keep ?? keep }, clientClosed(reply))
      return { data: { keep, expired }, status: 200 }
    },
  ),

  route(
    {
      method: 'PUT',
      path,
      access: 'delete a report',
      id: 'changeRetention',
      summary: 'Change how many reports a website keeps',
      description:
        'Older reports are deleted in the background. Reports of working share links are always kept. Deleted reports can’t be restored. `expired` is lower if counting fails or takes more than two seconds.',
      async find({ params: { id } }, { db }) {
        const website = await findWebsite(db, id)
        if (!website) throw notFound()
        return website
      },
      form: namedBody('RetentionForm', RetentionForm, 'Without `keep`, all reports are kept.'),
      example: { keep: '10' },
      responses: { 200: { description: 'The setting.', schema: RetentionItem } },
      errors: [...keyedForm, 404],
    },
    async ({ params: { id }, found: website, form: { keep = null }, request }, { db, audit, purger, log }) => {
      const before = await findRetention(db, id)
      // Before the purger deletes them.
      const expired = await expiredIfCounted(db, { id, keep }, log)
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
  ),
]

type Setting = { id: number; keep: number | null }

const expiredWith = (db: Kysely<Schema>, { id, keep }: Setting, signal: AbortSignal) =>
  keep === null ? 0 : countExpired(db, { id, keep }, maxCountedExpired, signal)

/** For the response to a change, which must not depend on a failing or long count. */
async function expiredIfCounted(db: Kysely<Schema>, setting: Setting, log: Logger) {
  try {
    return await expiredWith(db, setting, AbortSignal.timeout(maxCountMs))
  } catch (err) {
    log.warn({ err }, 'the reports that expire with a new setting were not counted')
    return 0
  }
}
