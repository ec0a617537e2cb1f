import { urlMessages } from '#contract/forms/report-forms.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import type { ProblemBody } from '#contract/responses/problem.ts'

/**
 * `sentence` is for the person or program that named the page; `clause`, without a full stop, is for readers of a
 * report.
 */
export type Failure<Code extends FetchFailure = FetchFailure> = {
  code: Code
  sentence: string
  clause: string
  blockedBy?: ProblemBody['blocked_by']
}

const invalidUrl = 'it isn’t a valid URL'
const credentials = 'we skip URLs that contain a username or password'

/** The failures by code. Their sentences never quote a page, which is untrusted. */
export const failures = {
  required: failure('required', urlMessages.required, invalidUrl),
  too_long: failure('too_long', urlMessages.too_long, 'its URL is too long'),
  missing_scheme: failure('missing_scheme', urlMessages.otherwise, invalidUrl),
  invalid_url: failure('invalid_url', urlMessages.invalid_url, invalidUrl),
  has_credentials: failure('has_credentials', urlMessages.has_credentials, credentials),
  other_port: failure(
    'other_port',
    urlMessages.other_port,
    'we only request the standard ports, 80 for http and 443 for https',
  ),

  // One code for blocked and for unresponsive hosts. Different ones would let callers map the internal network.
  unreachable: failure(
    'unreachable',
    'We couldn’t reach the page. Its server isn’t responding, or we can’t contact it from here.',
    'the server isn’t responding, or we can’t contact it from here',
  ),
  dns: failure('dns', 'We couldn’t find that domain. Check the spelling.', 'the domain doesn’t exist'),
  tls: failure(
    'tls',
    'We couldn’t make a secure connection (TLS) to the page’s server.',
    'we couldn’t make a secure connection (TLS) to the server',
  ),

  timeout: (ms: number) =>
    failure('timeout', `The page wasn’t complete after ${seconds(ms)}.`, `it wasn’t complete after ${seconds(ms)}`),
  time_up: (ms: number) =>
    failure(
      'time_up',
      `The page and its redirects took longer than ${seconds(ms)}.`,
      'we reached the time limit for this report',
    ),
  connection_closed: failure(
    'connection_closed',
    'The page’s server closed the connection before it sent the whole page.',
    'the server closed the connection before the response was complete',
  ),
  invalid_response: failure(
    'invalid_response',
    'The page’s server sent an invalid HTTP response.',
    'the server sent an invalid HTTP response',
  ),
  headers_too_large: (bytes: number) =>
    failure(
      'headers_too_large',
      `The response headers of this page are larger than ${kilobytes(bytes)}.`,
      `the response headers are larger than ${kilobytes(bytes)}`,
    ),

  redirect_loop: failure('redirect_loop', 'The page redirects in a loop.', 'it redirects in a loop'),
  too_many_redirects: (hops: number) =>
    failure(
      'too_many_redirects',
      `The page redirects more than ${hops} times.`,
      `it redirects more than ${hops} times`,
    ),
  redirect_scheme: failure(
    'redirect_scheme',
    'The page redirects to something that isn’t a web page.',
    'it redirects to something that isn’t a web page',
  ),
  redirect_credentials: failure(
    'redirect_credentials',
    'The page redirects to a URL that contains a username or password.',
    credentials,
  ),

  compression_bomb: failure(
    'compression_bomb',
    'The page expands to a suspiciously large size, so we stopped.',
    'it expands to a suspiciously large size, so we stopped',
  ),
  too_many_encodings: (encodings: number) =>
    failure(
      'too_many_encodings',
      `The page is compressed more than ${times(encodings)}.`,
      `it’s compressed more than ${times(encodings)}`,
    ),
  unsupported_encoding: failure(
    'unsupported_encoding',
    'The page uses a compression format that we don’t support.',
    'it uses a compression format that we don’t support',
  ),
  corrupt_encoding: failure('corrupt_encoding', 'The compressed page is corrupt.', 'its compressed content is corrupt'),

  pdf: failure('pdf', 'This URL is a PDF. We can only analyse HTML pages.', 'it’s a PDF'),
  not_html: failure(
    'not_html',
    'This URL isn’t an HTML page. We can only analyse HTML pages.',
    'it isn’t an HTML page',
  ),
  too_heavy: failure(
    'too_heavy',
    'The page is too large or complex to analyse.',
    'it’s too large or complex to analyse',
  ),

  refused: ({ status, userAgent, password = null, retryAfter = null }: Refusal) => ({
    ...(status === unavailable
      ? failure(
          'refused',
          `The page’s server can’t serve it now: it returned ${withRetryAfter(retryAfter)}. Try again later.`,
          `the server returned ${withRetryAfter(retryAfter)}`,
        )
      : failure(
          'refused',
          `We couldn’t see this page: its server returned ${status} to us. ${letIn(status, userAgent, password)}`,
          `the server returned ${status} to us`,
        )),
    blockedBy: {
      status,
      vendor: null,
      user_agent: userAgent,
      ...(status === unavailable && retryAfter !== null && { retry_after: retryAfter }),
    },
  }),
  bot_wall: ({ status, vendor, name, userAgent }: Wall) => ({
    ...failure(
      'bot_wall',
      `We couldn’t see this page: ${vendor} showed us a bot check (status ${status}, “${name}”). Allow our user agent “${userAgent}” in ${vendor}, or turn on Web Bot Auth under Access and rendering of the website and allow our signature there. Then try again.`,
      `the server showed us a bot check by ${vendor} (status ${status})`,
    ),
    blockedBy: { status, vendor, user_agent: userAgent },
  }),

  identity_locked: failure(
    'identity_locked',
    'We can’t decrypt this website’s identity, so we didn’t request the page. Restore the server’s key, or set the identity again.',
    'we can’t decrypt the identity of this website',
  ),

  robots: (host: string) =>
    failure('robots', `robots.txt on ${host} blocks this URL.`, `robots.txt on ${host} blocks it`),
  robots_unavailable: (host: string) =>
    failure(
      'robots_unavailable',
      `We couldn’t read robots.txt on ${host}, so we didn’t request this page.`,
      `we couldn’t read robots.txt on ${host}`,
    ),
  budget: (requests: number) =>
    failure(
      'budget',
      `We reached the limit of ${requests} requests for one report.`,
      `we reached the limit of ${requests} requests`,
    ),
  crawl_limit: (what: string) =>
    failure('crawl_limit', `A crawl requests at most ${what}.`, `a crawl requests at most ${what}`),
  crawl_cancelled: failure('crawl_cancelled', 'The crawl was cancelled.', 'the crawl was cancelled'),
  unreadable: failure('unreadable', 'We couldn’t read the response.', 'we couldn’t read the response'),
} satisfies { [Code in FetchFailure]: Failure<Code> | ((value: never) => Failure<Code>) }

