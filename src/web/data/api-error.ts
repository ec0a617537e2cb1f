import { jsonText } from '#contract/responses/lenient.ts'
import type { FieldErrors, Locked } from '#contract/responses/problem.ts'

/** Safety limit: a compressed response can be larger than a tab can hold. No page needs this much. */
export const maxResponseBytes = 32 * 1024 * 1024

/** `text` is the advice. Both are for people, unlike the `message` of an error response. */
export type Words = { title: string; text: string }

export type ApiErrorKind =
  /** Nothing was sent, because the browser is offline. */
  | 'offline'
  | 'network'
  /** The server didn't respond in time. */
  | 'timeout'
  /** The response was over the size limit. */
  | 'too-large'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  | 'limited'
  | 'conflict'
  | 'server'
  | 'unreadable'
  | 'aborted'

/** The kind of body that came instead of data: empty, an HTML page, or cut off. */
export type BodyKind = 'nothing' | 'page' | 'part'

type Facts = Partial<
  Pick<
    ApiError,
    | 'status'
    | 'words'
    | 'fields'
    | 'codes'
    | 'retryAfter'
    | 'detail'
    | 'sameUrlReportId'
    | 'locked'
    | 'bodyKind'
    | 'unsure'
    | 'repeatable'
    | 'code'
    | 'doneId'
  >
>

/** The only error a call throws. `message` is the server's sentence, or empty if it sent none. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** HTTP status; null if there was no response. */
  readonly status: number | null = null
  /** The dashboard's own words, if the server sent a code that has some. */
  readonly words: Words | null = null
  readonly fields: FieldErrors = {}
  /** The server's reasons by field. */
  readonly codes: FieldErrors = {}
  /** In seconds. */
  readonly retryAfter: number | null = null
  /** The time of the next try, in ms since 1970. */
  readonly retryAt: number | null = null
  /** For the server's administrator: request, status and body. */
  readonly detail: string | null = null
  /** The latest report of the same URL as the deleted one, if the server names it. */
  readonly sameUrlReportId: number | null = null
  /** The website or link whose password opens the page. */
  readonly locked: Locked | null = null
  readonly bodyKind: BodyKind | null = null
  /** The write may have succeeded despite the error. */
  readonly unsure: boolean = false
  /** The write can be sent again, and is done once even if it succeeded before. */
  readonly repeatable: boolean = false
  /** The server's code for the error. */
  readonly code: string | null = null
  /** With the code `already_done`: the ID of the object that the first request created. */
  readonly doneId: number | string | null = null

  constructor(kind: ApiErrorKind, message = '', facts: Facts = {}) {
    super(message)
    this.kind = kind
    Object.assign(this, facts)
    if (this.retryAfter !== null) this.retryAt = Date.now() + this.retryAfter * 1000
  }

  /** Returns a copy with the outcome of the write. */
  with(outcome: Partial<Pick<ApiError, 'unsure' | 'repeatable'>>): ApiError {
    return Object.assign(new ApiError(this.kind, this.message), this, outcome)
  }
}

/** Any thrown value as an ApiError. One that isn't is a bug, whose stack becomes the detail. */
export const asApiError = (error: unknown) =>
  error instanceof ApiError
    ? error
    : new ApiError('unreadable', '', {
        detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })

const uncertain = new Set<ApiErrorKind>(['network', 'timeout', 'too-large', 'unreadable', 'aborted'])

/**
 * Returns true if a failed write may have succeeded: no response, an unreadable one, or an error of a gateway in
 * between.
 */
export const mayHaveWorked = ({ kind, status }: ApiError) => uncertain.has(kind) || /^(50[24]|52\d)$/.test(`${status}`)

/** The result of `read`, or an ApiError that shows the fault in the body. `unsure` marks the response to a write. */
export function parseBody<T>(path: string, body: unknown, read: () => T, unsure = false): T {
  try {
    return read()
  } catch (thrown) {
    throw new ApiError('unreadable', '', {
      detail: [path, String(thrown).slice(0, 1000), jsonText(body).slice(0, 1000)].join('\n'),
      unsure,
    })
  }
}

/** The result of a call, or null for a 404. */
export async function nullIfMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'missing') return null
    throw error
  }
}
