import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { checkCatalogue, ruleset } from '#analyser/catalogue.ts'
import type { HttpDeps } from './deps.ts'
import { saysNothingNew } from './entity-tag.ts'

/** The texts of all checks: the same for everybody until the program changes, so it is written once. */
export function checkRoutes(app: FastifyInstance, { identify }: HttpDeps) {
  const body = JSON.stringify({ data: checkCatalogue(), ruleset, status: 200 })
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, 16)}"`

  app.get('/api/v1/checks', { onRequest: identify.lenient }, async (request, reply) => {
    reply.header('ETag', tag).header('Cache-Control', 'public, max-age=300').header('Vary', 'accept-encoding')
    if (saysNothingNew(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })
}