/**
 * `password` tells whether the server asks for one (Basic auth), or refuses the one that we sent. `retryAfter` is a
 * number of seconds or a date.
 */
export type Refusal = {
  status: number
  userAgent: string
  password?: 'asked' | 'refused' | null
  retryAfter?: string | null
}

/** The status of a server that can't serve anybody now (RFC 9110, 15.6.4). */
export const unavailable = 503

/** Returns "503, Retry-After 3600". */
export const withRetryAfter = (retryAfter: string | null | undefined) =>
  retryAfter ? `${unavailable}, Retry-After ${retryAfter}` : `${unavailable}`

/** Returns what would let us in. */
function letIn(status: number, userAgent: string, password: Refusal['password']): string {
  if (password === 'refused')
    return 'The server rejected the identity’s username or password. Correct them under Access and rendering of the website, then try again.'
  if (password === 'asked') return 'Set Basic auth under Access and rendering of the website, then try again.'
  if (status !== 401 && status !== 403) return `Allow our user agent “${userAgent}” there, then try again.`
  return `Allow our user agent “${userAgent}” there, or set a header, a cookie or Web Bot Auth that it accepts under Access and rendering of the website. Then try again.`
}

/** `name` is the mark by which the bot protection was recognised. */
type Wall = { status: number; vendor: string; name: string; userAgent: string }

function failure<Code extends FetchFailure>(code: Code, sentence: string, clause: string): Failure<Code> {
  return { code, sentence, clause }
}

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} seconds`
const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`
const times = (count: number) => (count === 2 ? 'twice' : `${count} times`)

/** A page or another URL that cannot be read. Callers see all but `detail`, which goes to the log only. */
export class PageRefused extends Error {
  readonly code: FetchFailure
  readonly sentence: string
  readonly clause: string
  readonly blockedBy: Failure['blockedBy']
  detail: Record<string, unknown>
  /** The status that the URL itself returned before the failure: 301 for a redirect loop. Null without one. */
  answered: number | null = null

  constructor({ code, sentence, clause, blockedBy }: Failure, detail: Record<string, unknown> = {}) {
    super(sentence)
    this.name = 'PageRefused'
    this.code = code
    this.sentence = sentence
    this.clause = clause
    this.blockedBy = blockedBy
    this.detail = detail
  }
}

/** Returns the code and message of any thrown value, for a log line. */
export function errorDetailOf(error: unknown): Record<string, unknown> {
  return { code: codeOf(error) ?? null, message: error instanceof Error ? error.message : String(error) }
}

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
