import type { IncomingMessage } from 'node:http'
import {
  type ReportListQuery,
  reportListParams,
  type WebsiteListQuery,
  websiteListParams,
} from '#contract/list-query.ts'
import { type QueryParams, readQuery, sentenceFor } from '#contract/query-params.ts'
import { type Privacy, privacyValues } from '#contract/website.ts'
import type { Dialect, PlainProblem, Reply, WebsiteNumbers } from './dialect.ts'
import { reportOf, type Stored, type StoredWebsite } from './stored.ts'

export type Asked = { request: IncomingMessage; path: string; params: URLSearchParams; body: string }

type Server = { dialect: Dialect; stored: Stored; key: () => string; origin: () => string }

class Refusal extends Error {
  readonly problem: PlainProblem
  constructor(problem: PlainProblem) {
    super(problem.message)
    this.problem = problem
  }
}

const invalid = (errors: Record<string, string[]>) =>
  new Refusal({ status: 422, message: Object.values(errors).flat()[0] ?? 'Invalid.', errors })
const missing = () => new Refusal({ status: 404, message: 'Resource not found.' })

/** Does one of the eight operations of the specification and gives the answer, or the refusal, in the server's dialect. */
export function operate({ dialect, stored, key, origin }: Server, { request, path, params, body }: Asked): Reply {
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
  const website = (one: StoredWebsite) => dialect.website(one, numbersOf(one))

  function list<Row, Query extends ListQuery>(
    rules: QueryParams<Query>,
    rows: Row[],
    pass: (row: Row, query: Query) => boolean,
    by: (row: Row, key: string) => Key,
    show: (row: Row) => unknown,
  ): Reply {
    const heard = dialect.hear(params)
    const { query, wrong } = readQuery(rules, heard)
    if (wrong.length) throw invalid(Object.fromEntries(wrong.map((one) => [one.name, [sentenceFor(one)]])))
    const all = sorted(
      rows.filter((row) => pass(row, query)),
      query.sort,
      (row) => by(row, query.sort_by),
    )
    const from = (query.page - 1) * query.per_page
    const shown = all.slice(from, from + query.per_page).map(show)
    return {
      status: 200,
      body: dialect.list({
        rows: shown,
        page: query.page,
        perPage: query.per_page,
        total: all.length,
        address: address(path),
        params: heard,
      }),
    }
  }

  const reportList = () =>
    list<Stored['reports'][number], ReportListQuery>(
      reportListParams,
      stored.reports,
      (report, { search, website_id, result }) =>
        dialect.finds(report.url, search) &&
        (website_id === null || report.website_id === website_id) &&
        (result === null || report.result === result),
      (report, by) => [by === 'url' ? report.url : by === 'score' ? report.score : report.id, report.id],
      dialect.row,
    )

  const websiteList = () =>
    list<StoredWebsite, WebsiteListQuery>(
      websiteListParams,
      stored.websites,
      (one, { search }) => dialect.finds(one.domain, search),
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

  function store(): Reply {
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
      title: 'A page just read',
      score: 64,
      createdAt: now,
    })
    stored.reports.push(report)
    return dialect.created(dialect.report(report), address(`/reports/${report.id}`))
  }

  function update(one: StoredWebsite): Reply {
    const form = formOf(request, body)
    const privacy = form.has('privacy')
      ? privacyValues.find((value) => String(value) === form.get('privacy'))
      : one.privacy
    if (privacy === undefined) throw invalid({ privacy: ['privacy must be 0, 1 or 2.'] })
    Object.assign(one, guarded(one, privacy, form.get('password') ?? ''), { updated_at: new Date().toISOString() })
    return { status: 200, body: dialect.item(website(one)) }
  }

  function find(): Reply {
    const [, resource, id] = /^\/(reports|websites)(?:\/([^/]+))?$/.exec(path) ?? []
    if (!resource) throw missing()
    if (request.headers.authorization !== `Bearer ${key()}`)
      throw new Refusal({ status: 401, message: 'Unauthenticated.' })
    const allowed = id
      ? resource === 'reports'
        ? ['GET', 'DELETE']
        : ['GET', 'PUT', 'DELETE']
      : resource === 'reports'
        ? ['GET', 'POST']
        : ['GET']
    if (!allowed.includes(method))
      throw new Refusal({ status: 405, message: `This address takes ${allowed.join(', ')}.` })
    if (!id) return method === 'POST' ? store() : resource === 'reports' ? reportList() : websiteList()

    const report = resource === 'reports' ? stored.reports.find((one) => String(one.id) === id) : undefined
    const site = resource === 'websites' ? stored.websites.find((one) => String(one.id) === id) : undefined
    if (report && method === 'GET') return { status: 200, body: dialect.item(dialect.report(report)) }
    if (site && method === 'GET') return { status: 200, body: dialect.item(website(site)) }
    if (site && method === 'PUT') return update(site)
    if (report) take(stored.reports, ({ id: one }) => one === report.id)
    else if (site) {
      if (!dialect.keepsReports) take(stored.reports, ({ website_id }) => website_id === site.id)
      take(stored.websites, ({ id: one }) => one === site.id)
    } else throw missing()
    return dialect.removed(report ? 'report' : 'website', Number(id))
  }

  try {
    return find()
  } catch (error) {
    if (error instanceof Refusal) return dialect.refused(error.problem, request)
    throw error
  }
}

type ListQuery = Pick<ReportListQuery, 'sort' | 'page' | 'per_page'> & { sort_by: string }
type Key = [value: string | number | null, id: number]

/** By value and then by id, both in the asked direction; what has no value comes last in both. */
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
    throw new Refusal({ status: 415, message: 'Send the fields form-encoded.' })
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

function guarded(one: StoredWebsite, privacy: Privacy, password: string) {
  if (password && privacy !== 2) throw invalid({ password: ['A password goes with privacy 2 only.'] })
  if (!password && privacy === 2 && one.password === null) throw invalid({ password: ['A password is required.'] })
  return { privacy, password: privacy === 2 ? password || one.password : null }
}

const nextId = (rows: { id: number }[]) => rows.reduce((highest, { id }) => Math.max(highest, id), 0) + 1

/** In place, since tests hold the same array. */
function take<Row>(rows: Row[], unwanted: (row: Row) => boolean) {
  rows.splice(0, rows.length, ...rows.filter((row) => !unwanted(row)))
}
