import { counted } from '#contract/format/numbers.ts'
import { maxWaivers } from '#contract/reports/findings.ts'
import { type ErrorCode, errorOf, type FieldCode } from '#contract/responses/error-codes.ts'
import type { FieldErrors, ProblemBody } from '#contract/responses/problem.ts'
import { KeyUnavailable } from '#service/identity/encryption.ts'
import type { WaiverRefusal } from '#service/store/pages/waivers.ts'

type More = { extra?: Record<string, unknown>; headers?: Record<string, string> }

/** An error response. Thrown anywhere and sent by the error handler. Its code decides the status. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Record<string, string>
  readonly #extra: Record<string, unknown>

  constructor(code: ErrorCode, message: string, { extra = {}, headers = {} }: More = {}) {
    super(message)
    this.code = code
    this.status = errorOf(code).status
    this.headers = headers
    this.#extra = extra
  }

  /** The fields of our own, with `type` and `title` of RFC 9457. */
  body(requestId: string): ProblemBody {
    const { code, message, status } = this
    const type = `urn:seo-reports:error:${code}`
    return { code, message, status, ...this.#extra, request_id: requestId, type, title: errorOf(code).title }
  }
}

export const unauthenticated = () =>
  new Problem('unauthenticated', 'Unauthenticated.', { headers: { 'WWW-Authenticate': 'Bearer' } })

export const readOnlyKey = () => new Problem('read_only_key', 'This key is read-only.')

/** `field` is that of the form that isn't allowed. */
export const notAllowed = (message: string, field?: string) =>
  new Problem('not_allowed', message, {
    extra: field === undefined ? {} : byField([{ field, code: 'not_allowed', sentence: message }]),
  })

export const originNotAllowed = () => new Problem('origin_not_allowed', "Requests from other origins aren't allowed.")

export const notFound = (extra: Record<string, unknown> = {}) =>
  new Problem('not_found', 'Resource not found.', { extra })

export const methodNotAllowed = (method: string, allowed: string) =>
  new Problem('method_not_allowed', `${method} isn't allowed here. Use ${allowed}.`, { headers: { Allow: allowed } })

export const bodyTooLarge = (limit: number) =>
  new Problem('body_too_large', `The request body is larger than ${limit / 1024} KiB.`)

export const unsupportedMediaType = () =>
  new Problem(
    'unsupported_media_type',
    'Send the body as application/x-www-form-urlencoded or application/json, uncompressed.',
  )

/** A wrong field or parameter. The code is for programs, the sentence for people. */
export type InvalidField = { field: string; code: FieldCode; sentence: string }

/** The message of one wrong field is its sentence, led by its name unless it has it; of several, it names them. */
export function unprocessable(invalid: readonly InvalidField[]) {
  const fields = [...new Set(invalid.map(({ field }) => field))]
  const named = new Set(fields.slice(0, maxNamedFields))
  const [first] = invalid
  const more = fields.length > named.size ? ` and ${fields.length - named.size} more` : ''
  const message =
    fields.length === 1 && first ? withName(first) : `Some fields are invalid: ${[...named].join(', ')}${more}.`
  const { errors, codes } = byField(invalid.filter(({ field }) => named.has(field)))
  return new Problem('invalid_fields', message, { extra: { errors, codes } })
}

/** Fields that one error names. */
const maxNamedFields = 20

const withName = ({ field, sentence }: InvalidField) => (sentence.includes(field) ? sentence : `${field}: ${sentence}`)

/** Returns the sentences and the codes of each field, without repetitions. */
export function byField(invalid: readonly InvalidField[]): { errors: FieldErrors; codes: Record<string, FieldCode[]> } {
  // A field can have any name, also one of `Object.prototype`.
  const sentences = new Map<string, Set<string>>()
  const codes = new Map<string, Set<FieldCode>>()
  for (const { field, code, sentence } of invalid) {
    addTo(sentences, field, sentence)
    addTo(codes, field, code)
  }
  return { errors: withLists(sentences), codes: withLists(codes) }
}

function addTo<T>(sets: Map<string, Set<T>>, field: string, item: T) {
  const set = sets.get(field)
  if (set) set.add(item)
  else sets.set(field, new Set([item]))
}

const withLists = <T>(sets: Map<string, Set<T>>): Record<string, T[]> =>
  Object.fromEntries([...sets].map(([field, set]) => [field, [...set]]))

/** Runs what encrypts. Throws a 409 if this server has no key to encrypt with. */
export async function withSecret<T>(encrypt: () => Promise<T>): Promise<T> {
  try {
    return await encrypt()
  } catch (error) {
    if (error instanceof KeyUnavailable) throw new Problem('no_secret', error.message)
    throw error
  }
}

/** Only logged: there is no client to receive it. */
export const clientClosedRequest = () => new Problem('client_closed_request', 'The client went away.')

/** A 429 or a 503 with the number of seconds after which to try again. */
export const tryAgainLater = (code: ErrorCode, message: string, seconds: number) =>
  new Problem(code, message, { headers: { 'Retry-After': String(seconds) } })

export const tooManyRequests = (code: 'rate_limited' | 'too_many_failures', message: string, seconds: number) =>
  tryAgainLater(code, `${message} Try again in ${counted(seconds, 'second')}.`, seconds)

/** A password wasn't tried, because too many are. */
export const passwordNotTried = ({ seconds, because }: { seconds: number; because: 'guesses' | 'busy' }) =>
  because === 'busy'
    ? tooManyRequests('rate_limited', 'Too many passwords are being checked.', seconds)
    : tooManyRequests('too_many_failures', 'Too many wrong passwords.', seconds)

export const shuttingDown = () => tryAgainLater('shutting_down', 'The service is restarting. Try again in a moment.', 5)
export const databaseUnavailable = () =>
  tryAgainLater('database_unavailable', 'The database is unavailable. Try again in a moment.', 5)

export const diskFull = () =>
  tryAgainLater(
    'disk_full',
    "The server's disk is full, so we couldn't save this. Ask your administrator to free some space.",
    60,
  )

export const diskLimitReached = () =>
  tryAgainLater(
    'disk_full',
    'The database is as large as it may be, so nothing can be added. Ask your administrator to raise SEO_REPORTS_MAX_DISK.',
    60,
  )

export const serverError = () => new Problem('internal_error', 'Server error.')

export function waiverProblem(result: WaiverRefusal): Problem {
  if (result.refused === 'no website') return notFound()
  if (result.refused === 'exists') {
    const [target] = result.targets
    const more = result.targets.length > 1 ? ` and on ${counted(result.targets.length - 1, 'other page')}` : ''
    const where = target && more ? `on ${target}${more}` : 'here'
    return new Problem('conflict', `This issue is already waived ${where}. Remove the waiver first.`)
  }
  return new Problem('limit_reached', `The limit of ${maxWaivers} waivers of a website is reached. Remove one first.`)
}
