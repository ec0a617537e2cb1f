import * as z from 'zod'
import type { ErrorCode, FieldCode } from './error-codes.ts'
import { lenient } from './lenient.ts'

export type FieldErrors = Record<string, string[]>

/**
 * The body of an error response of our service. `message` is one sentence. `errors` has the sentences per field, and
 * `codes` the reason of each. `blocked_by` is what was shown instead of a page. `type` and `title` are those of RFC
 * 9457.
 */
export type ProblemBody = {
  code: ErrorCode
  message: string
  status: number
  errors?: FieldErrors
  codes?: Record<string, FieldCode[]>
  blocked_by?: { status: number; vendor: string | null; user_agent: string }
  request_id: string
  type: string
  title: string
}

const Sentences = z.transform((given) => (typeof given === 'string' ? [given] : given)).pipe(z.array(z.string()))
const Fields = z.record(z.string(), Sentences)

const Body = lenient(
  z.object({
    code: z.string().nullable(),
    message: z.string().nullable(),
    errors: Fields.nullable(),
    codes: Fields.nullable(),
    error: z.string().nullable(),
    detail: z.string().nullable(),
    title: z.string().nullable(),
    same_url_report_id: z.int().nullable(),
    request_id: z.string().nullable(),
    id: z.union([z.int(), z.string()]).nullable(),
  }),
)

export type Problem = {
  /** Our own service and gateway send an {@link ErrorCode}. */
  code: string | null
  message: string | null
  errors: FieldErrors
  /** The codes by field. Our own service sends {@link FieldCode}s. */
  codes: Record<string, string[]>
  sameUrlReportId: number | null
  /** Set if a password opens the requested resource. */
  locked: Locked | null
  requestId: string | null
  /** With the code `already_done`: the ID of what the first request created. */
  doneId: number | string | null
}

const unknown: Problem = {
  code: null,
  message: null,
  errors: {},
  codes: {},
  sameUrlReportId: null,
  locked: null,
  requestId: null,
  doneId: null,
}

/** Reads any error shape in use: ours, Laravel's two, and RFC 9457 problem details. Never throws. */
export function readProblem(body: unknown): Problem {
  const read = Body.safeParse(body)
  if (!read.success) return unknown
  const { code, message, errors, codes, error, detail, title, same_url_report_id, request_id, id } = read.data
  const fields = errors ?? Fields.safeParse((body as { message?: unknown }).message).data ?? {}
  const listed = z
    .array(z.string())
    .safeParse((body as { errors?: unknown }).errors)
    .data?.join(' ')
  const text = message ?? detail ?? title ?? Object.values(fields)[0]?.[0] ?? (listed || error)
  return {
    code,
    message: text ?? null,
    errors: fields,
    codes: codes ?? {},
    sameUrlReportId: same_url_report_id,
    locked: readLocked(body),
    requestId: request_id,
    doneId: id,
  }
}

const Locked = lenient(
  z.object({
    locked: z.object({ by: z.enum(['website', 'link']), website_id: z.int().nullable() }),
  }),
)

export type Locked = { by: 'website' | 'link'; websiteId: number | null }

/** Returns whose password a 401 requires, or null if it requires none. Never throws. */
export function readLocked(body: unknown): Locked | null {
  const read = Locked.safeParse(body)
  return read.success ? { by: read.data.locked.by, websiteId: read.data.locked.website_id } : null
}

const loginWord =
  /^((log|sign)[-_]?(in|on)|auth|authenticate|authentication|authorize|sso|saml2?|oauth2?|cas|sessions?)(\.\w{1,5})?$/

/** Returns whether a path looks like a login page, to which some servers redirect requests without a valid key. */
export const isLoginPath = (path: string) =>
  path
    .toLowerCase()
    .split('/')
    .some((part) => loginWord.test(part))
