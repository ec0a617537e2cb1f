import { readProblem } from '#contract/responses/problem.ts'

/** Safety limit, as in the dashboard: a longer body is not read. */
const maxBodyBytes = 32 * 1024 * 1024
/** After this many timeouts in a row, the check ends. */
const maxTimeouts = 3

export type HttpResponse = { status: number; headers: Headers; type: string; text: string; json: unknown }

/** No response, or one that the dashboard can't use. The message is a sentence. */
export class UnusableError extends Error {
  override name = 'UnusableError'
}

/** The server does not respond, and no further request is worth trying. */
export class ServerSilentError extends Error {
  override name = 'ServerSilentError'
}

type RequestOptions = {
  search?: Record<string, string | number>
  /** Sent form-encoded. */
  form?: Record<string, string>
  /** Replaces the client's key; null sends none. */
  key?: string | null
  headers?: Record<string, string>
  timeoutMs?: number
}
export type Send = (method: string, path: string, options?: RequestOptions) => Promise<HttpResponse>

type Server = { base: string; key: string; timeoutMs: number; signal?: AbortSignal | undefined }

/** Creates a client that never retries. It throws an UnusableError, and a ServerSilentError after three timeouts. */
export function createClient({ base, signal = new AbortController().signal, ...server }: Server): Send {
  let timeouts = 0
  return async (method, path, options = {}) => {
    const { search = {}, form, key, headers, timeoutMs } = { ...server, ...options }
    const url = new URL(`${base}/api/v1${path}`)
    for (const [name, value] of Object.entries(search)) url.searchParams.set(name, String(value))
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(method !== 'DELETE' && { accept: 'application/json' }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(form && { body: new URLSearchParams(form) }),
      })
      const text = await readBody(response)
      const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
      timeouts = 0
      return { status: response.status, headers: response.headers, type, text, json: parseJson(text) }
    } catch (error) {
      signal.throwIfAborted()
      timeouts = timeout.aborted ? timeouts + 1 : 0
      if (timeouts >= maxTimeouts) throw new ServerSilentError(`${timeouts} requests in a row timed out.`)
      const reason = timeout.aborted ? `it didn't respond within ${timeoutMs / 1_000} s` : reasonFor(error)
      throw new UnusableError(`No response: ${reason}.`)
    }
  }
}

/** Reads the body in chunks, so that an endless one is cut off at the limit. */
async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBodyBytes) throw new RangeError('the response is larger than 32 MB')
    chunks.push(chunk)
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

const reasons: Record<string, string> = {
  ENOTFOUND: "its domain doesn't exist",
  EAI_AGAIN: "its domain couldn't be looked up",
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'the connection closed before the response was complete',
  UND_ERR_SOCKET: 'the connection closed before the response was complete',
}

/** Describes an error of `fetch`. Node's own message names a certificate's fault. */
function reasonFor(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { code?: string; message: string } }
  return reasons[cause?.code ?? ''] ?? cause?.message ?? message
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
