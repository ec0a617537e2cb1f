import type { IncomingMessage } from 'node:http'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { type QueryParams, readQuery, sentenceFor } from '#contract/lists/query-params.ts'
import { privacyValues } from '#contract/websites/website.ts'
import { reportOf, type Stored, type StoredReport, type StoredWebsite } from './stored-data.ts'
import type { ApiVariant, Fields, Problem, Reply } from './variant.ts'

/** A request, and the server that performs it. */
type Call = {
  variant: ApiVariant
  stored: Stored
  key: string
  origin: string
  request: IncomingMessage
  path: string
  params: URLSearchParams
  body: string
}

class Rejection extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

const invalid = (errors: Record<string, string[]>) =>
  new Rejection({ status: 422, message: Object.values(errors).flat()[0] ?? 'Invalid.', errors })
const missing = () => new Rejection({ status: 404, message: 'Resource not found.' })

/** The specification's eight operations. */
const operations: Record<string, (call: Call, id: string) => Reply> = {
  'GET /reports': (call) => list(call, reportListParams, call.stored.reports.map(rowOf)),
  'GET /reports/{id}': ({ stored, ...call }, id) => item(call, { ...withId(stored.reports, id), engine: 'http' }),
  'POST /reports': createReport,
  'DELETE /reports/{id}': ({ stored, variant }, id) => {
    const report = withId(stored.reports, id)
    removeRows(stored.reports, (one) => one === report)
    return variant.deleted('report', report.id)
  },
  'GET /websites': (call) =>
    list(
      call,
      websiteListParams,
      call.stored.websites.map((website) => websiteFields(call.stored, website)),
    ),
  'GET /websites/{id}': readWebsite,
  'PUT /websites/{id}': updateWebsite,
  'DELETE /websites/{id}': ({ stored, variant }, id) => {
    const website = withId(stored.websites, id)
    if (!variant.keepsReports) removeRows(stored.reports, (report) => report.website_id === website.id)
    removeRows(stored.websites, (one) => one === website)
    return variant.deleted('website', website.id)
  },
}

/** Performs an operation and returns the reply in the server's API variant. */
export function performOperation(call: Call): Reply {
  const { request, path, key, variant } = call
  const [, collection = '', id] = /^(\/[^/]+)(?:\/([^/]+))?$/.exec(path) ?? []
  const operation = operations[`${request.method} ${collection}${id === undefined ? '' : '/{id}'}`]
  try {
    if (!operation) throw missing()
    if (request.headers.authorization !== `Bearer ${key}`)
      throw new Rejection({ status: 401, message: 'Unauthenticated.' })
    return operation(call, id ?? '')
  } catch (error) {
    if (error instanceof Rejection) return variant.rejected(error.problem, request)
    throw error
  }
}

const item = ({ variant }: Pick<Call, 'variant'>, fields: Fields & { id: number }): Reply => ({
  status: 200,
  body: variant.item(variant.resource(fields, fields.id)),
})
const rowOf = ({ results: _results, ...report }: StoredReport) => ({ ...report, engine: 'http' })

function readWebsite({ stored, variant }: Call, id: string): Reply {
  return item({ variant }, websiteFields(stored, withId(stored.websites, id)))
}

function createReport(call: Call): Reply {
  const { variant, stored, origin } = call
  const url = addressOf(formOf(call).get('url') ?? '')
  const domain = url.host.replace(/^www\./, '')
  const now = new Date().toISOString()
  let website = stored.websites.find((one) => one.domain === domain)
  if (!website) {
    website = { id: nextId(stored.websites), domain, privacy: 1, password: null, created_at: now, updated_at: now }
    stored.websites.push(website)
  }
  const id = nextId(stored.reports)
  const report = reportOf({ id, url: url.href, website, title: 'A new page', score: 64, createdAt: now })
  stored.reports.push(report)
  return variant.created(variant.resource({ ...report, engine: 'http' }, id), `${origin}/api/v1/reports/${id}`)
}

