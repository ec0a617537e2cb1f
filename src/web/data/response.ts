import { ApiError } from './api-error.ts'
import { noteDate } from './clock.ts'

export type ResponseData = { status: number; body: unknown; etag: string | null }

/** Safety limit: a compressed response can be larger than a tab can hold. No page needs this much. */
const maxBytes = 32 * 1024 * 1024

/**
 * Parses a response as JSON, or throws the ApiError it stands for. A redirect is a login page, and so is HTML in answer
 * to a DELETE: servers of this API send one to requests without an Accept header, and DELETE has none.
 */
export async function readResponse(
  method: string,
  path: string,
  response: Response,
  onProgress?: () => void,
): Promise<ResponseData> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    throw new ApiError('unauthenticated', '', { status: 302 })
  if (/^\/(reports|websites)/.test(path)) noteDate(response.headers.get('Date'))
  const text = await textOf(response, onProgress)
  const { status, ok } = response
  try {
    if (ok)
      return {
        status,
        body: text || method !== 'DELETE' ? JSON.parse(text) : undefined,
        etag: response.headers.get('ETag'),
      }
  } catch {
    if (method === 'DELETE' && !/^\s*</.test(text)) return { status, body: undefined, etag: null }
  }
  throw await errorOf(method, path, response, text)
}

/** The error for a response without data. What reads such responses is loaded with the first of them. */
async function errorOf(method: string, path: string, response: Response, text: string): Promise<ApiError> {
  const { status } = response
  try {
    const { readErrorResponse } = await import('./error-response.ts')
    return readErrorResponse(method, path, response, text)
  } catch {
    const kind = status === 401 ? 'unauthenticated' : status < 400 ? 'unreadable' : 'server'
    return new ApiError(kind, '', { status, detail: `${method} ${path}\n${status}\n${text.slice(0, 2000)}` })
  }
}

/** Reads the body up to the limit; `onProgress` is called for each part. */
async function textOf({ body, status }: Response, onProgress: (() => void) | undefined) {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  for (let bytes = 0; reader;) {
    const { value } = await reader.read()
    onProgress?.()
    if (!value) break
    bytes += value.length
    if (bytes > maxBytes) {
      reader.cancel().catch(() => {})
      throw new ApiError('too-large', '', { status })
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

type EarlyResponse = { path: string; key: string; response: Promise<Response>; control: AbortController }

/** The response is used only within this time after the page load began, in ms. */
const maxAgeMs = 10_000

/**
 * The response to the page's first list, which `public/early.js` requests before any other script has arrived. Used
 * once, and only with the key it was requested with. Aborting `signal` aborts it too, because browsers make an equal
 * request wait for the first one.
 */
export function takeEarlyResponse(
  path: string,
  key: string | null,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const page = globalThis as { earlyResponse?: EarlyResponse | undefined }
  const early = page.earlyResponse
  if (!early || early.path !== path || early.key !== key || performance.now() > maxAgeMs) return undefined
  page.earlyResponse = undefined
  signal.addEventListener('abort', () => early.control.abort())
  return early.response
}
