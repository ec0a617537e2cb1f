import type { FieldErrors } from '#contract/problem.ts'
import type { Locked } from '#contract/shared.ts'

export type ApiErrorKind =
  | 'network'
  /** Nothing came for as long as one may wait. */
  | 'silent'
  /** More came than any page needs. */
  | 'oversized'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  | 'limited'
  | 'conflict'
  | 'server'
  | 'not-understood'
  | 'aborted'

/** What came in place of data: nothing, a page for people, or the beginning alone. */
export type Came = 'nothing' | 'page' | 'part'

type Facts = {
  came?: Came | undefined
  status?: number | undefined
  fields?: FieldErrors | undefined
  /** Seconds. */
  retryAfter?: number | undefined
  detail?: string | undefined
  sameUrlReportId?: number | undefined
  locked?: Locked | undefined
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
  readonly locked: Locked | null
  readonly came: Came | null
  /** A write that failed so may have been carried out all the same. */
  unsure = false
  /** It might have been, and what was read since says that it was not, so far. */
  undone = false

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
    this.came = facts.came ?? null
  }
}

/** Any thrown thing as an ApiError; what is none was a fault of ours and says so in its detail. */
export const asApiError = (error: unknown) =>
  error instanceof ApiError
    ? error
    : new ApiError('not-understood', '', {
        detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