function updateWebsite(call: Call, id: string): Reply {
  const website = withId(call.stored.websites, id)
  const form = formOf(call)
  const given = form.get('privacy')
  const privacy = given === null ? website.privacy : privacyValues.find((value) => String(value) === given)
  const password = form.get('password') ?? ''
  if (privacy === undefined) throw invalid({ privacy: ['privacy must be 0, 1 or 2.'] })
  if (password && privacy !== 2) throw invalid({ password: ['A password goes with privacy 2 only.'] })
  if (!password && privacy === 2 && website.password === null) throw invalid({ password: ['A password is required.'] })
  website.privacy = privacy
  website.password = privacy === 2 ? password || website.password : null
  website.updated_at = new Date().toISOString()
  return readWebsite(call, id)
}

function withId<Row extends { id: number }>(rows: Row[], id: string): Row {
  const found = rows.find((row) => String(row.id) === id)
  if (!found) throw missing()
  return found
}

function websiteFields({ reports }: Stored, { password, ...website }: StoredWebsite) {
  const scores = reports.filter((report) => report.website_id === website.id).map(({ score }) => score)
  const sum = scores.reduce((total, score) => total + score, 0)
  return {
    ...website,
    has_password: password !== null,
    reports_count: scores.length,
    reports_avg_score: scores.length ? Math.round((sum / scores.length) * 100) / 100 : null,
  }
}

type ListQuery = { search: string; search_by: string; sort_by: string; sort: string; page: number; per_page: number }

function list<Query extends ListQuery>(
  { variant, path, origin, params: given }: Call,
  listParams: QueryParams<Query>,
  resources: (Fields & { id: number })[],
): Reply {
  const params = variant.readParams(given)
  const { query, wrong } = readQuery(listParams, params)
  if (wrong.length) throw invalid(Object.fromEntries(wrong.map((one) => [one.name, [sentenceFor(one)]])))
  const { page, per_page, search, search_by, sort_by, sort } = query
  const filters = Object.entries(query).filter(
    ([name, value]) => (name === 'website_id' || name === 'result') && value !== null,
  )
  const found = resources
    .filter((one) => variant.matches(String(one[search_by]), search))
    .filter((one) => filters.every(([name, value]) => one[name] === value))
    .toSorted((one, other) => compare(one[sort_by], other[sort_by], sort) || compare(one.id, other.id, sort))
  const rows = found.slice((page - 1) * per_page, page * per_page).map((one) => variant.resource(one, one.id))
  const last = Math.max(1, Math.ceil(found.length / per_page))
  const before = (page - 1) * per_page
  const address = `${origin}/api/v1${path}`
  const at = (number: number) => {
    const others = new URLSearchParams(params)
    others.set('page', String(number))
    return `${address}?${others}`
  }
  const body = variant.list({
    rows,
    links: {
      first: at(1),
      last: at(last),
      prev: page > 1 ? at(page - 1) : null,
      next: page < last ? at(page + 1) : null,
    },
    meta: {
      current_page: page,
      from: rows.length > 0 ? before + 1 : null,
      last_page: last,
      path: address,
      per_page,
      to: rows.length > 0 ? before + rows.length : null,
      total: found.length,
    },
  })
  return { status: 200, body }
}

/** Compares two numbers or texts. A missing value always comes last. */
function compare(one: any, other: any, direction: string): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other === (direction === 'asc') ? -1 : 1
}

function formOf({ request, body }: Call) {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw new Rejection({ status: 415, message: 'Send the fields form-encoded.' })
  return new URLSearchParams(body)
}

function addressOf(given: string): URL {
  const url = URL.parse(given)
  if (!given) throw invalid({ url: ['The url is required.'] })
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid({ url: ['The url must begin with http:// or https://.'] })
  if (url.hostname.startsWith('unreachable.')) throw invalid({ url: ['The address could not be reached.'] })
  url.hash = ''
  return url
}

const nextId = (rows: { id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1

/** Removes rows in place, because tests hold the same array. */
function removeRows<Row>(rows: Row[], isUnwanted: (row: Row) => boolean) {
  rows.splice(0, rows.length, ...rows.filter((row) => !isUnwanted(row)))
}
