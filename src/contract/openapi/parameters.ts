import { type AuditQuery, auditActions, auditExportParams, auditParams } from '../audit.ts'
import { reportExportParams, websiteExportParams } from '../exports.ts'
import { linkListParams } from '../links.ts'
import {
  directions,
  maxId,
  maxPage,
  maxSearchLength,
  newerThanParams,
  pageSizes,
  privacyFilters,
  reportListParams,
  reportSearchFields,
  reportSorts,
  websiteListParams,
  websiteSearchFields,
  websiteSorts,
} from '../list-query.ts'
import type { QueryParams } from '../query-params.ts'
import { ratings } from '../rating.ts'

export type ParameterSchema = {
  type: 'string' | 'integer'
  enum?: readonly (string | number)[]
  default?: string | number
  minimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  format?: string
}
export type Parameter = {
  name: string
  in: 'query' | 'path' | 'header'
  required?: true
  description?: string
  schema: ParameterSchema
}

type Described = { schema: ParameterSchema; description: string }

const words = (values: readonly string[]): ParameterSchema => ({ type: 'string', enum: values })
const id: ParameterSchema = { type: 'integer', minimum: 1, maximum: maxId }
const day: ParameterSchema = { type: 'string', format: 'date', pattern: String.raw`^\d{4}-\d\d-\d\d$` }

const paging = {
  per_page: { schema: { type: 'integer', enum: pageSizes }, description: 'Rows on a page.' },
  page: { schema: { type: 'integer', minimum: 1, maximum: maxPage }, description: 'A page past the end is empty.' },
} satisfies Record<string, Described>

const searching = {
  search: {
    schema: { type: 'string', maxLength: maxSearchLength },
    description: 'Text that is contained, upper or lower case; no NUL.',
  },
  sort: { schema: words(directions), description: 'desc (Descending) or asc (Ascending).' },
} satisfies Record<string, Described>

const reportList = {
  search: searching.search,
  search_by: { schema: words(reportSearchFields), description: 'url (URL).' },
  website_id: { schema: id, description: 'Reports of this website alone.' },
  result: { schema: words(ratings), description: 'good (Good), decent (Decent) or bad (Bad).' },
  sort_by: { schema: words(reportSorts), description: 'id (Date created), url (URL) or score (Score).' },
  sort: searching.sort,
} satisfies Record<string, Described>

const websiteList = {
  search: searching.search,
  search_by: { schema: words(websiteSearchFields), description: 'domain (Domain).' },
  privacy: {
    schema: words(privacyFilters),
    description: 'Beyond the specification: 0 (Public), 1 (Private) or 2 (Password) alone.',
  },
  sort_by: {
    schema: words(websiteSorts),
    description: 'id (Date created), domain (Domain), reports_avg_score (Score) or reports_count (Reports).',
  },
  sort: searching.sort,
} satisfies Record<string, Described>

const newerThan = {
  newer_than: {
    schema: id,
    description: 'Beyond the specification: `meta.newer` then counts the rows of the list with a greater id.',
  },
} satisfies Record<string, Described>
const bom = {
  bom: { schema: words(['0', '1']), description: '1 begins a CSV with a byte order mark.' },
} satisfies Record<string, Described>

const auditFilter = {
  action: { schema: words(auditActions), description: 'What was done.' },
  actor: {
    schema: { type: 'string', pattern: '^([A-Za-z0-9]{8}|visitor|command)$' },
    description: "A key's id, visitor or command.",
  },
  from: { schema: day, description: 'The first day, in UTC.' },
  to: { schema: day, description: 'The last day, in UTC.' },
} satisfies Record<keyof Omit<AuditQuery, 'page' | 'per_page'>, Described>

/** Joins the words about each parameter with the default that a request without it gets. */
function parametersOf<Query extends object>(
  params: QueryParams<Query>,
  described: Record<keyof Query & string, Described>,
): Parameter[] {
  return (Object.keys(params) as (keyof Query & string)[]).map((name) => {
    const { schema, description } = described[name]
    const { fallback } = params[name]
    const byDefault =
      typeof fallback === 'number' || (typeof fallback === 'string' && fallback !== '') ? { default: fallback } : {}
    return { name, in: 'query', description, schema: { ...schema, ...byDefault } }
  })
}

const { website_id: _within, ...listParamsWithin } = { ...reportListParams, ...newerThanParams }
const { website_id: _place, ...reportListWithin } = reportList

export const reportListParameters = parametersOf(
  { ...reportListParams, ...newerThanParams },
  { ...reportList, ...paging, ...newerThan },
)
export const neighbourParameters = parametersOf(reportListParams, { ...reportList, ...paging })
export const websiteReportParameters = parametersOf(listParamsWithin, { ...reportListWithin, ...paging, ...newerThan })
export const websiteListParameters = parametersOf(websiteListParams, { ...websiteList, ...paging })
export const reportExportParameters = parametersOf(reportExportParams, { ...reportList, ...bom })
export const websiteExportParameters = parametersOf(websiteExportParams, { ...websiteList, ...bom })
export const linkListParameters = parametersOf(linkListParams, {
  website_id: { schema: id, description: 'Links to this website, its reports and lists narrowed to it.' },
  ...paging,
})
export const auditParameters = parametersOf(auditParams, { ...auditFilter, ...paging })
export const auditExportParameters = parametersOf(auditExportParams, { ...auditFilter, ...bom })

const text: ParameterSchema = { type: 'string' }
const pathSchemas: Record<string, ParameterSchema> = {
  id,
  key: { type: 'string', pattern: '^[A-Za-z0-9]{1,20}$' },
  token: text,
  file: { type: 'string', pattern: String.raw`^[\w-]{1,90}(\.\d{1,16})?\.png$` },
}

/** The parameters that stand in a path such as `/api/v1/reports/{id}`. */
export const pathParametersOf = (path: string): Parameter[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: path.includes('/keys/') ? (pathSchemas['key'] ?? text) : (pathSchemas[name] ?? text),
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
  schema: words(['yes']),
}
