import { auditExportParams, auditParams } from '../audit.ts'
import { reportExportParams, websiteExportParams } from '../exports.ts'
import { linkListParams } from '../links.ts'
import { newerThanParams, reportListParams, websiteListParams } from '../list-query.ts'
import type { QueryParams } from '../query-params.ts'
import { Id, type Json, jsonSchemaOf } from './schemas.ts'

export type Parameter = {
  name: string
  in: 'query' | 'path' | 'header'
  required?: true
  description?: string
  schema: Json
}

const paging = { per_page: 'Rows on a page.', page: 'A page past the end is empty.' }
const bom = { bom: '1 begins a CSV with a byte order mark.' }
const newerThan = {
  newer_than: 'Beyond the specification: `meta.newer` then counts the rows of the list with a greater id.',
}
const searching = {
  search: 'Text that is contained, upper or lower case; no NUL.',
  sort: 'desc (Descending) or asc (Ascending).',
}
const reportList = {
  ...searching,
  search_by: 'url (URL).',
  website_id: 'Reports of this website alone.',
  result: 'good (Good), decent (Decent) or bad (Bad).',
  sort_by: 'id (Date created), url (URL) or score (Score).',
}
const websiteList = {
  ...searching,
  search_by: 'domain (Domain).',
  privacy: 'Beyond the specification: 0 (Public), 1 (Private) or 2 (Password) alone.',
  sort_by: 'id (Date created), domain (Domain), reports_avg_score (Score) or reports_count (Reports).',
}
const auditFilter = {
  action: 'What was done.',
  actor: "A key's id, visitor or command.",
  from: 'The first day, in UTC.',
  to: 'The last day, in UTC.',
}

/** Describes the query parameters that the service reads, with their defaults. */
function parametersOf<Query extends object>(
  params: QueryParams<Query>,
  descriptions: Record<keyof Query & string, string>,
): Parameter[] {
  return (Object.keys(params) as (keyof Query & string)[]).map((name) => {
    const { schema, fallback } = params[name]
    const hasDefault = fallback !== null && fallback !== ''
    return {
      name,
      in: 'query',
      description: descriptions[name],
      schema: { ...jsonSchemaOf(schema, 'input'), ...(hasDefault && { default: fallback }) },
    }
  })
}

const { website_id: _within, ...listParamsWithin } = { ...reportListParams, ...newerThanParams }

export const reportListParameters = parametersOf(
  { ...reportListParams, ...newerThanParams },
  { ...reportList, ...paging, ...newerThan },
)
export const neighbourParameters = parametersOf(reportListParams, { ...reportList, ...paging })
export const websiteReportParameters = parametersOf(listParamsWithin, { ...reportList, ...paging, ...newerThan })
export const websiteListParameters = parametersOf(websiteListParams, { ...websiteList, ...paging })
export const reportExportParameters = parametersOf(reportExportParams, { ...reportList, ...bom })
export const websiteExportParameters = parametersOf(websiteExportParams, { ...websiteList, ...bom })
export const linkListParameters = parametersOf(linkListParams, {
  website_id: 'Links to this website, its reports and lists narrowed to it.',
  ...paging,
})
export const auditParameters = parametersOf(auditParams, { ...auditFilter, ...paging })
export const auditExportParameters = parametersOf(auditExportParams, { ...auditFilter, ...bom })

const text: Json = { type: 'string' }
const pathSchemas: Record<string, Json> = {
  id: jsonSchemaOf(Id),
  key: { type: 'string', pattern: '^[A-Za-z0-9]{1,20}$' },
  token: text,
  file: { type: 'string', pattern: String.raw`^[\w-]{1,90}(\.\d{1,16})?\.png$` },
}

/** Returns the parameters in a path such as `/api/v1/reports/{id}`. */
export const pathParametersOf = (path: string): Parameter[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchemas[path.includes('/keys/') ? 'key' : name] ?? text,
  }))

export const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The `ETag` of the website as it was read: it is changed only if nobody else changed it since.',
  schema: text,
}
export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of what is known already: 304 when it is still the same.',
  schema: text,
}
export const lastKey: Parameter = {
  name: 'last',
  in: 'query',
  description: 'yes revokes the last full key that works, too.',
  schema: { type: 'string', enum: ['yes'] },
}
