import { pageFilterDescriptions, websiteFilterDescriptions } from '../lists/page-filters.ts'
import type { QueryParams } from '../lists/query-params.ts'
import { Id } from '../values.ts'
import { type Json, jsonSchemaOf } from './schemas.ts'

export type Parameter = {
  name: string
  in: 'query' | 'path' | 'header'
  required?: true
  description?: string
  schema: Json
}

export const paging = { per_page: 'Rows per page.', page: 'A page past the end is empty.' }
export const bom = { bom: '1 starts a CSV file with a byte order mark.' }
export const newerThan = {
  newer_than: 'Extension: `meta.newer` is the number of rows in the list with a higher ID.',
}
export const shown = {
  shown:
    'Extension: the IDs of up to 100 rows on your screen, separated by commas. `meta.deleted` are those that no longer exist.',
}
const searching = {
  search: 'Text to find, ignoring case. No NUL characters.',
  sort: 'desc (Descending) or asc (Ascending).',
}
export const reportFilter = {
  ...searching,
  search_by: 'url (URL).',
  titles: 'Extension: 1 also searches the titles of reports.',
  website_id: 'Only reports of this website.',
  result: 'good (Good), decent (Decent) or bad (Bad).',
  latest: 'Extension: 1 selects the latest report of each URL.',
  ...pageFilterDescriptions,
  sort_by: 'id (Date created), url (URL) or score (Score).',
}
export const websiteFilter = {
  ...searching,
  search_by: 'domain (Domain).',
  ...websiteFilterDescriptions,
  sort_by:
    'id (Date created), domain (Domain), reports_avg_score (Score) or reports_count (Reports). Extensions: pages_avg_score; attention, by the pages that are no longer indexable since a week, the points that the score lost, and the domain.',
}
export const pageFilter = {
  search: 'Text to find in URLs and titles, ignoring case. No NUL characters.',
  status: 'A status, such as 404, or all of a kind: 3xx.',
  indexability: 'indexable, unclear, redirect, other_url, unlikely or blocked.',
  canonical: 'The canonical URL that pages name, or its path: /shoes.',
  words: 'A number of words, or a range: 0-50, 300-.',
  depth: 'The click depth, or a range.',
  inlinks: 'The number of other pages that link to the URL, or a range: 0.',
  in_sitemap: '1: a sitemap lists the URL. 0: none does.',
  issues: 'The number of issues, or a range: 1-.',
  clicks: 'Google’s clicks in 28 days, or a range: 10-.',
  impressions: 'Google’s impressions in 28 days, or a range: 0-99.',
  position: 'The average position in Google, as a range: 1-10.',
  clicks_change: 'lost, or won: at least 5 clicks and a quarter against the 28 days before.',
  no_impressions:
    '90: only pages of which Google told nothing in the last 90 days. None unless all of these days were pulled.',
  google_index: 'The state in Google’s index, in Google’s words: Crawled - currently not indexed.',
  check: 'Only pages with an issue of this check that isn’t waived.',
  assignee: 'Only pages with an open issue, or the one of `check`, that is assigned to this person: `me` or an ID.',
  gone: '1: only pages that crawls no longer find, which are left out otherwise.',
  sort_by: 'The column.',
  sort: 'desc (Descending) or asc (Ascending).',
}
export const runFilter = {
  state: 'The state. open: queued, running or paused.',
  kind: 'The kind of job. schedule: those of schedules.',
  website_id: 'Only runs whose URLs all belong to this website.',
  client: 'Only runs whose URLs all belong to one website of this client.',
  from: 'First day, UTC.',
  to: 'Last day, UTC, not before `from`.',
}
export const redirectFilter = {
  search: 'Text to find in the old, the expected and the final URLs, ignoring case. No NUL characters.',
  result: 'Only rows with this result.',
  map_fault: 'Only rows whose expected URL the map itself redirects again: chain, or in a loop: loop.',
  hops: 'A number of redirects, or a range: 2-.',
  title_likeness: 'The likeness of the titles in percent, or a range: 0-50.',
  text_likeness: 'The likeness of the main texts in percent, or a range: 0-50.',
  canonical: 'The canonical URL of the page that is reached: own, other or none.',
  sort_by: 'The column.',
  sort: 'desc (Descending) or asc (Ascending).',
}
export const auditFilter = {
  action: 'The action.',
  actor: 'The ID of a key, visitor or command.',
  from: 'First day, UTC.',
  to: 'Last day, UTC, not before `from`.',
}

/** The query parameters that a route reads, with their descriptions. */
export type DescribedQuery<Query extends object> = {
  params: QueryParams<Query>
  descriptions: Record<keyof Query & string, string>
}

export const described = <Query extends object>(
  params: QueryParams<Query>,
  descriptions: NoInfer<Record<keyof Query & string, string>>,
): DescribedQuery<Query> => ({ params, descriptions })

/** Describes the query parameters that the service reads, with their defaults. */
export function parametersOf<Query extends object>(
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

const text: Json = { type: 'string' }
const pathSchemas: Record<string, Json> = {
  id: jsonSchemaOf(Id),
  crawl: jsonSchemaOf(Id),
  /** Another report of the same URL, or another crawl of the website. */
  other: jsonSchemaOf(Id),
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
    schema: pathSchemas[name] ?? text,
  }))

export const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The `ETag` of the website as you read it. The change is rejected if the website has changed since.',
  schema: text,
}
export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Extension: a value of your own for this write, such as a UUID. If no response arrives, send the request again with the same value: within 24 hours, it is done once.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` you have. Returns 304 if it is current.',
  schema: text,
}
export const prefer: Parameter = {
  name: 'Prefer',
  in: 'header',
  description: '`respond-async` returns a job instead of waiting for the report.',
  schema: text,
}
