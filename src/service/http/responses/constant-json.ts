import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNotModified } from '../request.ts'

/** JSON that is the same for every reader until the program changes, and its entity tag. */
export type ConstantJson = { body: string; tag: string }

/** Returns a function that creates JSON once, when it is first needed. */
export function constantJson(create: () => object): () => ConstantJson {
  let created: ConstantJson | undefined
  return () => (created ??= withTag(JSON.stringify(create())))
}

const withTag = (body: string) => ({ body, tag: `W/"${hash('sha256', body, 'base64url').slice(0, 16)}"` })

export function sendConstant(request: FastifyRequest, reply: FastifyReply, { body, tag }: ConstantJson) {
  reply.header('ETag', tag).header('Cache-Control', 'public, max-age=300').header('Vary', 'accept-encoding')
  if (isNotModified(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.code(200).type('application/json; charset=utf-8').send(body)
}
