import type { IncomingMessage } from 'node:http'
import {
  type ReportListQuery,
  reportListParams,
  type WebsiteListQuery,
  websiteListParams,
} from '#contract/lists/list-query.ts'
import { type QueryParams, readQuery, sentenceFor } from '#contract/lists/query-params.ts'
import { type Privacy, privacyValues } from '#contract/websites/website.ts'
import { reportOf, type Stored, type StoredWebsite } from './stored-data.ts'
import type { ApiVariant, Problem, Reply, WebsiteNumbers } from './variant.ts'

type ApiRequest = { request: IncomingMessage; path: string; params: URLSearchParams; body: string }

type Context = { variant: ApiVariant; stored: Stored; key: () => string; origin: () => string }

/** A request, and the server that performs it. */
type Call = Context & ApiRequest

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

/** The specification's eight operations by path and method. */
const operations: Record<string, Record<string, (call: Call, id: string) => Reply>> = {
  '/reports': { GET: listReports, POST: createReport },
  '/reports/{id}': { GET: readReport, DELETE: deleteReport },
  '/websites': { GET: listWebsites },
  '/websites/{id}': { GET: readWebsite, PUT: updateWebsite, DELETE: deleteWebsite },
}

/** Performs an operation and returns the reply in the server's API variant. */
export function performOperation(context: Context, request: ApiRequest): Reply {
  try {
    return perform({ ...context, ...request })
  } catch (error) {
    if (error instanceof Rejection) return context.variant.rejected(error.problem, request.request)
    throw error
  }
}

function perform(call: Call): Reply {
  const { request, path, key } = call
  const [, list = '', id] = /^(\/[^/]+)(?:\/([^/]+))?$/.exec(path) ?? []
  const methods = operations[id === undefined ? list : `${list}/{id}`]
  if (!methods) throw missing()
  if (request.headers.authorization !== `Bearer ${key()}`)
    throw new Rejection({ status: 401, message: 'Unauthenticated.' })
  const operation = methods[request.method ?? 'GET']
  if (!operation)
    throw new Rejection({ status: 405, message: `This address takes ${Object.keys(methods).join(', ')}.` })
  return operation(call, id ?? '')
}

function listReports(call: Call): Reply {
  const { variant, stored } = call
  return list<Stored['reports'][number], ReportListQuery>(call, reportListParams, stored.reports, {
    matches: (report, { search, website_id, result }) =>
      variant.matches(report.url, search) &&
      (website_id === null || report.website_id === website_id) &&
      (result === null || report.result === result),
    sortKey: (report, by) => (by === 'url' ? report.url : by === 'score' ? report.score : report.id),
    present: variant.row,
  })
}

function listWebsites(call: Call): Reply {
  const { variant, stored } = call
  return list<StoredWebsite, WebsiteListQuery>(call, websiteListParams, stored.websites, {
    matches: (website, { search }) => variant.matches(website.domain, search),
    sortKey: (website, by) => {
      if (by === 'domain') return website.domain
      return by === 'reports_count' || by === 'reports_avg_score' ? numbersOf(stored, website)[by] : website.id
    },
    present: (website) => presented(call, website),
  })
}

function readReport({ variant, stored }: Call, id: string): Reply {
  return { status: 200, body: variant.item(variant.report(withId(stored.reports, id))) }
}

function readWebsite(call: Call, id: string): Reply {
  return { status: 200, body: call.variant.item(presented(call, withId(call.stored.websites, id))) }
}

function createReport(call: Call): Reply {
  const { variant, stored } = call
  const url = addressOf(formOf(call).get('url') ?? '')
  const domain = url.host.replace(/^www\./, '')
  const now = new Date()
  let website = stored.websites.find((one) => one.domain === domain)
  if (!website) {
    const times = { created_at: now.toISOString(), updated_at: now.toISOString() }
    website = { id: nextId(stored.websites), domain, privacy: 1, password: null, ...times }
    stored.websites.push(website)
  }
  const id = nextId(stored.reports)
  const report = reportOf({ id, url: url.href, website, title: 'A new page', score: 64, createdAt: now })
  stored.reports.push(report)
  return variant.created(variant.report(report), addressIn(call, `/reports/${id}`))
}

