import type { IncomingMessage } from 'node:http'
import type { StoredReport, StoredWebsite } from './stored.ts'

/** An answer before it is sent: `body` goes as JSON, `text` as it is. */
export type Reply = { status: number; body?: unknown; text?: string; headers?: Record<string, string> }

/** A page of a list: rows in the dialect's own shape. `address` is the list's own, absolute. */
export type PlainPage = {
  rows: unknown[]
  page: number
  perPage: number
  total: number
  address: string
  params: URLSearchParams
}

export type PlainProblem = { status: number; message: string; errors?: Record<string, string[]> }

export type WebsiteNumbers = { reports_count: number; reports_avg_score: number | null }

/** How a server puts what it knows. */
export type Dialect = {
  /** What it makes of a list's parameters before they are judged. */
  hear: (params: URLSearchParams) => URLSearchParams
  /** Whether `text`, a URL or domain, is found by `search`. */
  finds: (text: string, search: string) => boolean
  row: (report: StoredReport) => unknown
  report: (report: StoredReport) => unknown
  website: (website: StoredWebsite, numbers: WebsiteNumbers) => unknown
  list: (page: PlainPage) => unknown
  item: (resource: unknown) => unknown
  created: (resource: unknown, address: string) => Reply
  removed: (kind: 'report' | 'website', id: number) => Reply
  refused: (problem: PlainProblem, request: IncomingMessage) => Reply
  /** Reports stay when their website is deleted. */
  keepsReports?: boolean
}

/** As our own service answers, without its extensions, but for the checks, which are a stranger's. */
export const plain: Dialect = {
  hear: (params) => params,
  finds: (text, search) => text.toLowerCase().includes(search.toLowerCase()),
  row: ({ id, url, website_id, domain, title, score, result, created_at }) => ({
    id,
    url,
    website_id,
    domain,
    title,
    score,
    result,
    engine: 'http',
    created_at,
  }),
  report: (report) => ({ ...report, engine: 'http' }),
  website: ({ password, ...website }, numbers) => ({ ...website, has_password: password !== null, ...numbers }),
  list: (page) => ({ data: page.rows, links: linksOf(page), meta: metaOf(page), status: 200 }),
  item: (data) => ({ data, status: 200 }),
  created: (data, address) => ({ status: 201, body: { data, status: 201 }, headers: { location: address } }),
  removed: (object, id) => ({ status: 200, body: { id, object, deleted: true, status: 200 } }),
  refused: ({ status, ...said }) => ({
    status,
    body: { ...said, status },
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  }),
}

/** A page for people. */
export const htmlPage = (title: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`

export const lastPageOf = ({ total, perPage }: PlainPage) => Math.max(1, Math.ceil(total / perPage))

export function linksOf(page: PlainPage) {
  const last = lastPageOf(page)
  const at = (number: number) => {
    const params = new URLSearchParams(page.params)
    params.set('page', String(number))
    return `${page.address}?${params}`
  }
  return {
    first: at(1),
    last: at(last),
    prev: page.page > 1 ? at(page.page - 1) : null,
    next: page.page < last ? at(page.page + 1) : null,
  }
}

export function metaOf(page: PlainPage) {
  const { rows, page: current, perPage, total, address } = page
  const before = (current - 1) * perPage
  const some = rows.length > 0
  return {
    current_page: current,
    from: some ? before + 1 : null,
    last_page: lastPageOf(page),
    path: address,
    per_page: perPage,
    to: some ? before + rows.length : null,
    total,
  }
}
