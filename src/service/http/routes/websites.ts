import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { counted } from '#contract/format/numbers.ts'
import { type WebsiteChange, WebsiteForm } from '#contract/forms/website-form.ts'
import { websiteListParams } from '#contract/lists/list-query.ts'
import type { DeleteResponse, ItemEnvelope } from '#contract/responses/envelope.ts'
import { type Privacy, privacies, privacyLabels, type Website } from '#contract/websites/website.ts'
import { hashPassword } from '#service/access/passwords.ts'
import { canSeeWebsite, scopeOf } from '#service/access/policy.ts'
import { listWebsites } from '#service/store/lists/website-list.ts'
import type { Schema } from '#service/store/schema.ts'
import { deleteWebsite, findWebsite, setWebsiteSettings, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { auditedWebsite } from '../audit-recorder.ts'
import { readBody, refuseFields } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { websiteSentences } from '../form-sentences.ts'
import { recordWrite, type Repeat } from '../idempotency.ts'
import { notFound, Problem } from '../problem.ts'
import { readRequestQuery } from '../query.ts'
import { idIn, isMatch } from '../request.ts'
import { listResponse } from '../responses/lists.ts'
import { websiteBody, websitesBody } from '../responses/websites.ts'

export function websiteRoutes(app: FastifyInstance, { store: { db }, purger, identify, audit, publicUrl }: HttpDeps) {
  app.get('/api/v1/websites', identify.to('list websites'), async (request) => {
    const { query, search } = readRequestQuery(websiteListParams, request)
    const result = await listWebsites(db, query, scopeOf(request.reader))
    return listResponse(request, publicUrl, query, search, result, await websitesBody(db, result.rows))
  })

  app.get(
    '/api/v1/websites/:id',
    identify.to('read a website'),
    async (request, reply): Promise<ItemEnvelope<Website>> => {
      const id = idIn(request)
      const website = canSeeWebsite(request.reader, id) ? await findWebsite(db, id) : undefined
      if (!website) throw notFound()
      reply.header('ETag', entityTag(website))
      return { data: await websiteBody(db, website), status: 200 }
    },
  )

  const repeat: Repeat = async ({ id }, _, reply) => {
    const website = await findWebsite(db, Number(id))
    if (!website) return undefined
    reply.header('ETag', entityTag(website))
    return { data: await websiteBody(db, website), status: 200 }
  }
  app.put(
    '/api/v1/websites/:id',
    { ...identify.to('change a website'), config: { repeat } },
    async (request, reply): Promise<ItemEnvelope<Website>> => {
      const { before, website } = await changeSettings(db, request)
      if (website !== before)
        await audit.record(request, {
          action: 'website_changed',
          object: auditedWebsite(website),
          detail: changeOf(before, website),
        })
      reply.header('ETag', entityTag(website))
      return { data: await websiteBody(db, website), status: 200 }
    },
  )

  app.delete('/api/v1/websites/:id', identify.to('delete a website'), async (request): Promise<DeleteResponse> => {
    const id = idIn(request)
    const website = await findWebsite(db, id)
    if (!website || !(await deleteWebsite(db, id))) throw notFound()
    await audit.record(request, {
      action: 'website_deleted',
      object: auditedWebsite(website),
      detail: reportsOf(website),
    })
    purger.wake()
    return { id, object: 'website', deleted: true, status: 200 }
  })
}

export const listed = 'search engines can list it'
const notListed = 'search engines can’t list it'

function changeOf(before: WebsiteRecord, after: WebsiteRecord): string {
  const changes = [
    ...(before.privacy === after.privacy ? [] : [`${privacyLabels[before.privacy]} → ${privacyLabels[after.privacy]}`]),
    ...(before.findable === after.findable ? [] : [after.findable ? listed : notListed]),
  ]
  return changes.join(', ') || 'another password'
}

const reportsOf = ({ reports_count }: WebsiteRecord) => counted(reports_count, 'report')

/** Both are the same object if nothing changed. */
type Changed = { before: WebsiteRecord; website: WebsiteRecord }

/**
 * Changes a website's settings to those in the request's body. The write succeeds only if the website is still as it
 * was read, so that a rule checked against the old state (a password is set) holds for the new one. Without `If-Match`,
 * a write that fails because of a concurrent change is retried, and the last one wins.
 */
async function changeSettings(db: Kysely<Schema>, request: FastifyRequest): Promise<Changed> {
  const id = idIn(request)
  const found = await findWebsite(db, id)
  if (!found) throw notFound()
  if (!isMatch(request.headers['if-match'], entityTag(found)))
    throw new Problem('precondition_failed', 'The website has changed since you loaded it. Reload it and try again.')
  const change = readBody(request, WebsiteForm, websiteSentences)
  const privacy = nextPrivacy(change, found)
  const findable = nextFindable(change, found, privacy)
  if (privacy === found.privacy && !change.password && findable === (found.findable === 1))
    return { before: found, website: found }

  const passwordHash = change.password
    ? await hashPassword(change.password)
    : privacy === privacies.password
      ? found.password_hash
      : null
  const isSaved = await db.transaction().execute(async (tx) => {
    if (!(await setWebsiteSettings(tx, found, { privacy, password_hash: passwordHash, findable }))) return false
    await recordWrite(tx, request, { status: 200, id })
    return true
  })
  if (!isSaved) return changeSettings(db, request)
  const website = await findWebsite(db, id)
  if (!website) throw notFound()
  return { before: found, website }
}

/** Returns the privacy after the change. Throws a 422 if the website's password does not fit it. */
function nextPrivacy({ privacy, password }: WebsiteChange, website: WebsiteRecord): Privacy {
  const next = privacy ?? website.privacy
  if (password && next !== privacies.password) throw refuse('password', 'not_allowed')
  if (next === privacies.password && !password && website.password_hash === null) throw refuse('password', 'required')
  return next
}

/**
 * Returns whether search engines can list the website after the change. A website that stops being public is delisted,
 * and stays delisted when it becomes public again, unless the change lists it. Throws a 422 for one that is not public.
 */
function nextFindable({ findable }: WebsiteChange, website: WebsiteRecord, next: Privacy): boolean {
  if (next === privacies.public) return findable ?? website.findable === 1
  if (findable) throw refuse('findable', 'not_allowed')
  return false
}

const refuse = (field: keyof WebsiteChange, code: 'not_allowed' | 'required') =>
  refuseFields(websiteSentences, [{ field, code }])

/**
 * Identifies a version of a website's settings. New reports do not change it, so they never conflict with a privacy
 * form.
 */
const entityTag = ({ id, updated_at }: Pick<WebsiteRecord, 'id' | 'updated_at'>) =>
  `"${id}-${Date.parse(updated_at).toString(36)}"`
