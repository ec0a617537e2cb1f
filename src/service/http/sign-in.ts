import type { FastifyInstance } from 'fastify'
import { SignInForm } from '#contract/forms/access-forms.ts'
import { redeemSignInToken } from '#service/access/keys.ts'
import type { HttpDeps } from './deps.ts'
import { readBody, refuseFields, signInSentences } from './forms.ts'

export function signInRoutes(app: FastifyInstance, { store: { db }, limits, audit }: HttpDeps) {
  app.post('/api/v1/sign-in', { onRequest: (request) => limits.countKeyless(request) }, async (request, reply) => {
    const { token } = readBody(request, SignInForm, signInSentences)
    const issued = await redeemSignInToken(db, token)
    if (!issued) {
      await limits.countFailure(request)
      throw refuseFields(signInSentences, [{ field: 'token', code: 'expired' }])
    }
    // From here on it is this key's holder who asks.
    request.reader = { kind: 'key', key: issued.info }
    await audit.note(request, {
      action: 'sign-in',
      object: { kind: 'key', id: issued.info.id, name: issued.info.name },
    })
    reply.code(201).header('Cache-Control', 'no-store')
    return { data: { key: issued.key, ...issued.info }, status: 201 }
  })
}
