import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '#contract/openapi/document.ts'
import type { HttpDeps } from './deps.ts'
import { saysNothingNew } from './entity-tag.ts'

/** What the service answers, for programs: written when it is first asked for, and the same until the program changes. */
export function openApiRoutes(app: FastifyInstance, { identify, version }: HttpDeps) {
  let written: { body: string; tag: string } | undefined
  const write = () => {
    const body = JSON.stringify(openApiDocument(version))
    return { body, tag: `W/"${hash('sha256', body, 'base64url').slice(0, 16)}"` }
  }

  app.get('/api/v1/openapi.json', { onRequest: identify.lenient }, async (request, reply) => {
    const { body, tag } = (written ??= write())
    reply.header('ETag', tag).header('Cache-Control', 'public, max-age=300').header('Vary', 'accept-encoding')
    if (saysNothingNew(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })
}
