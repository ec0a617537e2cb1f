import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { counted } from '#contract/format/numbers.ts'
import { NewDomainForm } from '#contract/forms/domain-form.ts'
import { changeAccess, type WebsiteChange, WebsiteForm } from '#contract/forms/website-form.ts'
import { shownParams, websiteListParams } from '#contract/lists/list-query.ts'
import { described, ifMatch, paging, shown, websiteFilter } from '#contract/openapi/parameters.ts'
import { WebsiteItem, WebsiteList, websiteListExample } from '#contract/openapi/reports.ts'
import { deletionOf, itemOf, namedBody } from '#contract/openapi/schemas.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { domainOf, privacyLabels, websiteExample, WebsiteWithClient } from '#contract/websites/website.ts'
import { hashPassword } from '#service/access/passwords.ts'
import { scopeOf } from '#service/access/policy.ts'
import type { Purger } from '#service/jobs/purge.ts'
import { canReach } from '#service/store/access/visible.ts'
import { assignWebsite } from '#service/store/clients.ts'
import type { Store } from '#service/store/database.ts'
import type { RoomForJobs } from '#service/store/jobs/room.ts'
import { everyRow } from '#service/store/lists/scope.ts'
import { listWebsites, websitesAmong } from '#service/store/lists/website-list.ts'
import type { Schema } from '#service/store/schema.ts'
import { websiteOfDomain } from '#service/store/websites/website-counters.ts'
import { deleteWebsite, findWebsite, setWebsiteSettings, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { writeWithKey } from '../identify.ts'
import type { RequestLimits } from '../limits.ts'
import { permitPages } from '../permits.ts'
import { notFound, Problem } from '../problem.ts'
import { isMatch } from '../request.ts'
import { listBody, withDeleted } from '../responses/lists.ts'
import { websiteWithClient, websiteRows } from '../responses/websites.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = {
  db: Store['db']
  audit: AuditRecorder
  limits: RequestLimits
  publicUrl: string | null
  purger: Purger
  roomForJobs: RoomForJobs
  /** Returns the reason for never contacting a URL, or null. Its host isn’t looked up. */
  urlFailure: (url: URL) => FetchFailure | null
}

const route = routeUsing<Deps>()

const createdWebsite = { schema: itemOf('NewWebsiteItem', WebsiteWithClient, 201), headers: ['Location'] } as const

/** Websites: the operations of the specification, and a new website before its first report. */
export const websiteRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/websites',
      access: 'list websites',
      id: 'listWebsites',
      summary: 'List websites',
      description:
        'When sorted by average score, websites without a report come last in both directions. A row has figures beyond the specification.',
      tag: 'Websites',
      query: described({ ...websiteListParams, ...shownParams }, { ...websiteFilter, ...paging, ...shown }),
      responses: { 200: { description: 'A page of the list.', schema: WebsiteList, example: websiteListExample } },
      errors: [...keyed, 422],
    },
    async (input, deps) => {
      const scope = scopeOf(input.reader)
      const websites = await listWebsites(deps.db, input.query, scope)
      const response = listBody(input, deps, websites, await websiteRows(deps.db, websites.rows, scope))
      return withDeleted(response, input.query.shown, (ids) => websitesAmong(deps.db, ids, scope))
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}',
      access: 'read a website',
      id: 'showWebsite',
      summary: 'Get a website',
      tag: 'Websites',
      responses: {
        200: {
          description: 'The website.',
          schema: WebsiteItem,
          headers: ['ETag'],
          example: { data: { ...websiteExample, client_id: null, at_risk: null }, status: 200 },
        },
      },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader, reply }, { db }) => {
      const website = await findWebsite(db, id)
      if (!website) throw notFound()
      reply.header('ETag', entityTag(website))
      return { data: await websiteWithClient(db, website, scopeOf(reader)), status: 200 }
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/websites/{id}',
      access: 'change a website',
      id: 'updateWebsite',
      summary: "Change a website's privacy and password",
      description:
        'Leaving privacy 2 deletes the password. `findable`, beyond the specification, lets search engines list a public website.',
      tag: 'Websites',
      headers: [ifMatch],
      find: ({ params: { id }, request }, { db }) => findMatching(db, id, request),
      form: namedBody(
        'WebsiteChange',
        WebsiteForm,
        'At least one field. A password is allowed with privacy 2 only, and required there unless one is set.',
      ),
      example: { privacy: '0' },
      responses: { 200: { description: 'The changed website.', schema: WebsiteItem, headers: ['ETag'] } },
      errors: [...keyedForm, 404, 409, 412],
      async repeat({ id }, { db }, { reply }) {
        const website = await findWebsite(db, Number(id))
        if (!website) return undefined
        reply.header('ETag', entityTag(website))
        return { data: await websiteWithClient(db, website, everyRow), status: 200 }
      },
    },
    async ({ found, form, request, reply }, { db, audit }) => {
      const { before, website } = await changeSettings(db, found, form, request)
      if (website !== before)
        await audit.record(request, {
          action: 'website_changed',
          object: auditedWebsite(website),
          detail: privacyDetail(before, website),
        })
      reply.header('ETag', entityTag(website))
      return { data: await websiteWithClient(db, website, everyRow), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/websites/{id}',
      access: 'delete a website',
      id: 'deleteWebsite',
      summary: 'Delete a website and its reports',
      tag: 'Websites',
      responses: {
        200: {
          description: 'Deleted.',
          schema: deletionOf('WebsiteDeletion', 'website'),
          headers: ['Restorable-Until'],
        },
      },
      errors: [...keyedWrite, 404],
    },
    async ({ params: { id }, request, reply }, { db, audit, purger, roomForJobs }) => {
      const website = await findWebsite(db, id)
      const deletion = website && (await deleteWebsite(db, id, { isRestorable: !roomForJobs.isDiskFull() }))
      if (!deletion) throw notFound()
      await audit.record(request, {
        action: 'website_deleted',
        object: auditedWebsite(website),
        detail: counted(website.reports_count, 'report'),
      })
      if (deletion.restorable_until === null) purger.wake()
      else reply.header('Restorable-Until', deletion.restorable_until)
      return { id, object: 'website', deleted: true, status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/domains',
      access: 'create a website',
      id: 'addDomain',
      adds: true,
      summary: 'Add a website before its first report',
      description: 'The first report of a domain adds its website too. A new website is private.',
      form: namedBody(
        'NewDomain',
        NewDomainForm,
        'A host name, or a URL. Its path, a leading `www.` and the standard port are dropped.',
      ),
      example: { domain: 'new.example.com' },
      responses: {
        201: { description: 'The new website.', ...createdWebsite },
        200: { description: 'The website of this domain, which was there before.', schema: WebsiteItem },
      },
      errors: [...keyedForm, 409],
      async repeat({ id, status }, { db }, { request: { reader } }) {
        const isVisible = await canReach(db, scopeOf(reader), 'websites', Number(id))
        const website = isVisible ? await findWebsite(db, Number(id)) : undefined
        return website && { data: await websiteWithClient(db, website, everyRow), status: status as 200 | 201 }
      },
    },
    async ({ form: { domain: url, client_id: clientId = null }, request, reply }, deps) => {
      const { db, audit, urlFailure } = deps
      const code = urlFailure(url)
      if (code !== null) throw refuseFields(NewDomainForm, [{ field: 'domain', code }])
      await permitPages(deps, request, { hosts: [url.host], clientId, field: 'domain' })
      const domain = domainOf(url)
      const { id, status, location } = await writeWithKey(db, request, async (tx) => {
        const { id: ofDomain, isNew } = await websiteOfDomain(tx, domain, new Date().toISOString())
        if (isNew) await assignWebsite(tx, ofDomain, clientId)
        const written = { id: ofDomain, ...(isNew ? created(ofDomain) : existing) }
        await recordWrite(tx, request, written)
        return written
      })
      const website = await findWebsite(db, id)
      if (!website) throw notFound()
      if (location !== null) {
        reply.header('Location', location)
        await audit.record(request, { action: 'website_created', object: auditedWebsite(website) })
      }
      reply.code(status)
      return { data: await websiteWithClient(db, website, everyRow), status }
    },
  ),
]

