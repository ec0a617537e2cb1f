import * as z from 'zod'
import { Id } from '../values.ts'
import { errorCodes, fieldCodes } from './error-codes.ts'
import { lenient } from './lenient.ts'

export type FieldErrors = Record<string, string[]>

const Sentence = z.string().min(1)
const FieldCode = z.enum(fieldCodes).meta({ id: 'FieldCode', description: 'Why a field or parameter was rejected.' })
const perField = <T extends z.ZodType>(item: T) => z.record(z.string(), z.array(item).min(1))

/**
 * The response of a page's server instead of the page. `vendor` is the bot protection, if it was one, and `retry_after`
 * the header Retry-After of a 503.
 */
export const BlockedBy = z.object({
  status: z.int(),
  vendor: z.string().nullable(),
  user_agent: z.string(),
  retry_after: z.string().optional(),
})

/** The body of an error response of our service. The document names the fields that each status can have. */
export const ProblemBody = z.object({
  code: z.enum(errorCodes),
  message: Sentence,
  status: z.int(),
  /** Sentences by field, and the reason of each. */
  errors: perField(Sentence).optional(),
  codes: perField(FieldCode).optional(),
  blocked_by: BlockedBy.optional(),
  same_url_report_id: Id.optional(),
  /** Whose password opens the requested resource. */
  locked: z
    .union([z.object({ by: z.literal('website'), website_id: Id }), z.object({ by: z.literal('link') })])
    .optional(),
  /** The object that the first request created. */
  id: z.union([Id, z.string()]).optional(),
  request_id: z.string(),
  /** With `title`, those of RFC 9457. */
  type: z.string(),
  title: Sentence,
})
export type ProblemBody = z.infer<typeof ProblemBody>

const Sentences = z.transform((given) => (typeof given === 'string' ? [given] : given)).pipe(z.array(z.string()))
const Fields = z.record(z.string(), Sentences)

/** The body from any server. */
const AnyBody = lenient(ProblemBody.extend({ error: z.string(), detail: z.string() }), {
  code: z.string().nullable(),
  errors: Fields.nullable(),
  codes: Fields.nullable(),
})

export type Locked = { by: 'website' | 'link'; websiteId: number | null }

export type AnyProblem = {
  /** Our own service and gateway send an `ErrorCode`. */
  code: string | null
  message: string | null
  errors: FieldErrors
  /** The codes by field. Our own service sends {@link FieldCode}s. */
  codes: Record<string, string[]>
  sameUrlReportId: number | null
  /** Set if a password opens the requested resource. */
  locked: Locked | null
  requestId: string | null
  /** With the code `already_done`: the ID of the object that the first request created. */
  doneId: number | string | null
}

const unknown: AnyProblem = {
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
export function readProblem(body: unknown): AnyProblem {
  const read = AnyBody.safeParse(body)
  if (!read.success) return unknown
  const { code, message, errors, codes, locked, error, detail, title } = read.data
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
    sameUrlReportId: read.data.same_url_report_id ?? null,
    locked: locked ? { by: locked.by, websiteId: locked.by === 'website' ? locked.website_id : null } : null,
    requestId: read.data.request_id,
    doneId: read.data.id ?? null,
  }
}

const loginWord =
  /^((log|sign)[-_]?(in|on)|auth|authenticate|authentication|authorize|sso|saml2?|oauth2?|cas|sessions?)(\.\w{1,5})?$/

/** Returns whether a path looks like a login page, to which some servers redirect requests without a valid key. */
export const isLoginPath = (path: string) =>
  path
    .toLowerCase()
    .split('/')
    .some((part) => loginWord.test(part))
