import { isLoginPath, readProblem } from '#contract/responses/problem.ts'
import { ApiError, type ApiErrorKind, type BodyKind } from './api-error.ts'
import { isOurs, wordsOf } from './error-words.ts'
import { serverNow } from './server.ts'

const kinds: Record<number, ApiErrorKind> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'missing',
  405: 'forbidden',
  409: 'conflict',
  410: 'missing',
  412: 'conflict',
  429: 'limited',
}
/** Longest wait in seconds, for servers with too long a limit, or with a date far off because a clock is wrong. */
const maxWaitSeconds = { number: 3600, date: 60 }
/** The most characters of the body in the detail that a person can copy. */
const detailLength = 2000

function kindOfStatus(status: number): ApiErrorKind {
  const known = kinds[status]
  if (known) return known
  if (status >= 500) return 'server'
  return status >= 400 ? 'invalid' : 'unreadable'
}

/**
 * Reads `Retry-After` (RFC 9110, 10.2.3) as seconds from now. A date is measured against the response's own `Date`
 * header. Without a readable `Date`, a date in the past is ignored, because the clocks may differ.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>): number | undefined {
  const header = headers.get('Retry-After')?.trim()
  if (!header) return undefined
  if (/^\d+(\.\d+)?$/.test(header)) return Math.min(Number(header), maxWaitSeconds.number)
  const date = Date.parse(header)
  if (Number.isNaN(date) || !/[a-z]/i.test(header)) return undefined
  const sent = Date.parse(headers.get('Date') ?? '')
  const seconds = Math.ceil((date - (sent || serverNow())) / 1000)
  if (sent) return Math.min(Math.max(0, seconds), maxWaitSeconds.number)
  return seconds > 0 ? Math.min(seconds, maxWaitSeconds.date) : undefined
}

/** Returns the error for a response that is not a success, or is a success without the expected data. */
export function readErrorResponse(method: string, path: string, response: Response, text: string): ApiError {
  const { status, ok, headers, redirected, url } = response
  const body = parsed(text)
  const problem = readProblem(body)
  const { code, sameUrlReportId, locked, requestId } = problem
  const detail = [
    `${method} ${path}`,
    `${status} ${headers.get('Content-Type') ?? ''}`,
    text.slice(0, detailLength),
    requestId ?? headers.get('X-Request-Id'),
  ]
    .filter(Boolean)
    .join('\n')
  if (ok) {
    const bodyKind = kindOfBody(text)
    // A write redirected to a page may have succeeded. Only a login page proves that it did not.
    const isLoginPage =
      bodyKind === 'page' &&
      (method === 'DELETE' || (redirected && (method === 'GET' || isLoginPath(new URL(url).pathname))))
    return isLoginPage
      ? new ApiError('unauthenticated', '', { status: 401, detail })
      : new ApiError('unreadable', '', { status, detail, bodyKind })
  }
  const fields = problem.errors
  const message = isOurs(code) ? [...new Set(Object.values(fields).flat())].join(' ') : (problem.message ?? '')
  const words = wordsOf(code)
  return new ApiError(kindOfStatus(status), message, {
    status,
    code,
    doneId: problem.doneId,
    words: words && { ...words, text: message || words.text },
    fields,
    codes: problem.codes,
    retryAfter: readRetryAfter(headers) ?? null,
    detail,
    sameUrlReportId,
    locked,
  })
}

function kindOfBody(text: string): BodyKind | null {
  const begin = text.trim().at(0)
  if (!begin) return 'nothing'
  if (begin === '<') return 'page'
  return begin === '{' || begin === '[' ? 'part' : null
}

/** Returns undefined for text that isn't JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
