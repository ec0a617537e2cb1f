import { hash } from 'node:crypto'
import createStringify from 'fast-json-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { inlineJsonSchemaOf, type Json } from '#contract/openapi/schemas.ts'
import { isNotModified } from './request.ts'

type Serialize = (body: unknown) => string

/** Compiled when first used: a large schema takes 40 ms. */
const compiled = new WeakMap<z.ZodType, Serialize>()

/**
 * Returns a function that writes a response as JSON. Fields that the schema does not name are dropped. Values are not
 * validated, because for a list that takes longer than everything else.
 */
export function serializerOf(schema: z.ZodType): Serialize {
  const known = compiled.get(schema)
  if (known) return known
  const made: Serialize = createStringify(fieldsOf(inlineJsonSchemaOf(schema)))
  compiled.set(schema, made)
  return made
}

/** Keeps only which fields there are. A limit such as `maximum` would make another value an error. */
function fieldsOf({ type, const: only, properties, items, anyOf, oneOf, additionalProperties: others }: Json): Json {
  const branches = anyOf ?? oneOf
  const choices = Array.isArray(branches) ? branches.map(fieldsOf) : null
  // A list of types is written at once. Of branches, the writer finds the right one by validating each value.
  if (choices?.every((choice) => Object.keys(choice).join() === 'type'))
    return { type: [...new Set(choices.flatMap(({ type: one }) => one))] }
  return {
    ...(type !== undefined && { type }),
    ...(only !== undefined && { const: only }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, isObject(field) ? fieldsOf(field) : field]),
      ),
    }),
    ...(isObject(items) && { items: fieldsOf(items) }),
    ...(choices && { anyOf: choices }),
    ...(isObject(others) && { additionalProperties: Object.keys(others).length > 0 ? fieldsOf(others) : true }),
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

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
