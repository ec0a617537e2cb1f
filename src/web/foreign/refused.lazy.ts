import { isLoginPath } from '#contract/login-path.ts'
import { readProblem } from '#contract/problem.ts'
import { ApiError, type ApiErrorKind, type Came } from '#web/data/api-error.ts'
import { serverNow } from '#web/data/clock.ts'

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
/** Who asks for more than this, in seconds, or whose date says so because a clock is wrong, may be asked again all the same. */
const longest = { number: 3600, date: 60 }
const detailLength = 2000

function kindOfStatus(status: number): ApiErrorKind {
  const known = kinds[status]
  if (known) return known
  if (status >= 500) return 'server'
  return status >= 400 ? 'invalid' : 'not-understood'
}

/**
 * `Retry-After` as seconds from now: a number, or a date (RFC 9110, 10.2.3), which is measured by the answer's own `Date`.
 * Where that cannot be read, a date that has passed says nothing, for the clocks may differ.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>): number | undefined {
  const header = headers.get('Retry-After')?.trim()
  if (!header) return undefined
  if (/^\d+(\.\d+)?$/.test(header)) return Math.min(Number(header), longest.number)
  const date = Date.parse(header)
  if (Number.isNaN(date) || !/[a-z]/i.test(header)) return undefined
  const sent = Date.parse(headers.get('Date') ?? '')
  const seconds = Math.ceil((date - (sent || serverNow())) / 1000)
  if (sent) return Math.min(Math.max(0, seconds), longest.number)
  return seconds > 0 ? Math.min(seconds, longest.date) : undefined
}

/** The error that an answer stands for which is no success, or a success without data. */
export function refused(method: string, path: string, response: Response, text: string): ApiError {
  const { status, ok, headers, redirected, url } = response
  const body = parse(text)
  const { message, errors, sameUrlReportId, locked, requestId } = readProblem(body)
  const detail = [
    `${method} ${path}`,
    `${status} ${headers.get('Content-Type') ?? ''}`,
    text.slice(0, detailLength),
    requestId ?? headers.get('X-Request-Id'),
  ]
    .filter(Boolean)
    .join('\n')
  if (ok) {
    const came = whatCame(text)
    // A write that led to a page has been done, or not: only a login page says that it was not.
    const asksToLogIn =
      came === 'page' &&
      (method === 'DELETE' || (redirected && (method === 'GET' || isLoginPath(new URL(url).pathname))))
    return asksToLogIn
      ? new ApiError('unauthenticated', '', { status: 401, detail })
      : new ApiError('not-understood', '', { status, detail, came })
  }
  return new ApiError(kindOfStatus(status), message ?? '', {
    status,
    fields: errors,
    retryAfter: readRetryAfter(headers),
    detail,
    sameUrlReportId: sameUrlReportId ?? undefined,
    locked: locked ?? undefined,
  })
}

function whatCame(text: string): Came | undefined {
  const begin = text.trim().at(0)
  if (!begin) return 'nothing'
  if (begin === '<') return 'page'
  return begin === '{' || begin === '[' ? 'part' : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
