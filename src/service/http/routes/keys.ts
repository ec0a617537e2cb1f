import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiKey, NewKey } from '#contract/access/keys.ts'
import { NewKeyForm, SignInForm } from '#contract/forms/access-forms.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import { issueKey, redeemSignInToken } from '#service/access/keys.ts'
import { presentKey } from '#service/present/rows.ts'
import { findKey, listKeys, revokeKeyUnlessLast } from '#service/store/access/api-keys.ts'
import { readBody, refuseFields } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { newKeySentences, signInSentences } from '../form-sentences.ts'
import { recordWrite } from '../idempotency.ts'
import { writeWithKey } from '../identify.ts'
import { notFound, Problem, unprocessable } from '../problem.ts'
import { readSearch } from '../query.ts'
import { keyIdOrNull } from '../request.ts'

type KeysResponse = { data: ApiKey[]; status: 200 }
type RevokeResponse = { id: string; object: 'key'; deleted: true; status: 200 }

/** Declares API keys, for keys with full access. */
export function keyRoutes(app: FastifyInstance, { store: { db }, identify, audit }: HttpDeps) {
  const options = identify.to('manage keys')

  app.get('/api/v1/keys', options, async (request): Promise<KeysResponse> => {
    const current = keyIdOrNull(request)
    return { data: (await listKeys(db)).toReversed().map((key) => presentKey(key, current)), status: 200 }
  })

  const creating = { ...options, config: { repeat: 'withheld' } as const }
  app.post('/api/v1/keys', creating, async (request, reply): Promise<ItemEnvelope<NewKey>> => {
    const { name, role, expires_at = null } = readBody(request, NewKeyForm, newKeySentences)
    const { key, info } = await writeWithKey(db, request, async (tx) => {
      const issued = await issueKey(tx, name, role, new Date(), { expires_at })
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
    reply.code(201).header('Cache-Control', 'no-store')
    return { data: { ...presentKey(record, keyIdOrNull(request)), key }, status: 201 }
  })

  app.delete('/api/v1/keys/:id', options, async (request): Promise<RevokeResponse> => {
    const { id } = request.params as { id: string }
    const key = isKeyId(id) ? await findKey(db, id) : undefined
    const outcome = key && (await revokeKeyUnlessLast(db, id, new Date().toISOString(), canBeLast(request)))
    if (!key || outcome === 'unknown') throw notFound()
    if (outcome === 'last') {
      throw new Problem(
        'last_full_key',
        'This is the last active full-access key. To revoke it anyway, send last=yes. A new one can then only be created on the server, with "npm run key" or "npm run sign-in".',
      )
    }
    identify.removeFromCache(id)
    await audit.record(request, {
      action: 'key_revoked',
      object: { kind: 'key', id, name: key.name },
      detail: key.role,
    })
    return { id, object: 'key', deleted: true, status: 200 }
  })
}

/** Declares the exchange of a sign-in link's token for a key. */
export function signInRoutes(app: FastifyInstance, { store: { db }, limits, audit }: HttpDeps) {
  const options = {
    onRequest: (request: FastifyRequest) => limits.countKeyless(request),
    config: { repeat: 'withheld' } as const,
  }
  app.post('/api/v1/sign-in', options, async (request, reply) => {
    const { token } = readBody(request, SignInForm, signInSentences)
    const issued = await db.transaction().execute(async (tx) => {
      const redeemed = await redeemSignInToken(tx, token)
      if (redeemed) await recordWrite(tx, request, { status: 201, id: redeemed.info.id })
      return redeemed
    })
    if (!issued) {
      await limits.countFailure(request)
      throw refuseFields(signInSentences, [{ field: 'token', code: 'expired' }])
    }
    const { key, info } = issued
    // The audit log names the new key as the actor.
    request.reader = { kind: 'key', key: info }
    await audit.record(request, { action: 'sign_in', object: { kind: 'key', id: info.id, name: info.name } })
    reply.code(201).header('Cache-Control', 'no-store')
    return { data: { key, ...info }, status: 201 }
  })
}

const isKeyId = (text: string) => /^[A-Za-z0-9]{1,20}$/.test(text)

function canBeLast(request: FastifyRequest): boolean {
  const given = readSearch(request).get('last') ?? ''
  if (given !== '' && given !== 'yes')
    throw unprocessable([{ field: 'last', code: 'invalid_parameter', sentence: 'last must be yes or absent.' }])
  return given === 'yes'
}
