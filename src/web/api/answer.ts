import { ApiError } from './api-error.ts'

export type Answer = { status: number; body: unknown; etag: string | null }

const detailLength = 2000

let prepare: (text: string) => Promise<void> = async () => {}

/** Has `act` see the text of each answer, and waits for it, before anything of the answer is shown. */
export const beforeAnswers = (act: typeof prepare) => void (prepare = act)

/**
 * Reads one answer to JSON, or throws the ApiError it stands for. A redirect, or HTML where a deletion expects JSON, is a
 * login page: servers of this API send it to callers without an Accept header, and DELETE has none.
 */
export async function readAnswer(method: string, path: string, response: Response): Promise<Answer> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) throw new ApiError('unauthenticated', '', { status: 302 })
  const text = await response.text()
  await prepare(text)
  const type = response.headers.get('Content-Type') ?? ''
  const isHtml = type.includes('html') || /^\s*<(!doctype|html)/i.test(text)
  const parsed = parse(text)
  const { status } = response
  const detail = `${method} ${path}\n${status} ${type}\n${text.slice(0, detailLength)}`

  if (isHtml && response.ok && (method === 'DELETE' || response.redirected)) throw new ApiError('unauthenticated', '', { status: 401 })
  if (!response.ok) throw await refusal(response, parsed.body, detail)
  if (!parsed.ok && method !== 'DELETE') throw new ApiError('not-understood', '', { status, detail })
  return { status, body: parsed.body, etag: response.headers.get('ETag') }
}

/** The reader of refusals is loaded with the first of them; without it the status alone speaks. */
async function refusal(response: Response, body: unknown, detail: string): Promise<ApiError> {
  const { status } = response
  try {
    return (await import('./refused.lazy.ts')).refused(response, body, detail)
  } catch {
    return new ApiError(status === 401 ? 'unauthenticated' : 'server', '', { status, detail })
  }
}

function parse(text: string): { ok: boolean; body: unknown } {
  try {
    return { ok: true, body: JSON.parse(text) }
  } catch {
    return { ok: false, body: undefined }
  }
}
