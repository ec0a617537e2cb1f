import type { FieldCode } from '#contract/forms/form.ts'
import type { FieldErrors, ProblemBody } from '#contract/problem.ts'

/** An error response. Thrown anywhere and sent by the error handler. */
export class Problem extends Error {
  readonly status: number
  readonly body: ProblemBody & Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    message: string,
    more: { extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.body = { message, ...more.extra, status }
    this.headers = more.headers ?? {}
  }
}

export const unauthenticated = () => new Problem(401, 'Unauthenticated.', { headers: { 'WWW-Authenticate': 'Bearer' } })

export const forbidden = (message: string) => new Problem(403, message)

export const notFound = (extra?: Record<string, unknown>) =>
  new Problem(404, 'Resource not found.', extra ? { extra } : {})

export const methodNotAllowed = (method: string, allowed: string) =>
  new Problem(405, `${method} is not possible here, only ${allowed}.`, { headers: { Allow: allowed } })

export const conflict = (message: string, extra?: Record<string, unknown>) =>
  new Problem(409, message, extra ? { extra } : {})

export const preconditionFailed = () =>
  new Problem(412, 'The website was changed in the meantime. Load it again and repeat the change.')

export const bodyTooLarge = (limit: number) => new Problem(413, `The body is larger than ${limit / 1024} KiB.`)

export const unsupportedMediaType = () =>
  new Problem(415, 'The body must be application/x-www-form-urlencoded or application/json, not compressed.')

/** A wrong field or parameter. The code is for programs, the sentence for people. */
export type InvalidField = { field: string; code: FieldCode; sentence: string }

/** The message of one wrong field is its sentence; of several, it names them. */
export function unprocessable(invalid: readonly InvalidField[]) {
  const errors: FieldErrors = {}
  for (const { field, sentence } of invalid) {
    const sentences = (errors[field] ??= [])
    if (!sentences.includes(sentence)) sentences.push(sentence)
  }
  const fields = Object.keys(errors)
  const message = fields.length === 1 ? errors[fields[0] ?? '']?.[0] : `These are not right: ${fields.join(', ')}.`
  return new Problem(422, message ?? 'The request is not right.', { extra: { errors } })
}

/** For the log only: there is no client to receive it. */
export const clientClosedRequest = () => new Problem(499, 'The client went away.')

export const tooManyRequests = (message: string, seconds: number) =>
  new Problem(429, `${message} Try again in ${seconds} s.`, { headers: { 'Retry-After': String(seconds) } })

export const unavailable = (message: string, seconds: number) =>
  new Problem(503, message, { headers: { 'Retry-After': String(seconds) } })

export const serverError = (requestId: string) =>
  new Problem(500, 'Server error.', { extra: { request_id: requestId } })
