import { ApiKey, KeyDeletion, NewKey, SignInResponse } from '#contract/access/keys.ts'
import { NewKeyForm, OwnKeyForm, SignInForm } from '#contract/forms/access-forms.ts'
import { choice } from '#contract/lists/query-params.ts'
import { described } from '#contract/openapi/parameters.ts'
import { itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { issueKey, redeemSignInToken, renameOwnKey } from '#service/access/keys.ts'
import { presentKey } from '#service/present/rows.ts'
import { findKey, holdKeyNames, isKeyNameTaken, listKeys, revokeKeyUnlessLast } from '#service/store/access/api-keys.ts'
import type { Store } from '#service/store/database.ts'
import type { AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { type Identify, writeWithKey } from '../identify.ts'
import type { RequestLimits } from '../limits.ts'
import { notFound, Problem, unauthenticated } from '../problem.ts'
import { keyIdOf, keyIdOrNull } from '../request.ts'
import { keyed, keyedForm, keyedFull, keyedWrite, limited, routeUsing } from '../route.ts'

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
      responses: { 200: { description: 'All keys, newest first.', schema: wholeListOf('KeyList', ApiKey) } },
      errors: keyedFull,
    },
    async ({ request }, { db }) => {
      const current = keyIdOrNull(request)
      return { data: (await listKeys(db)).toReversed().map((key) => presentKey(key, current)), status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/keys',
      access: 'manage keys',
      id: 'createKey',
      summary: 'Create a key',
      form: namedBody('NewKeyForm', NewKeyForm),
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
    async ({ form: { name, role, expires_at = null }, request, reply }, { db, audit }) => {
      const { key, info } = await writeWithKey(db, request, async (tx) => {
        const now = new Date()
        await holdKeyNames(tx)
        if (await isKeyNameTaken(tx, name, now.toISOString())) throw refuseFields(NewKeyForm, [nameTaken])
        const issued = await issueKey(tx, name, role, now, { expires_at })
        await recordWrite(tx, request, { status: 201, id: issued.info.id })
        return issued
      })
      const detail = `${role}${expires_at === null ? '' : `, until ${expires_at.slice(0, 16).replace('T', ' ')} UTC`}`
      await audit.record(request, {
        action: 'key_created',
        object: { kind: 'key', id: info.id, name: info.name },
        detail,
      })
      const record = await findKey(db, info.id)
      if (!record) throw notFound()
      reply.header('Cache-Control', 'no-store')
      return { data: { ...presentKey(record, keyIdOrNull(request)), key }, status: 201 }
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
      errors: [...keyed, 413, 415, 422],
    },
    async ({ form: { name }, request }, { db, identify, limits }) => {
      const id = keyIdOf(request)
      await limits.countRename(request)
      const renamed = await renameOwnKey(db, id, name)
      if (renamed === 'inactive') throw unauthenticated()
      if (renamed === 'taken') throw refuseFields(OwnKeyForm, [nameTaken])
      identify.removeFromCache(id)
      return { data: presentKey(renamed, id), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/keys/{key}',
      access: 'manage keys',
      id: 'revokeKey',
      summary: 'Revoke a key',
      async find({ params: { key: id } }, { db }) {
        const key = isKeyId(id) ? await findKey(db, id) : undefined
        if (!key) throw notFound()
        return key
      },
      query: described({ last }, { last: 'yes also revokes the last active full-access key.' }),
      responses: { 200: { description: 'The key is revoked.', schema: KeyDeletion } },
      errors: [...keyedWrite, 404, 409, 422],
    },
    async ({ found: key, query, request }, { db, audit, identify }) => {
      const { id } = key
      const by = keyIdOf(request)
      const at = new Date().toISOString()
      const outcome = await revokeKeyUnlessLast(db, id, { by, at, canBeLast: query.last === 'yes' })
      if (outcome === 'inactive') throw unauthenticated()
      if (outcome === 'unknown') throw notFound()
      if (outcome === 'last') throw lastKey()
      identify.removeFromCache(id)
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
      const { key, info } = issued
      // The audit log names the new key as the actor.
      request.reader = { kind: 'key', key: info }
      await audit.record(request, { action: 'sign_in', object: { kind: 'key', id: info.id, name: info.name } })
      reply.header('Cache-Control', 'no-store')
      return { data: { key, ...info }, status: 201 }
    },
  ),
]

const nameTaken = { field: 'name', code: 'taken' } as const

const isKeyId = (text: string) => /^[A-Za-z0-9]{1,20}$/.test(text)

const lastKey = () =>
  new Problem(
    'last_full_key',
    'This is the last active full-access key. To revoke it anyway, send last=yes. A new one can then only be created on the server, with "npm run key" or "npm run sign-in".',
  )
