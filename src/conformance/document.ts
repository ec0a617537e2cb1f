import { Ajv2020 } from 'ajv/dist/2020.js'
import { openApiDocument } from '#service/routes.ts'

export type Kind = 'reports' | 'websites'

/** The fields of the specification. Others are our own. */
const specifiedFields: Record<Kind, readonly string[]> = {
  reports: ['id', 'url', 'score', 'result', 'website_id'],
  websites: ['id', 'domain', 'reports_avg_score', 'reports_count', 'privacy'],
}

type Schema = { $ref?: string; properties?: Record<string, Schema>; items?: Schema }
type Operation = { responses: Record<string, { content: Record<string, { schema: Schema }> }> }

const document = openApiDocument('0')
const { components } = document
const paths = document.paths as unknown as Record<string, { get: Operation }>
const ajv = new Ajv2020({ strict: false })
ajv.addFormat('uri', (text) => URL.canParse(text))
ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)))

const resolved = (schema: Schema | undefined): Schema =>
  schema?.$ref
    ? ((components.schemas as Record<string, Schema>)[schema.$ref.split('/').at(-1) ?? ''] ?? {})
    : (schema ?? {})

/** Returns a function for each specified field of a list's rows, which says how a value differs from our document. */
export function fieldChecks(kind: Kind): [field: string, differenceOf: (value: unknown) => string | null][] {
  const list = paths[`/api/v1/${kind}`]?.get.responses['200']?.content['application/json']?.schema
  const row = resolved(resolved(list).properties?.['data']?.items)
  return specifiedFields[kind].map((field) => {
    const isValid = ajv.compile({ ...row.properties?.[field], components })
    return [field, (value) => (isValid(value) ? null : (isValid.errors?.[0]?.message ?? 'is invalid'))]
  })
}
