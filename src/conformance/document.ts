import { Ajv2020 } from 'ajv/dist/2020.js'
import * as z from 'zod'
import { isFields } from '#contract/responses/lenient.ts'
import { openApiDocument } from '#service/routes.ts'
import { rowWords, type Verdict } from './result.ts'

/** The rows of each list in the document, and those of their fields that the specification has. */
const specified = {
  reports: { row: 'ReportRow', fields: ['id', 'url', 'score', 'result', 'website_id'] },
  websites: { row: 'Website', fields: ['id', 'domain', 'reports_avg_score', 'reports_count', 'privacy'] },
}
export type Kind = keyof typeof specified

const document = openApiDocument('0')
const ajv = new Ajv2020({ strict: false })
ajv.addFormat('uri', (text) => URL.canParse(text))
ajv.addSchema(document, 'document')

const ListOperation = z.object({
  get: z.object({
    parameters: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        schema: z.object({ enum: z.array(z.union([z.string(), z.number()])).default([]) }),
      }),
    ),
  }),
})

/**
 * Returns the specified values of each specified parameter of a list, without the orders by other fields. Those of free
 * text and numbers are empty.
 */
export function listParameters(kind: Kind): Map<string, (string | number)[]> {
  const { parameters } = ListOperation.parse(document.paths[`/api/v1/${kind}`]).get
  const own = parameters.filter(({ description }) => !description.startsWith('Extension:'))
  const isSpecified = (name: string, value: string | number) => name !== 'sort_by' || isField(kind, String(value))
  return new Map(own.map(({ name, schema }) => [name, schema.enum.filter((value) => isSpecified(name, value))]))
}

/** Returns true for the specified fields of a list's rows. A parameter of such a name filters by it. */
export const isField = (kind: Kind, name: string) => specified[kind].fields.includes(name)

/** Compares the specified fields of all rows with the document. */
export function fieldVerdicts(kind: Kind, sent: readonly unknown[]): [field: string, verdict: Verdict][] {
  const rows = sent.filter(isFields)
  return specified[kind].fields.map((field) => {
    const isValid = ajv.compile({ $ref: `document#/components/schemas/${specified[kind].row}/properties/${field}` })
    const values = rows.map((row) => row[field])
    const known = values.filter((value) => value !== undefined)
    const wrong = known.filter((value) => !isValid(value))
    const of = `of ${rowWords(rows.length)}`
    const differences: string[] = []
    if (known.length < rows.length) differences.push(`missing in ${rows.length - known.length} ${of}`)
    if (wrong.length > 0 && !isValid(wrong[0])) {
      const example = JSON.stringify(wrong[0]).slice(0, 40)
      differences.push(`${isValid.errors?.[0]?.message} in ${wrong.length} ${of}, such as ${example}`)
    }
    if (rows.length === 0) return [field, ['unknown', 'There are no rows.']]
    if (differences.length === 0) return [field, ['as specified', 'As documented.']]
    return [field, ['different', `${differences.join('; ').replace(/^./, (letter) => letter.toUpperCase())}.`]]
  })
}
