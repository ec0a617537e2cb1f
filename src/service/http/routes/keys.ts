import { ApiKey, KeyDeletion, NewKey, SignInResponse } from '#contract/access/keys.ts'
import type { Grant } from '#contract/access/people.ts'
import { NewKeyForm, OwnKeyForm, SignInForm } from '#contract/forms/access-forms.ts'
import { choice } from '#contract/lists/query-params.ts'
import { described } from '#contract/openapi/parameters.ts'
import { itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { issueKey, redeemSignInToken, renameOwnKey } from '#service/access/keys.ts'
import { isOwner, personIdOf, type Reader, scopeOf } from '#service/access/policy.ts'
import { presentKey } from '#service/present/rows.ts'
import {
  findKey,
  findKeyWithPerson,
  holdKeyNames,
  isKeyNameTaken,
  listKeys,
  revokeKeyUnlessLast,
} from '#service/store/access/api-keys.ts'
import { findRights, grantsByHolder, listGrants, setGrants, targetsExist } from '#service/store/access/grants.ts'
import { canReach } from '#service/store/access/visible.ts'
import type { Store } from '#service/store/database.ts'
import type { AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { type Identify, writeWithKey } from '../identify.ts'
import type { RequestLimits } from '../limits.ts'
import { notAllowed, notFound, Problem, unauthenticated } from '../problem.ts'
import { keyIdOrNull } from '../request.ts'
import { keyedForm, keyedFull, keyedWrite, limited, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder; identify: Identify; limits: RequestLimits }

const route = routeUsing<Deps>()

const last = { ...choice(['yes'], null), allowed: 'yes or absent' }

/** API keys, for keys with full access, and the exchange of a sign-in link's token for a key. */
export const keyRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/keys',
      access: 'manage keys',
      id: 'listKeys',
      summary: 'List keys',
      description: 'Members see their own.',
      responses: { 200: { description: 'Keys, newest first.', schema: wholeListOf('KeyList', ApiKey) } },
      errors: keyedFull,
    },
    async ({ reader, request }, { db }) => {
      const current = keyIdOrNull(request)
      const [keys, grants] = [await listKeys(db), await grantsByHolder<string>(db, 'key_id')]
      const shown = keys.toReversed().filter((key) => canManage(reader, key))
      return { data: shown.map((key) => presentKey(key, current, grants.get(key.id) ?? [])), status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/keys',
      access: 'manage keys',
      id: 'createKey',
      summary: 'Create a key',
      description:
        'The key belongs to the person, and never exceeds them. With `clients`, it is narrowed to those, one ID per line. With `grants`, for owners, it is a service key, which is no person’s. A key that is limited creates none.',
      form: namedBody(
        'NewKeyForm',
        NewKeyForm,
        '`grants` have one a line, such as `edit all`, `view client:3` or `edit website:7`.',
      ),
      repeatable: { lines: ['clients', 'grants'] },
      example: { name: 'Read-only', role: 'read' },
      responses: {
        201: {
          description: 'The new key. Its secret is only returned here.',
          schema: itemOf('NewKeyItem', NewKey, 201),
        },
      },
      errors: [...keyedForm, 409],
      repeat: 'withheld',
    },
    async ({ form: { name, role, expires_at = null, ...limits }, reader, request, reply }, { db, audit }) => {
      const grants = await grantsOfNewKey(db, reader, limits)
      const isService = limits.grants !== undefined
      const { key, info } = await writeWithKey(db, request, async (tx) => {
        const now = new Date()
        await holdKeyNames(tx)
        if (await isKeyNameTaken(tx, name, now.toISOString())) throw refuseFields(NewKeyForm, [nameTaken])
        const issued = await issueKey(tx, name, role, now, {
          expires_at,
          person_id: isService ? null : personIdOf(reader),
          is_limited: grants ? 1 : 0,
        })
        if (grants) await setGrants(tx, { key_id: issued.info.id }, grants)
        await recordWrite(tx, request, { status: 201, id: issued.info.id })
        return issued
      })
      const detail = `${role}${expires_at === null ? '' : `, until ${expires_at.slice(0, 16).replace('T', ' ')} UTC`}`
      await audit.record(request, {
        action: 'key_created',
        object: { kind: 'key', id: info.id, name: info.name },
        detail,
      })
      const record = await findKeyWithPerson(db, info.id)
      if (!record) throw notFound()
      reply.header('Cache-Control', 'no-store')
      return { data: { ...presentKey(record, keyIdOrNull(request), grants ?? []), key }, status: 201 }
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/keys/self',
      access: 'rename own key',
      id: 'renameOwnKey',
      adds: true,
      summary: 'Rename the key of this request',
      description:
        'Any key can rename itself, even a read-only one, 10 times a minute. No two active keys have the same name, without regard to case and outer spaces. Activity entries, share links and notes keep the name that the key had when they were created.',
      form: namedBody('OwnKeyForm', OwnKeyForm),
      example: { name: 'Dana' },
      responses: { 200: { description: 'The key with its new name.', schema: itemOf('ApiKeyItem', ApiKey, 200) } },
      errors: keyedForm,
    },
    async ({ form: { name }, request }, { db, identify, limits }) => {
      const id = keyIdOrNull(request)
      if (id === null) throw notAllowed('A session has no key. Change your name in your account.')
      await limits.countRename(request)
      const renamed = await renameOwnKey(db, id, name)
      if (renamed === 'inactive') throw unauthenticated()
      if (renamed === 'taken') throw refuseFields(OwnKeyForm, [nameTaken])
      identify.emptyCache()
      return { data: presentKey(renamed, id, await listGrants(db, { key_id: id })), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/keys/{key}',
      access: 'manage keys',
      id: 'revokeKey',
      summary: 'Revoke a key',
      async find({ params: { key: id }, reader }, { db }) {
        const key = isKeyId(id) ? await findKey(db, id) : undefined
        if (!key || !canManage(reader, key)) throw notFound()
        return key
      },
      query: described({ last }, { last: 'yes also revokes the last active full-access key.' }),
      responses: { 200: { description: 'The key is revoked.', schema: KeyDeletion } },
      errors: [...keyedWrite, 404, 409, 422],
    },
    async ({ found: key, query, request }, { db, audit, identify }) => {
      const { id } = key
      const by = keyIdOrNull(request)
      const at = new Date().toISOString()
      const outcome = await revokeKeyUnlessLast(db, id, { by, at, canBeLast: query.last === 'yes' })
      if (outcome === 'inactive') throw unauthenticated()
      if (outcome === 'unknown') throw notFound()
      if (outcome === 'last') throw lastKey()
      identify.emptyCache()
      await audit.record(request, {
        action: 'key_revoked',
        object: { kind: 'key', id, name: key.name },
        detail: key.role,
      })
      return { id, object: 'key', deleted: true, status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/sign-in',
      access: 'without a key',
      id: 'signIn',
      summary: 'Exchange a one-time sign-in token for a key',
      form: namedBody('SignIn', SignInForm, 'A one-time sign-in token.'),
      example: { token: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
      responses: { 201: { description: 'The new key. Its secret is only returned here.', schema: SignInResponse } },
      errors: [...limited, 409, 413, 415, 422],
      repeat: 'withheld',
    },
    async ({ form, request, reply }, { db, limits, audit }) => {
      const issued = await db.transaction().execute(async (tx) => {
        const redeemed = await redeemSignInToken(tx, form.token)
        if (redeemed) await recordWrite(tx, request, { status: 201, id: redeemed.info.id })
        return redeemed
      })
      if (!issued) {
        await limits.countFailure(request)
        throw refuseFields(SignInForm, [{ field: 'token', code: 'expired' }])
      }
      const { key, info, person } = issued
      // The audit log names the new key as the actor.
      request.reader = { kind: 'key', key: info, person, rights: await findRights(db, person) }
      await audit.record(request, { action: 'sign_in', object: { kind: 'key', id: info.id, name: info.name } })
      reply.header('Cache-Control', 'no-store')
      return { data: { key, ...info }, status: 201 }
    },
  ),
]

/** Owners manage all keys, members their own, and a limited key itself. */
function canManage(reader: Reader, { id, person_id }: { id: string; person_id: number | null }) {
  const scope = scopeOf(reader)
  const isLimited = scope.kind === 'granted' && scope.holders.some((holder) => 'key_id' in holder)
  if (isLimited) return reader.kind === 'key' && reader.key.id === id
  return isOwner(reader) || (person_id !== null && person_id === personIdOf(reader))
}

type Limits = { clients?: number[] | undefined; grants?: Grant[] | undefined }

/** Returns the grants to which a new key is limited; null if it isn't. Throws an error for those it can't have. */
async function grantsOfNewKey(db: Store['db'], reader: Reader, { clients, grants }: Limits): Promise<Grant[] | null> {
  const refuse = (field: 'clients' | 'grants', code: 'not_allowed' | 'not_found') =>
    refuseFields(NewKeyForm, [{ field, code }])
  if (reader.kind === 'key' && (await findKey(db, reader.key.id))?.is_limited === 1)
    throw notAllowed('This key is limited, so it can’t create keys.')
  if (grants && clients) throw refuse('clients', 'not_allowed')
  if (grants && !isOwner(reader)) throw refuse('grants', 'not_allowed')
  const limits =
    grants ?? clients?.map((id): Grant => ({ right: 'edit', scope: 'client', client_id: id, website_id: null }))
  if (!limits) return null
  const scope = scopeOf(reader)
  const isVisible = async (id: number) => canReach(db, scope, 'clients', id)
  const areVisible = (await Promise.all((clients ?? []).map(isVisible))).every(Boolean)
  if (!areVisible || !(await targetsExist(db, limits))) throw refuse(grants ? 'grants' : 'clients', 'not_found')
  return limits
}

const nameTaken = { field: 'name', code: 'taken' } as const

const isKeyId = (text: string) => /^[A-Za-z0-9]{1,20}$/.test(text)

const lastKey = () =>
  new Problem(
    'last_full_key',
    'This is the last active full-access key. To revoke it anyway, send last=yes. A new one can then only be created on the server, with "npm run key" or "npm run sign-in".',
  )
