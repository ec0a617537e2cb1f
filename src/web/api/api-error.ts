import type { FieldErrors, Lock } from '#contract/problem.ts'

export type ApiErrorKind =
  | 'network'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  | 'limited'
  | 'conflict'
  | 'server'
  | 'not-understood'
  | 'aborted'

type Facts = {
  status?: number | undefined
  fields?: FieldErrors | undefined
  /** Seconds. */
  retryAfter?: number | undefined
  detail?: string | undefined
  sameUrlReportId?: number | undefined
  locked?: Lock | undefined
}

/** Every failure of a call. `message` is the server's own sentence, or empty where it said none. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** HTTP status, null when there was no answer. */
  readonly status: number | null
  readonly fields: FieldErrors
  readonly retryAfter: number | null
  /** When trying again makes sense, in ms since 1970. */
  readonly retryAt: number | null
  /** What a person could send to whoever runs the server. */
  readonly detail: string | null
  /** The newest report of the URL whose report is gone, where the server says so. */
  readonly sameUrlReportId: number | null
  /** Whose password would open what was asked for. */
  readonly locked: Lock | null

  constructor(kind: ApiErrorKind, message = '', facts: Facts = {}) {
    super(message)
    this.kind = kind
    this.status = facts.status ?? null
    this.fields = facts.fields ?? {}
    this.retryAfter = facts.retryAfter ?? null
    this.retryAt = facts.retryAfter === undefined ? null : Date.now() + facts.retryAfter * 1000
    this.detail = facts.detail ?? null
    this.sameUrlReportId = facts.sameUrlReportId ?? null
    this.locked = facts.locked ?? null
  }
}

/** Any thrown thing as an ApiError; what is none was a fault of ours and says so in its detail. */
export const asApiError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError('not-understood', '', { detail: error instanceof Error ? (error.stack ?? error.message) : String(error) })

const kinds: Record<number, ApiErrorKind> = { 401: 'unauthenticated', 403: 'forbidden', 404: 'missing', 405: 'forbidden', 409: 'conflict', 410: 'missing', 412: 'conflict', 429: 'limited' }

export function kindOfStatus(status: number): ApiErrorKind {
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