function updateWebsite(call: Call, id: string): Reply {
  const website = withId(call.stored.websites, id)
  const form = formOf(call)
  const privacy = form.has('privacy')
    ? privacyValues.find((value) => String(value) === form.get('privacy'))
    : website.privacy
  if (privacy === undefined) throw invalid({ privacy: ['privacy must be 0, 1 or 2.'] })
  const changes = privacyFields(website, privacy, form.get('password') ?? '')
  Object.assign(website, changes, { updated_at: new Date().toISOString() })
  return readWebsite(call, id)
}

function deleteReport({ variant, stored }: Call, id: string): Reply {
  const report = withId(stored.reports, id)
  removeRows(stored.reports, (one) => one === report)
  return variant.deleted('report', report.id)
}

function deleteWebsite({ variant, stored }: Call, id: string): Reply {
  const website = withId(stored.websites, id)
  if (!variant.keepsReports) removeRows(stored.reports, (report) => report.website_id === website.id)
  removeRows(stored.websites, (one) => one === website)
  return variant.deleted('website', website.id)
}

const addressIn = ({ origin }: Context, path: string) => `${origin()}/api/v1${path}`

function withId<Row extends { id: number }>(rows: Row[], id: string): Row {
  const found = rows.find((row) => String(row.id) === id)
  if (!found) throw missing()
  return found
}

const presented = ({ variant, stored }: Context, website: StoredWebsite) =>
  variant.website(website, numbersOf(stored, website))

function numbersOf({ reports }: Stored, { id }: StoredWebsite): WebsiteNumbers {
  const own = reports.filter((report) => report.website_id === id)
  const sum = own.reduce((total, { score }) => total + score, 0)
  return {
    reports_count: own.length,
    reports_avg_score: own.length ? Math.round((sum / own.length) * 100) / 100 : null,
  }
}

type ListOf<Row, Query> = {
  matches: (row: Row, query: Query) => boolean
  sortKey: (row: Row, field: string) => string | number | null
  present: (row: Row) => unknown
}

function list<Row extends { id: number }, Query extends ListQuery>(
  call: Call,
  rules: QueryParams<Query>,
  rows: Row[],
  { matches, sortKey, present }: ListOf<Row, Query>,
): Reply {
  const { variant, path } = call
  const params = variant.readParams(call.params)
  const { query, wrong } = readQuery(rules, params)
  if (wrong.length) throw invalid(Object.fromEntries(wrong.map((one) => [one.name, [sentenceFor(one)]])))
  const { page, per_page: perPage } = query
  const found = rows.filter((row) => matches(row, query))
  const all = sorted(found, query.sort, (row) => [sortKey(row, query.sort_by), row.id])
  const shown = all.slice((page - 1) * perPage, page * perPage).map(present)
  const address = addressIn(call, path)
  return { status: 200, body: variant.list({ rows: shown, page, perPage, total: all.length, address, params }) }
}

type ListQuery = Pick<ReportListQuery, 'sort' | 'page' | 'per_page'> & { sort_by: string }
type Key = [value: string | number | null, id: number]

/** Sorts by value, then by ID, both in the requested direction. Rows without a value always come last. */
function sorted<Row>(rows: Row[], direction: 'asc' | 'desc', keyOf: (row: Row) => Key): Row[] {
  const sign = direction === 'asc' ? 1 : -1
  const compare = <T extends string | number>(one: T, other: T) => (one < other ? -1 : one > other ? 1 : 0)
  return rows.toSorted((one, other) => {
    const [[a, id], [b, otherId]] = [keyOf(one), keyOf(other)]
    if ((a === null) !== (b === null)) return a === null ? 1 : -1
    return sign * ((a !== null && b !== null && compare(a, b)) || compare(id, otherId))
  })
}

function formOf({ request, body }: ApiRequest) {
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? ''))
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

function privacyFields(one: StoredWebsite, privacy: Privacy, password: string) {
  if (password && privacy !== 2) throw invalid({ password: ['A password goes with privacy 2 only.'] })
  if (!password && privacy === 2 && one.password === null) throw invalid({ password: ['A password is required.'] })
  return { privacy, password: privacy === 2 ? password || one.password : null }
}

const nextId = (rows: { id: number }[]) => rows.reduce((highest, { id }) => Math.max(highest, id), 0) + 1

/** Removes rows in place, because tests hold the same array. */
function removeRows<Row>(rows: Row[], unwanted: (row: Row) => boolean) {
  rows.splice(0, rows.length, ...rows.filter((row) => !unwanted(row)))
}
