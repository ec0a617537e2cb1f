import type * as z from 'zod'
import {
  reportListParams,
  type ReportListQuery,
  shownParams,
  websiteListParams,
  type WebsiteListQuery,
} from '#contract/lists/list-query.ts'
import { type QueryParams, writeQuery } from '#contract/lists/query-params.ts'
import { AnyReport } from '#contract/reports/any-report.ts'
import { AnyReportRow } from '#contract/reports/report-row.ts'
import { readItem, readListPage } from '#contract/responses/envelope.ts'
import { AnyWebsiteRow, WholeWebsite } from '#contract/websites/website.ts'
import { ApiError, maxResponseBytes, mayHaveWorked, nullIfMissing, parseBody } from './api-error.ts'
import { parsed, readErrorResponse } from './error-response.ts'
import { repeatWrite, writeOnce } from './repeat.ts'
import { pathWithKey, type SharedResource } from './resource-paths.ts'
import { setServerClock } from './server.ts'
import type { Credential } from './session.ts'

/** A website with the ETag that `If-Match` needs, so that an update applies only to the version on screen. */
export type LoadedWebsite = WholeWebsite & { etag: string | null }

export type ClientOptions = {
  /** The origin and the path before `/api/v1`, if any; no slash at the end. */
  baseUrl: string
  /** The API key, or the person whose session's cookie is sent. */
  key: () => Credential | null
  /** Returns the number of the person at this browser, who alone can repeat a write of theirs and sees its response. */
  person?: () => number
  /** Called when a key or a session is rejected. Resolves to true if the call can be sent again with another one. */
  askForKey?: (refused: Credential | null, signal: AbortSignal | undefined) => Promise<boolean>
  pathFor?: (resource: SharedResource) => string
  /** False for paths to which this reader has no access: a read is missing, a write needs a key. Nothing is sent. */
  canRequest?: (path: string) => boolean
  /** True if the server recognises repeats of a write by their `Idempotency-Key`. */
  supportsIdempotency?: () => boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Call = {
  form?: Record<string, string> | undefined
  /** A file as the body. */
  file?: { content: Blob; type: string }
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  anonymous?: boolean
  /** Returns the response itself as the body, for streaming. */
  asStream?: boolean
  /** A success has no body. */
  isEmpty?: boolean
  /** The longest time in which the server can send nothing, in ms. */
  maxSilence?: number
  /** The response has a secret, so no error shows it. */
  hasSecret?: boolean
  /** The request creates something, so it must not be done twice. */
  creates?: boolean
  /** The request can be done twice without harm, although it is a POST. */
  isSafeToRepeat?: boolean
}

const maxSilenceOf = (method: Method) => (method === 'GET' ? 30_000 : 60_000)

/** Paths that need no key. None is sent, and a rejection opens no key dialog. */
const isKeyless = (path: string) => path.startsWith('/shared/')

export type Client = ReturnType<typeof createClient>

/**
 * The only way to a server: every operation of the specification, tolerant of any server of this API. Throws only
 * ApiError.
 */
export function createClient({ pathFor = pathWithKey, ...options }: ClientOptions) {
  const call = createCall(options)

  /**
   * Deletes something. Succeeds if it doesn't exist, because a repeat or another person may have deleted it. Returns
   * the time until which it can be restored, or null.
   */
  async function remove(path: string, signal?: AbortSignal): Promise<string | null> {
    return (await nullIfMissing(call('DELETE', path, { signal })))?.restorableUntil ?? null
  }

  /** Returns the body as `read` parses it. If `read` throws, so does this, with the body as the error's detail. */
  const request = async <T>(method: Method, path: string, read: (body: unknown) => T, options: Call = {}) => {
    const { body, etag } = await call(method, path, options)
    return { data: parseBody(path, options.hasSecret ? undefined : body, () => read(body), method !== 'GET'), etag }
  }

  const get = async <T>(path: string, read: (body: unknown) => T, options?: Call) =>
    (await request('GET', path, read, options)).data

  const write = async <T>(method: Method, path: string, read: (body: unknown) => T, options?: Call) =>
    (await request(method, path, read, options)).data

  const list = async <Row extends z.ZodType<{ id: number }>, Query extends object>(
    resource: 'reports' | 'websites',
    row: Row,
    params: QueryParams<Query>,
    query: Query,
    signal?: AbortSignal,
    most?: number,
  ) => {
    const path = pathFor({ list: resource, query: writeQuery(params, query) })
    return get(path, (body) => readListPage(row, body, most), { signal })
  }

  const report = async (method: Method, path: string, options: Call) => {
    return (await request(method, path, (body) => readItem(AnyReport, body), options)).data
  }

  const website = async (method: Method, path: string, options?: Call): Promise<LoadedWebsite> => {
    const { data, etag } = await request(method, path, (body) => readItem(WholeWebsite, body), options)
    return { ...data, etag }
  }

  return {
    listReports: (query: ReportListQuery & Shown, signal?: AbortSignal, most?: number) =>
      list('reports', AnyReportRow, { ...reportListParams, ...shownParams }, { shown: null, ...query }, signal, most),
    showReport: async (id: number, signal?: AbortSignal) => report('GET', pathFor({ report: id }), { signal }),

    listWebsites: (query: WebsiteListQuery & Shown, signal?: AbortSignal, most?: number) =>
      list(
        'websites',
        AnyWebsiteRow,
        { ...websiteListParams, ...shownParams },
        { shown: null, ...query },
        signal,
        most,
      ),
    showWebsite: async (id: number, signal?: AbortSignal) => website('GET', pathFor({ website: id }), { signal }),

    /** For the operations in the features' own files: the body as `read` returns it, which throws for any other. */
    get,
    write,
    remove,
    /** The response with its body as it was sent, for bodies that `get` and `write` can't read. */
    call,
    report,
    website,
  }
}

/** Returns the function that sends every request: with the key or the cookie, repeated where that is safe. */
function createCall({
  baseUrl,
  key,
  person = () => 0,
  askForKey,
  canRequest = () => true,
  supportsIdempotency = () => false,
}: Omit<ClientOptions, 'pathFor'>) {
  /**
   * Sends a request again with another key, for as long as the key is rejected and the person enters another one.
   * `checkPerson` throws if the request is another person's.
   */
  async function sendWithKey(method: Method, path: string, options: Call, checkPerson = () => {}) {
    for (;;) {
      checkPerson()
      const credential = isKeyless(path) ? null : key()
      try {
        const response: ResponseData = await send(baseUrl, method, path, options, credential)
        checkPerson()
        return response
      } catch (error) {
        checkPerson()
        const refused =
          error instanceof ApiError && error.kind === 'unauthenticated' && !options.anonymous && !isKeyless(path)
        if (!refused || !(await askForKey?.(credential, options.signal))) throw error
      }
    }
  }

  function call(method: Method, path: string, options: Call & { asStream: true }): Promise<StreamData>
  function call(method: Method, path: string, options?: Call): Promise<ResponseData>
  async function call(method: Method, path: string, options: Call = {}): Promise<ResponseData> {
    const { form = {}, signal, headers, creates, isSafeToRepeat } = options
    // To a deletion, `missing` would mean success.
    if (!canRequest(path)) throw new ApiError(method === 'GET' ? 'missing' : 'unauthenticated')
    if (method === 'GET') return sendWithKey(method, path, options)
    const began = person()
    const checkPerson = () => {
      if (person() !== began) throw new ApiError('aborted', '', { unsure: true })
    }
    const attempt = (more?: Record<string, string>) =>
      sendWithKey(method, path, { ...options, headers: { ...headers, ...more } }, checkPerson)
    const hasVersion = headers?.['If-Match'] !== undefined
    if (method === 'DELETE' || (method === 'PUT' && !hasVersion) || isSafeToRepeat)
      return repeatWrite(async () => attempt(), signal)
    if (!supportsIdempotency() || !(creates || hasVersion)) return attempt()
    return writeOnce(
      `${began} ${method} ${path} ${new URLSearchParams(form)}`,
      async (idempotencyKey) => attempt({ 'Idempotency-Key': idempotencyKey }),
      signal,
    )
  }

  return call
}

function fetchFrom(
  baseUrl: string,
  method: Method,
  path: string,
  options: Call,
  credential: Credential | null,
  signal: AbortSignal,
) {
  const { form, file, headers, anonymous } = options
  const bearer = typeof credential === 'string' && !anonymous ? credential : null
  return fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(method !== 'DELETE' && { Accept: 'application/json' }),
      // Set explicitly, because browsers add a charset, which some servers reject.
      ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...(file && { 'Content-Type': file.type }),
      ...(bearer && { Authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(form && { body: new URLSearchParams(form) }),
    ...(file && { body: file.content }),
    signal,
    // Sessions and unlocked websites are cookies. The shell's preloads for visitors are sent with cookies too.
    credentials: anonymous || isKeyless(path) || (credential && !bearer) ? 'same-origin' : 'omit',
    redirect: method === 'DELETE' ? 'manual' : 'follow',
  })
}

async function send(baseUrl: string, method: Method, path: string, options: Call, credential: Credential | null) {
  const { signal, asStream, maxSilence = maxSilenceOf(method) } = options
  try {
    return await withIdleTimeout(maxSilence, signal, async (limit, onProgress) => {
      const response = await fetchFrom(baseUrl, method, path, options, credential, limit)
      if (asStream && response.ok) return { status: response.status, body: response, etag: null, restorableUntil: null }
      if (options.isEmpty && response.ok)
        return { status: response.status, body: null, etag: null, restorableUntil: null }
      return readResponse(method, path, response, onProgress)
    })
  } catch (thrown) {
    const error =
      thrown instanceof ApiError
        ? thrown
        : new ApiError(signal?.aborted ? 'aborted' : 'network', '', {
            detail: `${method} ${path}\n${String(thrown)}`,
          })
    throw error.with({ unsure: method !== 'GET' && mayHaveWorked(error) })
  }
}

/** The IDs on screen, of which our own service names those that are deleted. */
type Shown = { shown?: number[] | null }

type ResponseData = { status: number; body: unknown; etag: string | null; restorableUntil: string | null }
type StreamData = ResponseData & { body: Response }

/**
 * Parses a response as JSON, or throws its ApiError. A redirect is a login page, and so is HTML in answer to a DELETE:
 * servers of this API send one to requests without an Accept header, and DELETE has none.
 */
async function readResponse(
  method: string,
  path: string,
  response: Response,
  onProgress?: () => void,
): Promise<ResponseData> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    throw new ApiError('unauthenticated', '', { status: 302 })
  if (/^\/(reports|websites)/.test(path)) setServerClock(response.headers.get('Date'))
  const text = await readText(response, onProgress)
  const { status, ok, headers } = response
  const body = ok ? parsed(text) : undefined
  // A server can answer a DELETE with any text or none, but HTML is a login page.
  const isDeleted = ok && method === 'DELETE' && !/^\s*</.test(text)
  if (body === undefined && !isDeleted) throw readErrorResponse(method, path, response, text)
  return { status, body, etag: headers.get('ETag'), restorableUntil: headers.get('Restorable-Until') }
}

