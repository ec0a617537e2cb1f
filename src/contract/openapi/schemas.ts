import * as z from 'zod'
import { pageSizes } from '../lists/list-query.ts'
import { ListLinks, ListMeta } from '../responses/envelope.ts'
import { Id } from '../values.ts'
import { PrivacyValue } from '../websites/website.ts'

export type Json = Record<string, unknown>

/**
 * The forms of request bodies, by their names in the document. Schemas of responses are in zod's own registry. The
 * values that forms share are in both, otherwise each form would repeat them.
 */
const forms = z.registry<{ id: string }>().add(Id, { id: 'Id' }).add(PrivacyValue, { id: 'Privacy' })

const uri = (id: string) => `#/components/schemas/${id}`

/** Gives the schema of a response, or of a part of one, a name in the document. */
export const named = <T extends z.ZodType>(id: string, schema: T, description?: string): T =>
  schema.meta({ id, ...(description !== undefined && { description }) })

/** Gives the form of a request body a name in the document. */
export function namedBody<T extends z.ZodType>(id: string, schema: T, description?: string): T {
  forms.add(schema, { id })
  if (description !== undefined) z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), description })
  return schema
}

/** Returns every named schema as JSON Schema, by its name. */
export function componentSchemas(): Record<string, Json> {
  const sent = z.toJSONSchema(z.globalRegistry, { io: 'output', uri })
  const received = z.toJSONSchema(forms, { io: 'input', uri })
  const all = { ...sent.schemas, ...received.schemas }
  return Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, withoutHeader(schema)]))
}

/** Returns a reference to a named schema, or the JSON Schema of another schema's output or input. */
export function jsonSchemaOf(schema: z.core.$ZodType, io: 'output' | 'input' = 'output'): Json {
  const id = z.globalRegistry.get(schema)?.id ?? forms.get(schema)?.id
  if (id !== undefined) return { $ref: uri(id) }
  const { $defs: _components, ...json } = withoutHeader(z.toJSONSchema(schema, { io }))
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', uri('')))
}

/** Returns the JSON Schema of a schema's output, without references. */
export const inlineJsonSchemaOf = (schema: z.core.$ZodType): Json =>
  withoutHeader(z.toJSONSchema(schema, { io: 'output', metadata: z.registry<object>() }))

/** Removes the keywords of a whole document. */
const withoutHeader = ({ $schema: _schema, $id: _id, ...schema }: z.core.JSONSchema.BaseSchema): Json => schema

/** A page of a list. `more` are further fields of its body. */
export const listOf = <T extends z.ZodType, More extends z.core.$ZodLooseShape = object>(
  id: string,
  row: T,
  more?: More,
) =>
  named(
    id,
    z.object({
      ...(more as More),
      data: z.array(row).max(Math.max(...pageSizes)),
      links: ListLinks,
      meta: ListMeta,
      status: z.literal(200),
    }),
  )

/** A list without pages. */
export const wholeListOf = <T extends z.ZodType>(id: string, row: T) =>
  named(id, z.object({ data: z.array(row), status: z.literal(200) }))

export const itemOf = <T extends z.ZodType, Status extends 200 | 201 | 202>(id: string, item: T, status: Status) =>
  named(id, z.object({ data: item, status: z.literal(status) }))

export const deletionOf = (
  id: string,
  object:
    | 'report'
    | 'website'
    | 'view'
    | 'link'
    | 'waiver'
    | 'schedule'
    | 'alert_rule'
    | 'person'
    | 'invitation'
    | 'client'
    | 'sign_in_provider',
) => named(id, z.object({ id: Id, object: z.literal(object), deleted: z.literal(true), status: z.literal(200) }))

export const Health = named(
  'Health',
  z.object({ state: z.enum(['alive', 'ready', 'disk_full']), status: z.literal(200) }),
)
export const Done = named('Done', z.object({ status: z.literal(200) }))
