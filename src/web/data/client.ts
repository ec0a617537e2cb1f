import type * as z from 'zod/mini'
import { readItem, readPage } from '#contract/envelope.ts'
import { jsonText } from '#contract/lenient.ts'
import {
  type ReportListQuery,
  reportListParams,
  type WebsiteListQuery,
  websiteListParams,
} from '#contract/list-query.ts'
import { type QueryParams, writeQuery } from '#contract/query-params.ts'
import { ReportRow } from '#contract/report-row.ts'
import { Website, WholeWebsite } from '#contract/website.ts'
import { readResponse, takeEarlyResponse } from './response.ts'
import { ApiError, mayHaveWorked } from './api-error.ts'
import { withIdleTimeout } from './timeout.ts'

/** A website with the ETag that `If-Match` needs, so that an update applies only to the version on screen. */
export type LoadedWebsite = WholeWebsite & { etag: string | null }

export type ClientOptions = {
  /** The origin and the path before `/api/v1`, if any; no slash at the end. */
  baseUrl: string
  key: () => string | null
  /** Called when a key is rejected. Resolves to true if there is another key and the call can be sent again. */
  askForKey?: (refused: string | null, signal: AbortSignal | undefined) => Promise<boolean>
  /** Maps a path to the one this reader uses; null if the reader has no access to it. */
  pathOf?: (path: string) => string | null
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Call = {
  form?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  anonymous?: boolean
  /** The request outlives the page. */
  keepalive?: boolean
  /** Returns the response itself as the body, for streaming. */
  asStream?: boolean
  /** How long the server may send nothing, in ms. */
  maxSilence?: number
}

const maxSilenceOf = { GET: 30_000, POST: 60_000, PUT: 60_000, DELETE: 60_000 }
/** Longer, because the server fetches and analyses the page during this request. */
const maxSilenceOfStore = 300_000

/** Paths that need no key. None is sent, and a rejection opens no key dialog. */
const isKeyless = (path: string) => path.startsWith('/shared/')

export type Client = ReturnType<typeof createClient>

/**
 * The only way to a server: every operation of the specification, tolerant of any server of this API. Throws only
 * ApiError.
 */
export function createClient({ baseUrl, key, askForKey, pathOf = (path) => path }: ClientOptions) {
  async function send(method: Method, path: string, options: Call, bearer: string | null) {
    const { form, signal, headers, anonymous, keepalive = false, asStream, maxSilence = maxSilenceOf[method] } = options
    try {
      return await withIdleTimeout(maxSilence, signal, async (limit, onProgress) => {
        const early = method === 'GET' && takeEarlyResponse(path, bearer, limit)
        const response = await (early ||
          fetch(`${baseUrl}/api/v1${path}`, {
            method,
            headers: {
              ...(method !== 'DELETE' && { Accept: 'application/json' }),
              // Set explicitly, because browsers add a charset, which some servers reject.
              ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
              ...(bearer && !anonymous && { Authorization: `Bearer ${bearer}` }),
              ...headers,
            },
            ...(form && { body: new URLSearchParams(form) }),
            signal: limit,
            // Unlocked websites are remembered in a cookie. The shell's preloads for visitors are sent with cookies
            // too.
            credentials: anonymous || isKeyless(path) ? 'same-origin' : 'omit',
            keepalive,
            redirect: method === 'DELETE' ? 'manual' : 'follow',
          }))
        return asStream && response.ok
          ? { status: response.status, body: response, etag: null }
          : await readResponse(method, path, response, onProgress)
      })
    } catch (thrown) {
      const error =
        thrown instanceof ApiError
          ? thrown
          : new ApiError(signal?.aborted ? 'aborted' : 'network', '', {
              detail: `${method} ${path}\n${String(thrown)}`,
            })
      error.unsure = method !== 'GET' && mayHaveWorked(error)
      throw error
    }
  }

  async function call(method: Method, wanted: string, options: Call = {}) {
    const path = pathOf(wanted)
    if (path === null) throw new ApiError('missing')
    for (;;) {
      const bearer = isKeyless(path) ? null : key()
      try {
        return await send(method, path, options, bearer)
      } catch (error) {
        const refused =
          error instanceof ApiError && error.kind === 'unauthenticated' && !options.anonymous && !isKeyless(path)
        if (!refused || !(await askForKey?.(bearer, options.signal))) throw error
      }
    }
  }

  const list = async <Row extends z.ZodMiniType<{ id: number }>, Query extends object>(
    resource: string,
    row: Row,
    params: QueryParams<Query>,
    query: Query,
    signal?: AbortSignal,
    most?: number,
  ) => {
    const search = writeQuery(params, query).toString()
    const path = `/${resource}${search && `?${search}`}`
    const { body } = await call('GET', path, { signal })
    return parseBody(path, body, () => readPage(row, body, most))
  }

  const item = async <Item extends z.ZodMiniType>(method: Method, path: string, schema: Item, options?: Call) => {
    const { body, etag } = await call(method, path, options)
    return { item: parseBody(path, body, () => readItem(schema, body), method !== 'GET'), etag }
  }

  const report = async (method: Method, path: string, options: Call) => {
    const { AnyReport } = await later(() => import('#contract/any-report.ts'))
    return (await item(method, path, AnyReport, options)).item
  }

  const website = async (...args: [Method, string, Call?]): Promise<LoadedWebsite> => {
    const { item: read, etag } = await item(args[0], args[1], WholeWebsite, args[2])
    return { ...read, etag }
  }

  return {
    listReports: (query: ReportListQuery, signal?: AbortSignal, most?: number) =>
      list('reports', ReportRow, reportListParams, query, signal, most),
    showReport: (id: number, signal?: AbortSignal) => report('GET', `/reports/${id}`, { signal }),
    createReport: (url: string, signal?: AbortSignal) =>
      report('POST', '/reports', { form: { url }, signal, maxSilence: maxSilenceOfStore }),
    deleteReport: async (id: number) => void (await call('DELETE', `/reports/${id}`)),

    listWebsites: (query: WebsiteListQuery, signal?: AbortSignal, most?: number) =>
      list('websites', Website, websiteListParams, query, signal, most),
    showWebsite: (id: number, signal?: AbortSignal) => website('GET', `/websites/${id}`, { signal }),

    /** For the operations in the features' own files. */
    call,
    website,
  }
}

/** Loads a schema before the call whose response it reads, so that a failed load never loses a response. */
export async function later<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new ApiError(navigator.onLine ? 'network' : 'offline', '', { detail: String(error) })
  }
}

/**
 * The result of `read`, or an ApiError that shows what was wrong with the body. `unsure` marks the response to a write.
 */
export function parseBody<T>(path: string, body: unknown, read: () => T, unsure = false): T {
  try {
    return read()
  } catch (thrown) {
    const error = new ApiError('unreadable', '', {
      detail: [path, String(thrown).slice(0, 1000), jsonText(body).slice(0, 1000)].join('\n'),
    })
    error.unsure = unsure
    throw error
  }
}