const created = (id: number) => ({ status: 201, location: `/api/v1/websites/${id}` }) as const
const existing = { status: 200, location: null } as const

export const listed = 'search engines can list it'
const notListed = 'search engines can’t list it'

function privacyDetail(before: WebsiteRecord, after: WebsiteRecord): string {
  const changes = [
    ...(before.privacy === after.privacy ? [] : [`${privacyLabels[before.privacy]} → ${privacyLabels[after.privacy]}`]),
    ...(before.findable === after.findable ? [] : [after.findable ? listed : notListed]),
  ]
  return changes.join(', ') || 'another password'
}

/** Returns the website. Throws a 412 if it is not the version that `If-Match` names. */
async function findMatching(db: Kysely<Schema>, id: number, { headers }: FastifyRequest): Promise<WebsiteRecord> {
  const website = await findWebsite(db, id)
  if (!website) throw notFound()
  if (!isMatch(headers['if-match'], entityTag(website)))
    throw new Problem('precondition_failed', 'The website has changed since you loaded it. Reload it and try again.')
  return website
}

/** Both are the same object if nothing changed. */
type Changed = { before: WebsiteRecord; website: WebsiteRecord }

/**
 * Changes a website's settings. The write succeeds only if the website is still as `found`, so that a rule checked
 * against the old state (a password is set) holds for the new one. Without `If-Match`, a write that fails because of a
 * concurrent change is retried, and the last one wins.
 */
async function changeSettings(
  db: Kysely<Schema>,
  found: WebsiteRecord,
  change: WebsiteChange,
  request: FastifyRequest,
): Promise<Changed> {
  const { id } = found
  const { privacy, findable, password, consequence, problem } = changeAccess(accessOf(found), change)
  if (problem) throw refuseFields(WebsiteForm, [problem])
  if (consequence === null) return { before: found, website: found }

  const kept = password === 'kept' ? found.password_hash : null
  const passwordHash = change.password ? await hashPassword(change.password) : kept
  const isSaved = await db.transaction().execute(async (tx) => {
    if (!(await setWebsiteSettings(tx, found, { privacy, password_hash: passwordHash, findable }))) return false
    await recordWrite(tx, request, { status: 200, id })
    return true
  })
  if (!isSaved) return changeSettings(db, await findMatching(db, id, request), change, request)
  const website = await findWebsite(db, id)
  if (!website) throw notFound()
  return { before: found, website }
}

const accessOf = ({ privacy, password_hash, findable }: WebsiteRecord) => ({
  privacy,
  has_password: password_hash !== null,
  findable: findable === 1,
})

/**
 * Identifies a version of a website's settings. New reports do not change it, so they never conflict with a privacy
 * form.
 */
const entityTag = ({ id, updated_at }: Pick<WebsiteRecord, 'id' | 'updated_at'>) =>
  `"${id}-${Date.parse(updated_at).toString(36)}"`
