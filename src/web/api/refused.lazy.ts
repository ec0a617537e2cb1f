import { readProblem } from '#contract/problem.ts'
import { ApiError, type ApiErrorKind } from './api-error.ts'

const kinds: Record<number, ApiErrorKind> = { 401: 'unauthenticated', 403: 'forbidden', 404: 'missing', 405: 'forbidden', 409: 'conflict', 410: 'missing', 412: 'conflict', 429: 'limited' }

function kindOfStatus(status: number): ApiErrorKind {
  const known = kinds[status]
  if (known) return known
  if (status >= 500) return 'server'
  return status >= 400 ? 'invalid' : 'not-understood'
}

/** `Retry-After` as seconds from now: a number, or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

/** The error that an answer other than 2xx stands for; `detail` is what a person could pass on. */
export function refused({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown, detail: string): ApiError {
  const { message, errors, sameUrlReportId, locked, requestId } = readProblem(body)
  return new ApiError(kindOfStatus(status), message ?? '', {
    status,
    fields: errors,
    retryAfter: readRetryAfter(headers.get('Retry-After'), Date.now()),
    detail: requestId ? `${detail}\n${requestId}` : detail,
    sameUrlReportId: sameUrlReportId ?? undefined,
    locked: locked ?? undefined,
  })
}
