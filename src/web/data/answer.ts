import { ApiError } from './api-error.ts'
import { noteDate } from './clock.ts'
import { readRefusal } from './refusal.ts'

export type Answer = { status: number; body: unknown; etag: string | null }

/** More than any page needs; so much more than a tab can hold may come, packed small. */
const mostBytes = 32 * 1024 * 1024

/**
 * Reads one answer to JSON, or throws the ApiError it stands for. A redirect, or HTML where a deletion expects JSON, is a
 * login page: servers of this API send it to callers without an Accept header, and DELETE has none.
 */
export async function readAnswer(
  method: string,
  path: string,
  response: Response,
  alive?: () => void,
): Promise<Answer> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    throw new ApiError('unauthenticated', '', { status: 302 })
  if (/^\/(reports|websites)/.test(path)) noteDate(response.headers.get('Date'))
  const text = await textOf(response, alive)
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
  throw readRefusal(method, path, response, text)
}

/** The text as it comes, as long as it is not too much. */
async function textOf({ body, status }: Response, alive: (() => void) | undefined) {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  for (let bytes = 0; reader;) {
    const { value } = await reader.read()
    alive?.()
    if (!value) break
    bytes += value.length
    if (bytes > mostBytes) {
      reader.cancel().catch(() => {})
      throw new ApiError('oversized', '', { status })
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}
