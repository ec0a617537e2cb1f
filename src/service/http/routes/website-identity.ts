import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { type IdentityChange, IdentityForm, TryIdentityForm } from '#contract/forms/identity-form.ts'
import { ifMatch } from '#contract/openapi/parameters.ts'
import { itemOf, namedBody } from '#contract/openapi/schemas.ts'
import { IdentityAttempt, renderValues, WebsiteIdentity, websiteIdentityExample } from '#contract/websites/identity.ts'
import { domainOf } from '#contract/websites/website.ts'
import { directoryPath } from '#service/fetcher/signature.ts'
import type { Attempt } from '#service/fetcher/try-identity.ts'
import { changeIdentity } from '#service/identity/change-identity.ts'
import type { IdentityKeys } from '#service/identity/encryption.ts'
import { hostsOf, openSecrets } from '#service/identity/identity.ts'
import { prepareSigningKey, signingOrigin } from '#service/identity/signing-key.ts'
import type { Store } from '#service/store/database.ts'
import type { Schema } from '#service/store/schema.ts'
import { findIdentity, type IdentityRecord, saveIdentity, summaryOf } from '#service/store/websites/identities.ts'
import { findWebsite, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { writeWithKey } from '../identify.ts'
import { canChange } from '../permits.ts'
import { byField, notFound, Problem, tooManyRequests, withSecret } from '../problem.ts'
import { clientClosed, isMatch } from '../request.ts'
import { keyed, keyedForm, routeUsing } from '../route.ts'

type Deps = {
  db: Store['db']
  audit: AuditRecorder
  publicUrl: string | null
  identityKeys: IdentityKeys
  /** Requests a URL of a website with its identity. Throws a PageRefused if that is locked. */
  tryIdentity: (url: URL, domain: string, signal: AbortSignal) => Promise<Attempt>
}

const route = routeUsing<Deps>()

const path = '/api/v1/websites/{id}/identity'
const AttemptItem = itemOf('IdentityAttemptItem', IdentityAttempt, 200)
const IdentityItem = itemOf('WebsiteIdentityItem', WebsiteIdentity, 200)

/** Enough for all fields at their largest, percent-encoded. */
const maxBodyBytes = 64 * 1024

/** What a website's pages are requested with. Values are write-only. */
export const identityRoutes = [
  route(
    {
      method: 'GET',
      path,
      access: 'read a website',
      id: 'showIdentity',
      summary: 'Get what a website’s pages are requested with',
      description: 'Names only, never values. A read-only key gets neither names nor hosts.',
      responses: {
        200: {
          description: 'The identity and its settings.',
          schema: IdentityItem,
          headers: ['ETag'],
          example: { data: websiteIdentityExample, status: 200 },
        },
      },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader, reply }, { db, identityKeys, publicUrl }) => {
      if (!(await findWebsite(db, id))) throw notFound()
      const record = await findIdentity(db, id)
      reply.header('ETag', entityTag(id, record))
      const isFull = await canChange(db, reader, 'websites', id)
      return { data: bodyOf(record, isFull, identityKeys, publicUrl), status: 200 }
    },
  ),

  route(
    {
      method: 'PUT',
      path,
      access: 'change an identity',
      id: 'changeIdentity',
      adds: true,
      summary: 'Set what a website’s pages are requested with',
      description:
        'It is sent to the website and to the hosts named with it, and encrypted where it is stored. An empty field clears, an absent one keeps; headers and cookies are replaced as a whole. Clearing the username or the password clears both.',
      headers: [ifMatch],
      find: ({ params: { id }, request }, { db }) => findMatching(db, id, request),
      form: namedBody('IdentityForm', IdentityForm, 'Missing fields keep what is set. Empty ones clear it.'),
      repeatable: { lines: ['headers'], lists: ['hosts'] },
      maxBodyBytes,
      example: { headers: 'X-Staging: secret', judge_as_production: '1' },
      responses: { 200: { description: 'The changed identity.', schema: IdentityItem, headers: ['ETag'] } },
      errors: [...keyedForm, 404, 409, 412],
      async repeat({ id }, { db, identityKeys, publicUrl }, { reply }) {
        if (!(await findWebsite(db, Number(id)))) return undefined
        const record = await findIdentity(db, Number(id))
        reply.header('ETag', entityTag(Number(id), record))
        return { data: bodyOf(record, true, identityKeys, publicUrl), status: 200 }
      },
    },
    async ({ found, form, request, reply }, deps) => {
      const { website } = found
      if (form.signature) await withSecret(() => prepareSigningKey(deps.db, deps.identityKeys))
      const changed = await change(found, form, request, deps)
      if (changed.length > 0)
        await deps.audit.record(request, {
          action: 'identity_changed',
          object: auditedWebsite(website),
          detail: changed.join(', '),
        })
      const record = await findIdentity(deps.db, website.id)
      reply.header('ETag', entityTag(website.id, record))
      return { data: bodyOf(record, true, deps.identityKeys, deps.publicUrl), status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: `${path}/try`,
      access: 'change an identity',
      id: 'tryIdentity',
      summary: 'Request a page with the identity of its website',
      description:
        'Sends one request, follows its redirects, and stores nothing. One at a time for a website in each process.',
      async find({ params: { id } }, { db }) {
        const website = await findWebsite(db, id)
        if (!website) throw notFound()
        return website
      },
      form: namedBody(
        'TryIdentityForm',
        TryIdentityForm,
        'A URL of the website, or of a host named with its identity.',
      ),
      example: { url: 'https://shop.example/' },
      responses: { 200: { description: 'What came of it.', schema: AttemptItem } },
      errors: [...keyedForm, 404],
    },
    async ({ found: { id, domain }, form: { url }, reply }, { db, tryIdentity }) => {
      const record = await findIdentity(db, id)
      if (domainOf(url) !== domain && !(record && hostsOf(record).includes(url.host)))
        throw refuseFields(TryIdentityForm, [{ field: 'url', code: 'not_allowed' }])
      if (tried.has(id)) throw tooManyRequests('rate_limited', 'Another request of this website is being tried.', 5)
      tried.add(id)
      try {
        return { data: attemptBody(url, await tryIdentity(url, domain, clientClosed(reply))), status: 200 }
      } finally {
        tried.delete(id)
      }
    },
  ),
]

/** The websites whose identity is being tried by this process. */
const tried = new Set<number>()

function attemptBody(url: URL, { requests, failure }: Attempt): IdentityAttempt {
  const last = requests.at(-1)
  return {
    url: url.href,
    final_url: last?.url ?? url.href,
    status: last?.status ?? null,
    requests: requests.map((request) => ({
      ...request,
      headers: request.headers.map(([name, value]) => ({ name, value })),
    })),
    error: failure && { code: failure.code, message: failure.sentence },
  }
}

const lockedSentence =
  'We can’t decrypt this website’s identity. Restore the server’s key, or send user_agent_suffix, headers, basic_user, basic_password and cookies together.'
const missingSentence = 'Send this too, or leave it empty. What was set can’t be decrypted.'

type StoredIdentity = { website: WebsiteRecord; record: IdentityRecord | undefined }

/** Throws a 412 if the identity is not the version that `If-Match` names. */
async function findMatching(db: Kysely<Schema>, id: number, { headers }: FastifyRequest): Promise<StoredIdentity> {
  const website = await findWebsite(db, id)
  if (!website) throw notFound()
  const record = await findIdentity(db, id)
  if (!isMatch(headers['if-match'], entityTag(id, record)))
    throw new Problem('precondition_failed', 'The identity has changed since you loaded it. Reload it and try again.')
  return { website, record }
}

/** Identifies a version of a website's identity. */
const entityTag = (id: number, record: IdentityRecord | undefined) =>
  `"${id}-identity-${record ? Date.parse(record.updated_at).toString(36) : 0}"`

/**
 * Stores a change, and returns the names of what is different. If someone else changes it at the same time, it is read
 * again.
 */
async function change(
  { website, record }: StoredIdentity,
  form: IdentityChange,
  request: FastifyRequest,
  deps: Pick<Deps, 'db' | 'identityKeys'>,
): Promise<string[]> {
  const { db, identityKeys } = deps
  const outcome = await withSecret(async () => changeIdentity(website, record, form, identityKeys))
  if (outcome.kind === 'refused') throw refuseFields(IdentityForm, outcome.problems)
  if (outcome.kind === 'locked')
    throw new Problem('identity_locked', lockedSentence, {
      extra: byField(outcome.missing.map((field) => ({ field, code: 'identity_locked', sentence: missingSentence }))),
    })
  const isSaved = await writeWithKey(db, request, async (tx) => {
    if (outcome.changed.length > 0 && !(await saveIdentity(tx, record, outcome.record))) return false
    await recordWrite(tx, request, { status: 200, id: website.id })
    return true
  })
  return isSaved ? outcome.changed : change(await findMatching(db, website.id, request), form, request, deps)
}

/** Lists fields by hand, so that no value is ever sent. Those who can change the identity get names too. */
function bodyOf(
  record: IdentityRecord | undefined,
  isFull: boolean,
  keys: IdentityKeys,
  publicUrl: string | null,
): WebsiteIdentity {
  const origin = signingOrigin(publicUrl)
  const settings = record ?? {
    render: 'auto',
    judge_as_production: 0,
    production_host: null,
    hosts: '[]',
    summary: null,
    updated_at: null,
  }
  const { user_agent_suffix, headers, basic, cookies, signature } = summaryOf(settings)
  const ifFull = <T>(value: T) => (isFull ? value : null)
  return {
    render: renderValues[settings.render],
    judge_as_production: settings.judge_as_production,
    production_host: ifFull(settings.production_host),
    is_set: settings.summary !== null,
    is_locked: record !== undefined && openSecrets(record, keys) === null,
    hosts: ifFull(hostsOf(settings)),
    has_user_agent_suffix: ifFull(user_agent_suffix),
    headers: ifFull(headers),
    has_basic_user: ifFull(basic),
    has_basic_password: ifFull(basic),
    cookies: ifFull(cookies),
    signature: ifFull(signature ? 1 : 0),
    key_directory: ifFull(origin && origin + directoryPath),
    updated_at: settings.updated_at,
  }
}
