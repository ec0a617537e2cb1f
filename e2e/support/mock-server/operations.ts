import type { IncomingMessage } from 'node:http'
import {
  type ReportListQuery,
  reportListParams,
  type WebsiteListQuery,
  websiteListParams,
} from '#contract/list-query.ts'
import { type QueryParams, readQuery, sentenceFor } from '#contract/query-params.ts'
import { type Privacy, privacyValues } from '#contract/website.ts'
import { reportOf, type Stored, type StoredWebsite } from './stored-data.ts'
import type { ApiVariant, Problem, Reply, WebsiteNumbers } from './variant.ts'

type ApiRequest = { request: IncomingMessage; path: string; params: URLSearchParams; body: string }

type Context = { variant: ApiVariant; stored: Stored; key: () => string; origin: () => string }

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

/** Performs one of the specification's eight operations and returns the reply in the server's API variant. */
export function performOperation(
  { variant, stored, key, origin }: Context,
  { request, path, params, body }: ApiRequest,
): Reply {
  const { method = 'GET' } = request
  const address = (of: string) => `${origin()}/api/v1${of}`

  const numbersOf = ({ id }: StoredWebsite): WebsiteNumbers => {
    const own = stored.reports.filter((report) => report.website_id === id)
    const sum = own.reduce((total, { score }) => total + score, 0)
    return {
      reports_count: own.length,
      reports_avg_score: own.length ? Math.round((sum / own.length) * 100) / 100 : null,
    }
  }
  const website = (one: StoredWebsite) => variant.website(one, numbersOf(one))

  function list<Row, Query extends ListQuery>(
    rules: QueryParams<Query>,
    rows: Row[],
    matches: (row: Row, query: Query) => boolean,
    sortKey: (row: Row, field: string) => Key,
    present: (row: Row) => unknown,
  ): Reply {
    const effective = variant.readParams(params)
    const { query, wrong } = readQuery(rules, effective)
    if (wrong.length) throw invalid(Object.fromEntries(wrong.map((one) => [one.name, [sentenceFor(one)]])))
    const all = sorted(
      rows.filter((row) => matches(row, query)),
      query.sort,
      (row) => sortKey(row, query.sort_by),
    )
    const from = (query.page - 1) * query.per_page
    const shown = all.slice(from, from + query.per_page).map(present)
    return {
      status: 200,
      body: variant.list({
        rows: shown,
        page: query.page,
        perPage: query.per_page,
        total: all.length,
        address: address(path),
        params: effective,
      }),
    }
  }

  const reportList = () =>
    list<Stored['reports'][number], ReportListQuery>(
      reportListParams,
      stored.reports,
      (report, { search, website_id, result }) =>
        variant.matches(report.url, search) &&
        (website_id === null || report.website_id === website_id) &&
        (result === null || report.result === result),
      (report, by) => [by === 'url' ? report.url : by === 'score' ? report.score : report.id, report.id],
      variant.row,
    )

  const websiteList = () =>
    list<StoredWebsite, WebsiteListQuery>(
      websiteListParams,
      stored.websites,
      (one, { search }) => variant.matches(one.domain, search),
      (one, by) => {
        const { reports_count, reports_avg_score } = numbersOf(one)
        return [
          by === 'domain'
            ? one.domain
            : by === 'reports_count'
              ? reports_count
              : by === 'reports_avg_score'
                ? reports_avg_score
                : one.id,
          one.id,
        ]
      },
      website,
    )

  function createReport(): Reply {
    const url = addressOf(formOf(request, body).get('url') ?? '')
    const domain = url.host.replace(/^www\./, '')
    const now = new Date()
    let home = stored.websites.find((one) => one.domain === domain)
    if (!home)
      stored.websites.push(
        (home = {
          id: nextId(stored.websites),
          domain,
          privacy: 1,
          password: null,
          created_at: now.toISOString(),
          updated_at: now.toISOString(),
        }),
      )
    const report = reportOf({
      id: nextId(stored.reports),
      url: url.href,
      website: home,
      title: 'A new page',
      score: 64,
      createdAt: now,
    })
    stored.reports.push(report)
    return variant.created(variant.report(report), address(`/reports/${report.id}`))
  }

  function updateWebsite(one: StoredWebsite): Reply {
    const form = formOf(request, body)
    const privacy = form.has('privacy')
      ? privacyValues.find((value) => String(value) === form.get('privacy'))
      : one.privacy
    if (privacy === undefined) throw invalid({ privacy: ['privacy must be 0, 1 or 2.'] })
    Object.assign(one, privacyFields(one, privacy, form.get('password') ?? ''), {
      updated_at: new Date().toISOString(),
    })
    return { status: 200, body: variant.item(website(one)) }
  }

  function perform(): Reply {
    const [, resource, id] = /^\/(reports|websites)(?:\/([^/]+))?$/.exec(path) ?? []
    if (!resource) throw missing()
    if (request.headers.authorization !== `Bearer ${key()}`)
      throw new Rejection({ status: 401, message: 'Unauthenticated.' })
    const allowed = id
      ? resource === 'reports'
        ? ['GET', 'DELETE']
        : ['GET', 'PUT', 'DELETE']
      : resource === 'reports'
        ? ['GET', 'POST']
        : ['GET']
    if (!allowed.includes(method))
      throw new Rejection({ status: 405, message: `This address takes ${allowed.join(', ')}.` })
    if (!id) return method === 'POST' ? createReport() : resource === 'reports' ? reportList() : websiteList()

    const report = resource === 'reports' ? stored.reports.find((one) => String(one.id) === id) : undefined
    const site = resource === 'websites' ? stored.websites.find((one) => String(one.id) === id) : undefined
    if (report && method === 'GET') return { status: 200, body: variant.item(variant.report(report)) }
    if (site && method === 'GET') return { status: 200, body: variant.item(website(site)) }
    if (site && method === 'PUT') return updateWebsite(site)
    if (report) removeRows(stored.reports, ({ id: one }) => one === report.id)
    else if (site) {
      if (!variant.keepsReports) removeRows(stored.reports, ({ website_id }) => website_id === site.id)
      removeRows(stored.websites, ({ id: one }) => one === site.id)
    } else throw missing()
    return variant.deleted(report ? 'report' : 'website', Number(id))
  }

  try {
    return perform()
  } catch (error) {
    if (error instanceof Rejection) return variant.rejected(error.problem, request)
    throw error
  }
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

function formOf({ headers }: IncomingMessage, body: string) {
  if (!/^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? ''))
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
