import type { IncomingMessage } from 'node:http'

export type Fields = Record<string, unknown>

/** A response before it is sent: `body` is sent as JSON, `text` unchanged. */
export type Reply = { status: number; body?: unknown; text?: string; headers?: Record<string, string> }

/** One page of a list, with rows in the variant's own form. */
export type ListPage = { rows: unknown[]; links: Fields; meta: Fields }

export type Problem = { status: number; message: string; errors?: Record<string, string[]> }

/** An API variant: a server's reading of list parameters and its response formats. */
export type ApiVariant = {
  /** Returns the list parameters that the server takes into account. They are validated afterwards. */
  readParams: (params: URLSearchParams) => URLSearchParams
  /** Returns whether `text`, a URL or domain, matches `search`. */
  matches: (text: string, search: string) => boolean
  /** Writes a row of a list, a report or a website, whose ID here is `id`. */
  resource: (fields: Fields, id: number) => unknown
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
  resource: (fields) => fields,
  list: ({ rows, links, meta }) => ({ data: rows, links, meta, status: 200 }),
  item: (data) => ({ data, status: 200 }),
  created: (data, address) => ({ status: 201, body: { data, status: 201 }, headers: { location: address } }),
  deleted: (object, id) => ({ status: 200, body: { id, object, deleted: true, status: 200 } }),
  rejected: ({ status, ...problem }) => ({
    status,
    body: { ...problem, status },
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  }),
}

/** Returns a small HTML page, as servers send it instead of JSON. */
export const htmlPage = (title: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
