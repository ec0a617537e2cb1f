import { readProblem } from '#contract/responses/problem.ts'

/** Safety limit, as in the dashboard: a longer body is not read. */
const maxBodyBytes = 32 * 1024 * 1024
/** After this many timeouts in a row, the check ends. */
const maxTimeouts = 3

export type HttpResponse = { status: number; headers: Headers; type: string; text: string; json: unknown; ms: number }

/** There is no complete response. The message follows "No response:". */
export class NoResponseError extends Error {
  override name = 'NoResponseError'
  /** False if the request did not reach the server. */
  readonly wasSent: boolean
  constructor(message: string, wasSent: boolean) {
    super(message)
    this.wasSent = wasSent
  }
}

/** The server does not respond, and no further request is worth trying. */
export class ServerSilentError extends Error {
  override name = 'ServerSilentError'
}

/** A response that the dashboard can't use. The message is a sentence. */
export class UnusableError extends Error {
  override name = 'UnusableError'
}

type RequestOptions = {
  search?: Record<string, string | number>
  /** Sent form-encoded. */
  form?: Record<string, string>
  /** Replaces the client's key; null sends none. */
  key?: string | null
  /** Sends `Accept: application/json`. By default true, except for DELETE. */
  accept?: boolean
  headers?: Record<string, string>
  timeoutMs?: number
}
export type Send = (method: string, path: string, options?: RequestOptions) => Promise<HttpResponse>

type Server = { base: string; key: string; timeoutMs: number; signal?: AbortSignal | undefined }

/**
 * Creates a client that never retries. It throws a NoResponseError, and a ServerSilentError after three timeouts in a
 * row.
 */
export function createClient({ base, key, timeoutMs, signal }: Server): Send {
  let timeouts = 0
  return async (method, path, options = {}) => {
    signal?.throwIfAborted()
    const limit = options.timeoutMs ?? timeoutMs
    const timeout = AbortSignal.timeout(limit)
    try {
      const response = await sendOnce(`${base}/api/v1${path}`, method, {
        key,
        ...options,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      timeouts = 0
      return response
    } catch (error) {
      signal?.throwIfAborted()
      timeouts = timeout.aborted ? timeouts + 1 : 0
      if (timeouts >= maxTimeouts) throw new ServerSilentError(`${timeouts} requests in a row timed out.`)
      throw timeout.aborted
        ? new NoResponseError(`it didn't respond within ${limit / 1_000} s`, true)
        : noResponseError(error)
    }
  }
}

async function sendOnce(
  url: string,
  method: string,
  { search, form, key, accept = method !== 'DELETE', headers, signal }: RequestOptions & { signal: AbortSignal },
): Promise<HttpResponse> {
  const startedAt = performance.now()
  const query = search ? `?${new URLSearchParams(search as Record<string, string>)}` : ''
  const response = await fetch(url + query, {
    method,
    redirect: 'manual',
    signal,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(accept && { accept: 'application/json' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(form && { body: new URLSearchParams(form) }),
  })
  const text = await readBody(response)
  const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const ms = Math.round(performance.now() - startedAt)
  return { status: response.status, headers: response.headers, type, text, json: parseJson(text), ms }
}

/** Reads the body in chunks, so that an endless one is cut off at the limit. */
async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += (chunk as Uint8Array).length
    if (size > maxBodyBytes) throw new NoResponseError('the response is larger than 32 MB', true)
    chunks.push(chunk as Uint8Array)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unsentReasons: Record<string, string> = {
  ENOTFOUND: "its domain doesn't exist",
  EAI_AGAIN: "its domain couldn't be looked up",
  ECONNREFUSED: 'it refused the connection',
  EHOSTUNREACH: 'there is no route to it',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  'bad port': 'browsers block its port',
}
const certificateCode = /CERT|SIGNATURE|SELF_SIGNED|ALTNAME|ERR_TLS|ERR_SSL|EPROTO/

/** Describes what `fetch` threw. */
function noResponseError(error: unknown): NoResponseError {
  if (error instanceof NoResponseError) return error
  const { cause } = error as { cause?: { code?: string; message?: string; errors?: { code?: string }[] } }
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? cause?.message ?? ''
  const unsent = unsentReasons[code]
  if (unsent !== undefined) return new NoResponseError(unsent, false)
  if (certificateCode.test(code))
    return new NoResponseError(`its certificate isn't trusted or the encryption failed (${code})`, false)
  return new NoResponseError('the connection closed before the response was complete', true)
}

export const isHtml = ({ type, text }: HttpResponse) => /html/.test(type) || /^\s*<(!doctype|html)/i.test(text)
export const isRedirect = ({ status }: HttpResponse) => status >= 300 && status < 400 && status !== 304
export const isSuccess = (response: HttpResponse) =>
  response.status >= 200 && response.status < 300 && !isHtml(response)
export const isMissing = ({ status }: HttpResponse) => status === 404 || status === 410

/** Returns the JSON of a successful response. Throws an UnusableError. */
export function jsonOf(response: HttpResponse): unknown {
  if (isSuccess(response) && response.json !== undefined) return response.json
  throw new UnusableError(`${wordsFor(response)}.`)
}

/** Describes an error response, such as "422: The url is required". */
export function wordsFor(response: HttpResponse): string {
  const { status, text, json, headers } = response
  if (isRedirect(response)) return `${status}, a redirect to ${headers.get('location') ?? 'nowhere'}`
  if (isHtml(response)) return `${status} with HTML instead of JSON`
  if (text === '') return `${status} without a body`
  if (json === undefined) return `${status} with invalid or incomplete JSON`
  const { message } = readProblem(json)
  return message ? `${status}: ${message.replace(/\.$/, '')}` : `${status}`
}