/** Reads the body up to the limit; `onProgress` is called for each part. */
async function readText({ body, status }: Response, onProgress: (() => void) | undefined) {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  for (let bytes = 0; reader;) {
    const { value } = await reader.read()
    onProgress?.()
    if (!value) break
    bytes += value.length
    if (bytes > maxResponseBytes) {
      reader.cancel().catch(() => {})
      throw new ApiError('too-large', '', { status })
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

/** A timer this late, in ms, means that the machine was asleep, not that the server is slow. */
const maxLatenessMs = 10_000

/**
 * Runs `act` and aborts it when `limit` ms pass without a call of `onProgress`. If the machine was asleep meanwhile,
 * the failure is a lost connection (`network`, which reads repeat), not a slow server (`timeout`).
 */
export async function withIdleTimeout<T>(
  limit: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
  const control = new AbortController()
  const { signal: over } = control
  let timer: ReturnType<typeof setTimeout>
  const onProgress = () => {
    clearTimeout(timer)
    const due = Date.now() + limit
    timer = setTimeout(
      () => control.abort(new ApiError(Date.now() > due + maxLatenessMs ? 'network' : 'timeout')),
      limit,
    )
  }
  onProgress()
  try {
    return await act(signal ? AbortSignal.any([over, signal]) : over, onProgress)
  } finally {
    clearTimeout(timer!)
  }
}
