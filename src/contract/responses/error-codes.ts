import { fileProblems, googleProblems } from '../google/google-problems.ts'
import { fetchFailures } from '../reports/fetch-failures.ts'

/**
 * The HTTP status and the title of each error, by the `code` of its body. `docs/errors.md` explains them; a code never
 * changes its meaning.
 */
const errors = {
  bad_request: [400, 'Malformed HTTP request'],
  content_length_mismatch: [400, 'Body and Content-Length differ'],
  unauthenticated: [401, 'Missing or invalid API key'],
  password_required: [401, 'Password required'],
  wrong_credentials: [401, 'Wrong email or password'],
  read_only_key: [403, 'Read-only API key'],
  full_key_required: [403, 'Full-access API key required'],
  not_allowed: [403, 'Not allowed'],
  passwords_off: [403, 'Passwords are off'],
  origin_not_allowed: [403, 'Origin not allowed'],
  not_available_here: [403, 'Not available through this dashboard'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  request_timeout: [408, 'Request timed out'],
  conflict: [409, 'Changed by someone else'],
  no_secret: [409, 'No key to encrypt with'],
  needs_https: [409, 'Page needs https'],
  last_full_key: [409, 'Last full-access API key'],
  last_way_in: [409, 'Last way to sign in'],
  job_finished: [409, 'Job already finished'],
  domain_taken: [409, 'Domain has a new website'],
  limit_reached: [409, 'Limit reached'],
  in_progress: [409, 'Request in progress'],
  already_done: [409, 'Already done'],
  link_expired: [410, 'Share link expired'],
  link_revoked: [410, 'Share link revoked'],
  content_deleted: [410, 'Shared content deleted'],
  precondition_failed: [412, 'Changed since it was loaded'],
  body_too_large: [413, 'Body too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  invalid_fields: [422, 'Invalid fields'],
  quota_exceeded: [422, 'Quota exceeded'],
  page_not_analysed: [422, 'Page can’t be analysed'],
  refused: [422, 'Page refuses our user agent'],
  bot_wall: [422, 'Page behind a bot check'],
  identity_locked: [422, 'Identity can’t be decrypted'],
  google_refused: [422, 'Google refused'],
  file_refused: [422, 'File can’t be imported'],
  rate_limited: [429, 'Too many requests'],
  too_many_failures: [429, 'Too many failed attempts'],
  headers_too_large: [431, 'Headers too large'],
  client_closed_request: [499, 'Client closed the connection'],
  internal_error: [500, 'Server error'],
  pdf_unavailable: [501, 'No browser for PDF files'],
  upstream_unreachable: [502, 'Server behind the dashboard unreachable'],
  upstream_untrusted: [502, 'Certificate of the server behind the dashboard not trusted'],
  upstream_closed: [502, 'Server behind the dashboard closed the connection'],
  upstream_invalid: [502, 'Invalid HTTP from the server behind the dashboard'],
  upstream_redirect: [502, 'Redirect from the server behind the dashboard'],
  busy: [503, 'Too busy'],
  google_unreachable: [503, 'Google unreachable'],
  database_unavailable: [503, 'Database unavailable'],
  disk_full: [503, 'Disk full'],
  not_built: [503, 'Dashboard not built'],
  pdf_failed: [503, 'PDF not made'],
  queue_full: [503, 'Analysis queue full'],
  slow_host: [503, 'Slow website'],
  shutting_down: [503, 'Shutting down'],
  upstream_busy: [503, 'Too many requests to the server behind the dashboard'],
  upstream_timeout: [504, 'Server behind the dashboard timed out'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ErrorCode = keyof typeof errors

/** Every `code` of an error response, of the service and of the gateway. */
export const errorCodes = Object.keys(errors) as ErrorCode[]

/** Returns the HTTP status and the title of an error. Neither depends on the request. */
export function errorOf(code: ErrorCode): { status: number; title: string } {
  const [status, title] = errors[code]
  return { status, title }
}

const formCodes = [
  'required',
  /** At least one of several fields is needed. */
  'one_required',
  'too_long',
  'too_short',
  /** A password that many people have. */
  'too_common',
  'too_many',
  'duplicate',
  /** Another item has this name. */
  'taken',
  /** An `Idempotency-Key` was sent before with other content. */
  'reused',
  /** A list leaves something out. */
  'incomplete',
  'invalid_characters',
  'invalid_choice',
  'invalid_id',
  'invalid_time',
  'invalid_color',
  'invalid_image',
  'too_complex',
  'in_the_past',
  'not_allowed',
  'invalid_parameter',
  'invalid_encoding',
  'missing_scheme',
  'invalid_url',
  'has_credentials',
  'not_found',
  'expired',
  'wrong_password',
  'invalid_type',
  'invalid_body',
] as const

/** The reasons for refusing a field or a parameter: every code in `codes` of an error response. */
export const fieldCodes = [...new Set([...formCodes, ...fetchFailures, ...googleProblems, ...fileProblems])]
export type FieldCode = (typeof fieldCodes)[number]
