import type { JobError } from '#contract/jobs/job.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { failures, unavailable, withRetryAfter } from '#service/fetcher/failures.ts'
import type { UnreadPage } from '#service/store/crawls/ending.ts'

/** Failures of URLs that are files of other types. */
export const noPages: ReadonlySet<string> = new Set(['pdf', 'not_html'])

/** Failures of URLs that lead to no page of the website. */
export const withoutLinks: ReadonlySet<string> = new Set([
  'redirect_loop',
  'too_many_redirects',
  'redirect_scheme',
  'redirect_credentials',
  'dns',
  'robots',
  ...noPages,
])

/** Returns the answer of a page without a report. A server that can't serve it now has answered with an error. */
export function answerOf(error: JobError | null): Omit<UnreadPage, 'url'> {
  const status = error?.answered ?? null
  const { status: end = null, retry_after } = error?.blocked_by ?? {}
  if (error?.code !== 'refused' || end !== unavailable)
    return {
      status,
      end_status: end,
      failure: error?.code ?? 'internal_error',
      reason: clauseOf(error),
      indexability: null,
      indexing_code: null,
    }
  const state = status === end ? 'blocked' : 'redirect'
  return {
    status,
    end_status: end,
    failure: null,
    reason: `the server returned ${withRetryAfter(retry_after)}`,
    indexability: state,
    indexing_code: state === 'blocked' ? 'status' : 'redirect',
  }
}

/** Returns the reason for a page without a report, as a clause. */
function clauseOf(error: JobError | null): string {
  const code = error?.code ?? ''
  const failure = code in failures ? failures[code as FetchFailure] : undefined
  if (typeof failure === 'object') return failure.clause
  return clauses[code] ?? 'we couldn’t analyse it'
}

/** The clauses of failures that are about a number, a host or a server. */
const clauses: Record<string, string> = {
  timeout: 'it wasn’t complete in time',
  time_up: 'it wasn’t complete in time',
  headers_too_large: 'its response headers are too large',
  too_many_redirects: 'it redirects too many times',
  too_many_encodings: 'it’s compressed too many times',
  refused: 'the server refused our request',
  bot_wall: 'the server showed us a bot check',
  robots: 'robots.txt blocks it',
  robots_unavailable: 'we couldn’t read robots.txt',
}
