import type { Kysely, Transaction } from 'kysely'
import { todayInUtc } from '#contract/format/dates.ts'
import { counted } from '#contract/format/numbers.ts'
import { NewWaiverForm } from '#contract/forms/waiver-forms.ts'
import { described } from '#contract/openapi/parameters.ts'
import { deletionOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { NewWaivers, Waiver, waiverListParams, type WaiverScope } from '#contract/reports/findings.ts'
import { isGuest, scopeOf } from '#service/access/policy.ts'
import { isCheck } from '#service/present/check-names.ts'
import { presentWaiver } from '#service/present/waivers.ts'
import type { Store } from '#service/store/database.ts'
import {
  createdTogether,
  createWaivers,
  findWaiver,
  hasPage,
  listWaivers,
  removeWaivers,
  type WaiverRecord,
} from '#service/store/pages/waivers.ts'
import type { Schema } from '#service/store/schema.ts'
import { findWebsite, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { recordWrite } from '../idempotency.ts'
import { permitsChange } from '../permits.ts'
import { type InvalidField, notFound, unprocessable, waiverProblem } from '../problem.ts'
import { senderOf } from '../request.ts'
import { pagesWithIssue } from '../responses/change-findings.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder }

const route = routeUsing<Deps>()

/** Waivers: decisions that an issue does not count. All keys share them. */
export const waiverRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/waivers',
      access: 'list waivers',
      id: 'listWaivers',
      summary: 'List waivers',
      query: described(waiverListParams, { website_id: 'Only waivers of this website.' }),
      responses: {
        200: {
          description: 'Waivers, including expired ones, newest first.',
          schema: wholeListOf('WaiverList', Waiver),
        },
      },
      errors: [...keyed, 422],
    },
    async ({ query, reader }, { db }) => {
      const day = todayInUtc()
      const waivers = await listWaivers(db, query.website_id, scopeOf(reader))
      const shown = waivers.map((waiver) => presentWaiver(waiver, day))
      return {
        data: isGuest(reader) ? shown.map((waiver) => ({ ...waiver, author: '', reason: '' })) : shown,
        status: 200,
      }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/waivers',
      access: 'change waivers',
      id: 'createWaiver',
      adds: true,
      summary: 'Create a waiver',
      form: namedBody(
        'NewWaiverForm',
        NewWaiverForm,
        '`target` depends on `scope`: the URL of a page with a report, a page group, or absent for a website. With `ids`, the IDs of pages that have the issue, instead of a URL, each gets a waiver, or none does.',
      ),
      repeatable: { lists: ['ids'] },
      example: { website_id: '1', check: 'noindex', scope: 'website', reason: 'By design' },
      responses: {
        201: {
          description: 'The waiver. With `ids`, the first of the waivers, whose IDs are in `ids`.',
          schema: NewWaivers,
          headers: ['Location'],
        },
      },
      errors: [...keyedForm, 404, 409],
      async repeat({ id }, { db }) {
        const waiver = await findWaiver(db, Number(id))
        return waiver && present(await createdTogether(db, waiver))
      },
    },
    async ({ form, reader, request, reply }, { db, audit }) => {
      const { website_id, check, scope, target = null, ids, reason, expires_on = null } = form
      const canEdit = await permitsChange(db, reader, 'websites', website_id)
      const website = canEdit ? await findWebsite(db, website_id) : undefined
      const wrong = await wrongFields(db, { website, website_id, check, scope, target })
      if (!website || wrong.length > 0) throw unprocessable(wrong)
      const day = todayInUtc()
      const author = { author: senderOf(request).author_name, created_at: new Date().toISOString() }
      const values = { website_id, check_id: check, scope, reason, expires_on, ...author }
      const waivers = await db.transaction().execute(async (tx) => {
        const targets = ids ? await urlsOf(tx, { website_id, check }, ids) : [target]
        const result = await createWaivers(tx, values, targets, day)
        if ('refused' in result) throw waiverProblem(result)
        await recordWrite(tx, request, {
          status: 201,
          location: locationOf(result.waivers),
          id: firstOf(result.waivers).id,
        })
        return result.waivers
      })
      await audit.record(request, {
        action: 'waiver_created',
        object: auditedWebsite(website),
        detail: detailOf(waivers),
      })
      reply.header('Location', locationOf(waivers))
      return present(waivers)
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/waivers/{id}',
      access: 'change waivers',
      id: 'removeWaiver',
      summary: 'Remove a waiver',
      responses: { 200: { description: 'The waiver is removed.', schema: deletionOf('WaiverDeletion', 'waiver') } },
      errors: [...keyedWrite, 404],
    },
    async ({ params: { id }, request }, { db, audit }) => {
      const waiver = await findWaiver(db, id)
      const website = waiver && (await findWebsite(db, waiver.website_id))
      if (!website || (await removeWaivers(db, [waiver.id])) === 0) throw notFound()
      await audit.record(request, {
        action: 'waiver_removed',
        object: auditedWebsite(website),
        detail: detailOf([waiver]),
      })
      return { id, object: 'waiver', deleted: true, status: 200 }
    },
  ),
]

const urlsOf = async (tx: Transaction<Schema>, issue: { website_id: number; check: string }, ids: readonly number[]) =>
  (await pagesWithIssue(tx, issue, ids)).map(({ url }) => url)

function firstOf([first]: readonly WaiverRecord[]): WaiverRecord {
  if (!first) throw new Error('no waiver was created')
  return first
}

const locationOf = (waivers: readonly WaiverRecord[]) => `/api/v1/waivers/${firstOf(waivers).id}`

/** Presents waivers that were created together. */
const present = (waivers: readonly WaiverRecord[]) => ({
  data: presentWaiver(firstOf(waivers), todayInUtc()),
  ids: waivers.map(({ id }) => id),
  status: 201 as const,
})

/** Describes waivers that were created together in the audit log. */
function detailOf(waivers: readonly WaiverRecord[]) {
  const { check_id, target, reason } = firstOf(waivers)
  const where = waivers.length > 1 ? counted(waivers.length, 'page') : target
  return `${check_id}${where === null ? '' : ` on ${where}`}: ${reason}`
}

type Target = {
  website: WebsiteRecord | undefined
  website_id: number
  check: string
  scope: WaiverScope
  target: string | null
}

async function wrongFields(db: Kysely<Schema>, { website, website_id, check, scope, target }: Target) {
  const wrong: InvalidField[] = []
  const add = (field: string, sentence: string) => wrong.push({ field, code: 'not_found', sentence })
  if (!website) add('website_id', `Website ${website_id} doesn’t exist.`)
  if (!isCheck(check)) add('check', `There is no check “${check}”. GET /api/v1/checks lists them.`)
  if (website && target !== null && !(await hasPage(db, website_id, scope, target)))
    add(
      'target',
      scope === 'page'
        ? 'The website has no report of this URL.'
        : 'The website has no page in this group. GET /api/v1/websites/{id}/groups lists groups.',
    )
  return wrong
}
