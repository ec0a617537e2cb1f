import * as z from 'zod'
import { Id as IdOfForms } from '../forms/id-forms.ts'
import { maxPage, pageSizes } from '../lists/list-query.ts'
import type { orNull } from '../responses/lenient.ts'

export type Json = Record<string, unknown>
type Component = { id: string }

const responses = z.registry<Component>()
const bodies = z.registry<Component>()

const uri = (id: string) => `#/components/schemas/${id}`

/** Gives the schema of a response, or of a part of one, a name in the document. */
export const named = <T extends z.ZodType>(id: string, schema: T, description?: string) =>
  register(responses, id, schema, description)

/** Gives the form of a request body a name in the document. */
export const namedBody = <T extends z.ZodType>(id: string, schema: T, description?: string) =>
  register(bodies, id, schema, description)

function register<T extends z.ZodType>(
  registry: typeof responses,
  id: string,
  schema: T,
  description: string | undefined,
): T {
  registry.add(schema, { id })
  if (description !== undefined) z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), description })
  return schema
}

/** Returns every named schema as JSON Schema, by its name. */
export function componentSchemas(): Record<string, Json> {
  const sent = z.toJSONSchema(responses, { io: 'output', uri, unrepresentable: (field) => sentByLenient(field) })
  const received = z.toJSONSchema(bodies, { io: 'input', uri })
  const all = { ...sent.schemas, ...received.schemas }
  return Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, withoutHeader(schema)]))
}

/** Returns a reference to a named schema, or the JSON Schema of another: of what it returns, or of what it accepts. */
export function jsonSchemaOf(schema: z.core.$ZodType, io: 'output' | 'input' = 'output'): Json {
  const id = (responses.get(schema) ?? bodies.get(schema))?.id
  if (id !== undefined) return { $ref: uri(id) }
  return withoutHeader(z.toJSONSchema(schema, { io, unrepresentable: (field) => sentByLenient(field) }))
}

/** Returns the JSON Schema of what a schema returns, without references. */
export const inlineJsonSchemaOf = (schema: z.core.$ZodType): Json =>
  withoutHeader(
    z.toJSONSchema(schema, {
      io: 'output',
      unrepresentable: (field) => sentByLenient(field, inlineJsonSchemaOf),
    }),
  )

/**
 * Returns what our service sends for a field that a lenient reader accepts in any shape: the type that the reader
 * returns, and null if it can return that. Throws if the reader does not name its type.
 */
function sentByLenient(
  { zodSchema, message }: { zodSchema: unknown; message: string },
  toJson: (schema: z.core.$ZodType) => Json = jsonSchemaOf,
): Json {
  const { reads, otherwise } = zodSchema as Partial<ReturnType<typeof orNull>>
  if (!reads) throw new Error(`${message}: name what is sent in the document.`)
  return toJson(otherwise === null ? reads.nullable() : reads)
}

/** Removes the keywords of a whole document. */
const withoutHeader = ({ $schema: _schema, $id: _id, ...schema }: z.core.JSONSchema.BaseSchema): Json => schema

export const Id = named('Id', IdOfForms, 'IDs are never reused.')
namedBody('Id', Id)
export const Timestamp = named('Timestamp', z.iso.datetime(), 'ISO 8601, UTC.')
export const Score = named('Score', z.int().gte(0).lte(100))
export const Count = z.int().gte(0)
const PageNumber = z.int().gte(1).lte(maxPage)

const address = z.url()
const relation = z.enum(['eq', 'gte'])

const Links = named(
  'ListLinks',
  z.strictObject({ first: address, last: address.nullable(), prev: address.nullable(), next: address.nullable() }),
  'Absolute URLs that keep all other parameters.',
)

const Meta = named(
  'ListMeta',
  z.strictObject({
    current_page: PageNumber,
    from: z.int().gte(1).nullable(),
    last_page: PageNumber.nullable(),
    path: address,
    per_page: z.union(pageSizes.map((size) => z.literal(size))),
    to: z.int().gte(1).nullable(),
    total: Count,
    total_relation: relation,
    newer: Count.optional(),
    newer_relation: relation.optional(),
  }),
  'A page past the end has no `from` and `to`. If a search matches more than `total` rows, `total_relation` is `gte`, there is no last page, and `links.next` leads on.',
)

/** A page of a list. */
export const listOf = <T extends z.ZodType>(id: string, row: T) =>
  named(
    id,
    z.strictObject({
      data: z.array(row).max(Math.max(...pageSizes)),
      links: Links,
      meta: Meta,
      status: z.literal(200),
    }),
  )

/** A list without pages. */
export const wholeListOf = <T extends z.ZodType>(id: string, row: T) =>
  named(id, z.strictObject({ data: z.array(row), status: z.literal(200) }))

export const itemOf = <T extends z.ZodType, Status extends 200 | 201 | 202>(id: string, item: T, status: Status) =>
  named(id, z.strictObject({ data: item, status: z.literal(status) }))

export const deletionOf = (
  id: string,
  object: 'report' | 'website' | 'view' | 'link' | 'waiver' | 'schedule' | 'alert_rule',
) => named(id, z.strictObject({ id: Id, object: z.literal(object), deleted: z.literal(true), status: z.literal(200) }))
