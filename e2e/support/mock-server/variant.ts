import type { IncomingMessage } from 'node:http'
import type { StoredReport, StoredWebsite } from './stored-data.ts'

/** A response before it is sent: `body` is sent as JSON, `text` unchanged. */
export type Reply = { status: number; body?: unknown; text?: string; headers?: Record<string, string> }

/** One page of a list, with rows in the variant's own form. `address` is the absolute URL of the list. */
export type ListPage = {
  rows: unknown[]
  page: number
  perPage: number
  total: number
  address: string
  params: URLSearchParams
}

export type Problem = { status: number; message: string; errors?: Record<string, string[]> }

export type WebsiteNumbers = { reports_count: number; reports_avg_score: number | null }

/** An API variant: how a server reads list parameters and writes its responses. */
export type ApiVariant = {
  /** Returns the list parameters that the server takes into account. They are validated afterwards. */
  readParams: (params: URLSearchParams) => URLSearchParams
  /** Tells whether `text`, a URL or domain, matches `search`. */
  matches: (text: string, search: string) => boolean
  row: (report: StoredReport) => unknown
  report: (report: StoredReport) => unknown
  website: (website: StoredWebsite, numbers: WebsiteNumbers) => unknown
  list: (page: ListPage) => unknown
  item: (resource: unknown) => unknown
  created: (resource: unknown, address: string) => Reply
  deleted: (kind: 'report' | 'website', id: number) => Reply
  rejected: (problem: Problem, request: IncomingMessage) => Reply
  /** Reports outlive the deletion of their website. */
  keepsReports?: boolean
}

/** Responds as our own service without its extensions, but with the check results of another product. */
export const plain: ApiVariant = {
  readParams: (params) => params,
  matches: (text, search) => text.toLowerCase().includes(search.toLowerCase()),
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
  deleted: (object, id) => ({ status: 200, body: { id, object, deleted: true, status: 200 } }),
  rejected: ({ status, ...problem }) => ({
    status,
    body: { ...problem, status },
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  }),
}

/** Returns a small HTML page, as servers send it where JSON was expected. */
export const htmlPage = (title: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`

export const lastPageOf = ({ total, perPage }: ListPage) => Math.max(1, Math.ceil(total / perPage))

export function linksOf(page: ListPage) {
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

export function metaOf(page: ListPage) {
  const { rows, page: current, perPage, total, address } = page
  const before = (current - 1) * perPage
  return {
    current_page: current,
    from: rows.length > 0 ? before + 1 : null,
    last_page: lastPageOf(page),
    path: address,
    per_page: perPage,
    to: rows.length > 0 ? before + rows.length : null,
    total,
  }
}
