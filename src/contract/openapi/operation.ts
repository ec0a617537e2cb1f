import * as z from 'zod'
import { errorCodes, type ErrorCode, errorOf } from '../responses/error-codes.ts'
import { ProblemBody } from '../responses/problem.ts'
import { named } from './schemas.ts'

export const tags = {
  Reports: 'Operations of the specification.',
  Websites: 'Operations of the specification.',
  Extensions: 'Operations beyond the specification.',
  'Without a key': 'Pages that visitors can open: shared websites and share links.',
  Service: 'Health checks.',
} as const
export type Tag = keyof typeof tags

type Header = { description: string; required?: true; schema: { type: 'string' | 'integer'; pattern?: string } }

export const headers = {
  'X-Request-Id': {
    description: "Identifies this request in the service's log.",
    required: true,
    schema: { type: 'string' },
  },
  Location: {
    description: 'Path of the created resource, or the URL to which the browser is redirected.',
    required: true,
    schema: { type: 'string', pattern: '^(/api/v1/|https?://)' },
  },
  'Preference-Applied': {
    description: 'The preference of the request that was applied.',
    required: true,
    schema: { type: 'string', pattern: '^respond-async$' },
  },
  ETag: {
    description: 'Version of the resource, for `If-Match` or `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' },
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer$' },
  },
  'Restorable-Until': {
    description: 'Time until which the deletion can be undone. Missing if it can’t.',
    schema: { type: 'string', pattern: '^\\d{4}-' },
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    required: true,
    schema: { type: 'integer' },
  },
  Allow: { description: 'Methods the path supports.', required: true, schema: { type: 'string' } },
  'X-Total-Count': {
    description: 'Number of rows in the file. Slightly fewer if rows are deleted during the export.',
    required: true,
    schema: { type: 'integer' },
  },
  'Content-Disposition': {
    description: 'File name.',
    required: true,
    schema: { type: 'string', pattern: '^attachment' },
  },
  'Set-Cookie': { description: 'Remembers in this browser that the password was entered.', schema: { type: 'string' } },
  'RateLimit-Limit': {
    description: 'Requests per minute allowed for this key, if limited.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'Requests remaining.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the limit resets.', schema: { type: 'integer' } },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof headers
export const rateLimitHeaders = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const satisfies HeaderName[]

/** The body of an error with this status. `codes` are all of that status, unless they are given. */
function body<Status extends number>(
  status: Status,
  more: z.core.$ZodLooseShape = {},
  codes = errorCodes.filter((code) => errorOf(code).status === status),
) {
  const { message, request_id, type, title } = ProblemBody.shape
  const code = z.enum(codes as [ErrorCode])
  return z.object({ code, message, status: z.literal(status), ...more, request_id, type, title })
}

const { errors, codes, blocked_by, same_url_report_id, locked, id } = ProblemBody.shape

export type ProblemStatus = keyof typeof problems

/** Error responses by status. */
export const problems = {
  400: {
    description: "Malformed HTTP, or a body that doesn't match its Content-Length.",
    schema: named('Problem400', body(400)),
  },
  401: {
    description: 'Missing, invalid, expired or revoked API key.',
    schema: named('Problem401', body(401, {}, ['unauthenticated'])),
  },
  403: {
    description:
      "The API key or the person isn't allowed to do this. `errors` and `codes` name the field with a domain that an owner has to assign.",
    schema: named('Problem403', body(403, { errors, codes })),
  },
  404: {
    description:
      'No such resource or path. For a deleted report, `same_url_report_id` is the latest report of its URL.',
    schema: named('Problem404', body(404, { same_url_report_id })),
  },
  405: { description: 'Method not allowed. See the `Allow` header.', schema: named('Problem405', body(405)) },
  408: { description: 'The request timed out.', schema: named('Problem408', body(408)) },
  409: {
    description:
      'Conflicts with the current state of the resource. With the code `already_done`, `id` is what the first request created. With `in_progress`, see `Retry-After`.',
    schema: named('Problem409', body(409, { errors, codes, id })),
  },
  410: {
    description: 'The share link has expired or been revoked, or its content was deleted.',
    schema: named('Problem410', body(410)),
  },
  412: { description: "`If-Match` doesn't match the current version.", schema: named('Problem412', body(412)) },
  413: { description: 'The body is too large.', schema: named('Problem413', body(413)) },
  415: {
    description: 'The body is neither form-encoded nor JSON, or compressed.',
    schema: named('Problem415', body(415)),
  },
  422: {
    description:
      'Validation failed. `errors` has sentences and `codes` has codes by field or parameter. With the codes `refused` and `bot_wall`, `blocked_by` says how the server of the page blocked us, and which user agent it can allow.',
    schema: named('Problem422', body(422, { errors: errors.unwrap(), codes: codes.unwrap(), blocked_by })),
  },
  429: {
    description: 'Too many requests. See `Retry-After`.',
    schema: named('Problem429', body(429)),
  },
  431: { description: 'The headers are larger than 16 KiB.', schema: named('Problem431', body(431)) },
  500: { description: 'Internal error.', schema: named('Problem500', body(500)) },
  501: { description: "The server can't do this.", schema: named('Problem501', body(501)) },
  503: {
    description:
      'The service is restarting, its queue or disk is full, or its database is unavailable. See `Retry-After`.',
    schema: named('Problem503', body(503)),
  },
} as const

/** The 401 of a shared resource: a password is missing, not a key. */
export const SentLocked = named(
  'ProblemLocked',
  body(401, { locked: locked.unwrap() }, ['password_required']),
  'Password required.',
)

/** The 401 of a sign-in. */
export const SentWrongCredentials = named(
  'ProblemWrongCredentials',
  body(401, {}, ['wrong_credentials']),
  'The email or the password is wrong.',
)

/** Errors that any request can get, so no operation lists them. */
export const commonStatuses = [400, 405, 408, 431] as const satisfies ProblemStatus[]
