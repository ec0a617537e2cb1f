import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { todayInUtc } from '#contract/format/days.ts'
import { NewWaiverForm } from '#contract/forms/waiver-forms.ts'
import { type Waiver, waiverListParams, type WaiverScope } from '#contract/reports/waivers.ts'
import type { DeleteResponse, ItemEnvelope } from '#contract/responses/envelope.ts'
import { isCheck } from '#service/present/check-names.ts'
import { presentWaiver } from '#service/present/waivers.ts'
import { hasPage } from '#service/store/pages/pages.ts'
import { createWaiver, findWaiver, listWaivers, removeWaiver, type WaiverRecord } from '#service/store/pages/waivers.ts'
import type { Schema } from '#service/store/schema.ts'
import { findWebsite, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { auditedWebsite } from '../audit-recorder.ts'
import { readBody } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { newWaiverSentences } from '../form-sentences.ts'
import { recordWrite, type Repeat } from '../idempotency.ts'
import { type InvalidField, notFound, unprocessable, waiverProblem } from '../problem.ts'
import { readRequestQuery } from '../query.ts'
import { idIn, keyNameOf } from '../request.ts'

/** Declares waivers: decisions that an issue does not count. All keys share them. */
export function waiverRoutes(app: FastifyInstance, { store: { db }, identify, audit }: HttpDeps) {
  app.get('/api/v1/waivers', identify.to('list waivers'), async (request): Promise<{ data: Waiver[]; status: 200 }> => {
    const { query } = readRequestQuery(waiverListParams, request)
    const day = todayInUtc()
    const waivers = await listWaivers(db, query.website_id)
    return { data: waivers.map((waiver) => presentWaiver(waiver, day)), status: 200 }
  })

  const repeat: Repeat = async ({ id }) => {
    const waiver = await findWaiver(db, Number(id))
    return waiver && { data: presentWaiver(waiver, todayInUtc()), status: 201 }
  }
  const creating = { ...identify.to('change waivers'), config: { repeat } }
  app.post('/api/v1/waivers', creating, async (request, reply): Promise<ItemEnvelope<Waiver>> => {
    const given = readBody(request, NewWaiverForm, newWaiverSentences)
    const { website_id, check, scope, target = null, reason, expires_on = null } = given
    const website = await findWebsite(db, website_id)
    const wrong = await wrongFields(db, { website, website_id, check, scope, target })
    if (!website || wrong.length > 0) throw unprocessable(wrong)
    const day = todayInUtc()
    const values = { website_id, check_id: check, scope, target, reason, expires_on }
    const author = { author: keyNameOf(request), created_at: new Date().toISOString() }
    const result = await db.transaction().execute(async (tx) => {
      const created = await createWaiver(tx, { ...values, ...author }, day)
      if ('waiver' in created) {
        const { id } = created.waiver
        await recordWrite(tx, request, { status: 201, location: locationOf(id), id })
      }
      return created
    })
    if ('refused' in result) throw waiverProblem(result.refused)
    const { waiver } = result
    await audit.record(request, { action: 'waiver_created', object: auditedWebsite(website), detail: detailOf(waiver) })
    reply.code(201).header('Location', locationOf(waiver.id))
    return { data: presentWaiver(waiver, day), status: 201 }
  })

  app.delete('/api/v1/waivers/:id', identify.to('change waivers'), async (request): Promise<DeleteResponse> => {
    const waiver = await findWaiver(db, idIn(request))
    const website = waiver && (await findWebsite(db, waiver.website_id))
    if (!website || !(await removeWaiver(db, waiver.id))) throw notFound()
    await audit.record(request, { action: 'waiver_removed', object: auditedWebsite(website), detail: detailOf(waiver) })
    return { id: waiver.id, object: 'waiver', deleted: true, status: 200 }
  })
}

const locationOf = (id: number) => `/api/v1/waivers/${id}`

/** Describes a waiver in the audit log. */
const detailOf = ({ check_id, target, reason }: WaiverRecord) =>
  `${check_id}${target === null ? '' : ` on ${target}`}: ${reason}`

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
  if (!website) add('website_id', `website_id: website ${website_id} doesn't exist.`)
  if (!isCheck(check)) add('check', `check: there is no check “${check}”. GET /api/v1/checks lists them.`)
  if (website && target !== null && !(await hasPage(db, website_id, scope, target)))
    add(
      'target',
      scope === 'page'
        ? 'target: the website has no report of this URL.'
        : 'target: the website has no page in this group. GET /api/v1/websites/{id}/groups lists groups.',
    )
  return wrong
}
