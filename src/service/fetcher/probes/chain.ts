import type { Hop } from '#analyser/fetched-page.ts'
import { noResponse, type Probe, type ProbeRequest } from '#analyser/probe.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { type Failure, failures, PageRefused } from '../failures.ts'
import { failureOfBlocked, blockedResponseOf } from '../requests/blocked-response.ts'
import { followHop } from '../requests/redirects.ts'
import type { ProbeResponse, ReadOptions } from './response.ts'

/** Failures caused by the URL itself. The server is not at fault, so the outcome is not `failed`. */
const urlFailures: ReadonlySet<FetchFailure> = new Set([
  'other_port',
  'has_credentials',
  'redirect_credentials',
  'missing_scheme',
])

type Failed = { outcome: 'failed' | 'not-asked'; failure: Failure; status?: number }

export function failureOf(error: unknown): Failed {
  if (!(error instanceof PageRefused)) return { outcome: 'failed', failure: failures.unreadable }
  return { outcome: urlFailures.has(error.code) ? 'not-asked' : 'failed', failure: error }
}

/** A URL with its redirects, up to the final response. */
export type RedirectChain = {
  options: ReadOptions
  /** The URL to request next, or the final one. */
  url: URL
  redirects: Hop[]
  /**
   * All URLs so far are in the allow list. Only from there can it reach another entry, because otherwise any
   * host could redirect to an internal address.
   */
  isAllowed: boolean
  /** A request was sent or reserved for it. */
  isStarted: boolean
  /** Google's access to a resource, and the URL that it was determined for. */
  google: NonNullable<Probe['google']> | null
  accessUrl: string | null
  end: { response: ProbeResponse } | Failed | null
}

/** @param url null for an invalid URL */
export const startChain = (options: ReadOptions, url: URL | null): RedirectChain => ({
  options,
  url: url ?? new URL('http://invalid/'),
  redirects: [],
  isAllowed: true,
  isStarted: false,
  google: null,
  accessUrl: null,
  end: url ? null : { outcome: 'not-asked', failure: failures.invalid_url },
})

/** Moves the chain to its next URL, or ends it with this response. Only robots.txt can be behind a wall. */
export function addResponse(
  chain: RedirectChain,
  response: ProbeResponse,
  { maxRedirects, userAgent }: { maxRedirects: number; userAgent: string },
): void {
  const { status, headers } = response
  try {
    const next = status === null ? null : followHop(chain.url, { status, headers }, chain.redirects, maxRedirects)
    if (next) chain.url = next
    else chain.end = endOf(chain, response, userAgent)
  } catch (error) {
    endWithError(chain, error)
  }
}

function endOf({ options }: RedirectChain, response: ProbeResponse, userAgent: string): RedirectChain['end'] {
  const { status, headers, response: received } = response
  const blocked =
    status === null || options.read === 'robots'
      ? null
      : blockedResponseOf(status, headers, received?.truncated ? undefined : received?.body)
  if (!blocked) return { response }
  const failure = failureOfBlocked(blocked, userAgent)
  return { outcome: 'failed', failure, ...(failure.code === 'refused' && { status: blocked.status }) }
}

export function endWithError(chain: RedirectChain, error: unknown): void {
  chain.end = failureOf(error)
}

/** @param unfinished the reason for an unfinished chain */
export function probeOf(
  { purpose, url, at, read }: ProbeRequest,
  { end, redirects, url: finalUrl, google }: RedirectChain,
  unfinished: Failure,
): Probe {
  const common = { purpose, url, at, redirects, ...(purpose === 'resource' && { google }) }
  if (!end || !('response' in end)) {
    const { outcome, failure, status = null } = end ?? { outcome: 'not-asked', failure: unfinished }
    return { ...common, ...noResponse, status, outcome, reason: failure.clause, reasonCode: failure.code }
  }
  const { status, headers, response, isBodyRead, wireBytes, tlsVersion, sitemap } = end.response
  const keepsBody = isBodyRead && (read === 'start' || read === 'all')
  return {
    ...common,
    outcome: 'answered',
    reason: null,
    reasonCode: null,
    finalUrl: status === null ? null : finalUrl.href,
    status,
    headers,
    contentEncodings: response?.contentEncodings ?? [],
    wireBytes,
    // A copy with its own memory can be transferred to another thread.
    body: keepsBody && response ? new Uint8Array(response.body) : null,
    truncated: keepsBody && (response?.truncated ?? false),
    tlsVersion,
    sitemap,
  }
}
