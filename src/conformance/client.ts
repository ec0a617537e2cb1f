import { readProblem } from '#contract/responses/problem.ts'

/** Safety limit, as in the dashboard: a longer body is not read. */
const maxBodyBytes = 32 * 1024 * 1024
/** After this many timeouts in a row, the check ends. */
const maxTimeouts = 3

export type HttpResponse = {
  ok: true
  status: number
  headers: Headers
  type: string
  text: string
  json: unknown
  ms: number
}
/** Why there is no response. `nothing sent`: the request did not reach the server. */
export type Failure = { ok: false; kind: 'nothing sent' | 'silent' | 'cut' | 'too large'; why: string }
export type Reply = HttpResponse | Failure

export type RequestOptions = {
  search?: Record<string, string | number>
  /** Sent form-encoded. */
  form?: Record<string, string>
  /** Replaces the client's key; null sends none. */
  key?: string | null
  /** Whether to send `Accept: application/json`. By default true, except for DELETE. */
  accept?: boolean
  headers?: Record<string, string>
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

export type Send = (method: string, path: string, options?: RequestOptions) => Promise<Reply>

/** The server does not respond, and no further request is worth trying. */
export class ServerSilentError extends Error {
  override name = 'ServerSilentError'
}

type Server = { base: string; key: string; timeoutMs: number; signal?: AbortSignal | undefined }

/** Creates a client that never retries. It throws a ServerSilentError after three timeouts in a row. */
export function createClient({ base, key, timeoutMs, signal: stop }: Server): Send {
  let timeouts = 0
  return async (method, path, options = {}) => {
    const { signal = stop } = options
    signal?.throwIfAborted()
    const reply = await sendOnce(`${base}/api/v1${path}${searchOf(options.search)}`, method, {
      key,
      timeoutMs,
      ...options,
      signal,
    })
    timeouts = !reply.ok && reply.kind === 'silent' ? timeouts + 1 : 0
    if (timeouts >= maxTimeouts) throw new ServerSilentError(`${timeouts} requests in a row timed out.`)
    return reply
  }
}

async function sendOnce(
  url: string,
  method: string,
  { key, form, accept = method !== 'DELETE', headers, timeoutMs = 0, signal }: RequestOptions,
): Promise<Reply> {
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
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
    return {
      ok: true,
      status: response.status,
      headers: response.headers,
      type,
      text,
      json: parseJson(text),
      ms: Math.round(performance.now() - startedAt),
    }
  } catch (error) {
    signal?.throwIfAborted()
    return failureOf(error, { timedOut: timeout.aborted, timeoutMs })
  }
}

/** Reads the body in chunks, so that an endless one is cut off at the limit. */
async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += (chunk as Uint8Array).length
    if (size > maxBodyBytes) throw new RangeError('too large')
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

function searchOf(search: RequestOptions['search']): string {
  if (!search || Object.keys(search).length === 0) return ''
  return `?${new URLSearchParams(Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]))}`
}

const certificateCode = /CERT|SIGNATURE|SELF_SIGNED|ALTNAME|ERR_TLS|ERR_SSL|EPROTO/
const unsentReasons: Record<string, string> = {
  ENOTFOUND: "its domain doesn't exist",
  EAI_AGAIN: "its domain couldn't be looked up",
  ECONNREFUSED: 'it refused the connection',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  EACCES: "this machine doesn't allow the connection",
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
}

/** Describes what `fetch` threw. The reason follows "Can't reach the server:" or "No response:". */
function failureOf(error: unknown, { timedOut, timeoutMs }: { timedOut: boolean; timeoutMs: number }): Failure {
  if (error instanceof RangeError) return { ok: false, kind: 'too large', why: 'the response is larger than 32 MB' }
  if (timedOut) return { ok: false, kind: 'silent', why: `it didn't respond within ${timeoutMs / 1_000} s` }
  const code = codeOf(error)
  const unsent = unsentReasons[code]
  if (unsent !== undefined) return { ok: false, kind: 'nothing sent', why: unsent }
  if (certificateCode.test(code))
    return { ok: false, kind: 'nothing sent', why: `its certificate isn't trusted or the encryption failed (${code})` }
  if (code === 'bad port') return { ok: false, kind: 'nothing sent', why: 'browsers block its port' }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { ok: false, kind: 'cut', why: 'its headers are too large' }
  if (code.startsWith('HPE_')) return { ok: false, kind: 'cut', why: "the response isn't valid HTTP" }
  return { ok: false, kind: 'cut', why: 'the connection closed before the response was complete' }
}

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown; errors?: { code?: unknown }[] } }
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? cause?.message ?? (error as { code?: unknown }).code
  return typeof code === 'string' ? code : ''
}

export const isHtml = ({ type, text }: HttpResponse) => /html/.test(type) || /^\s*<(!doctype|html)/i.test(text)
export const isRedirect = ({ status }: HttpResponse) => status >= 300 && status < 400 && status !== 304
export const isSuccess = ({ status }: HttpResponse) => status >= 200 && status < 300

/** Returns a successful JSON response, or a sentence that says why there is none. */
export function jsonOf(reply: Reply): { json: unknown; response: HttpResponse } | { why: string } {
  if (!reply.ok) return { why: `No response: ${reply.why}.` }
  if (isSuccess(reply) && reply.json !== undefined && !isHtml(reply)) return { json: reply.json, response: reply }
  return { why: `${wordsFor(reply)}.` }
}

/** Describes an error response, such as "422: The url is required". */
export function wordsFor(response: HttpResponse): string {
  const { status, text, json, headers } = response
  if (isRedirect(response)) return `${status}, a redirect to ${headers.get('location') ?? 'nowhere'}`
  if (isHtml(response)) return `${status} with HTML instead of JSON`
  if (text === '') return `${status} without a body`
  if (json === undefined) return `${status} with invalid or incomplete JSON`
  const message = readProblem(json).message
  return message ? `${status}: ${message.replace(/\.$/, '')}` : `${status}`
}

/** Returns whether the response rejects the key: 401, 403, a redirect, or a login page. */
export function isKeyRefused(response: HttpResponse): boolean {
  const { status } = response
  return status === 401 || status === 403 || isRedirect(response) || (isSuccess(response) && isHtml(response))
}
