import type { Hop, Probe, ProbeRequest, RobotsFile } from '#analyser/crawl.ts'
import { PageRefused } from './page-refused.ts'
import type { ProbeResponse, ReadOptions } from './probe-response.ts'
import { followHop } from './redirects.ts'
import { sentences } from './sentences.ts'

/** Why a linked resource has no response: clauses without a full stop. */
export const reasons = {
  timeUp: 'the time for this report was up',
  limitReached: (requests: number) => `the limit of ${requests} requests was reached`,
  forbidden: ({ url, outcome }: RobotsFile) => {
    const { host } = new URL(url)
    return outcome === 'found' ? `robots.txt of ${host} forbids it` : `robots.txt of ${host} could not be read`
  },
  noAddress: 'it is no web address',
  otherPort: 'only the standard ports, 80 for http and 443 for https, are asked',
  credentials: 'addresses with a user name or a password are not asked',
  fault: 'its answer could not be read',
}

/** Refusals caused by the URL itself. The server is not at fault, so the outcome is not `failed`. */
const urlRefusals = new Map([
  [sentences.otherPort, reasons.otherPort],
  [sentences.credentials, reasons.credentials],
  [sentences.redirectCredentials, reasons.credentials],
  [sentences.noScheme, reasons.noAddress],
])

function failureOf(error: unknown): { outcome: 'failed' | 'not-asked'; reason: string } {
  if (!(error instanceof PageRefused)) return { outcome: 'failed', reason: reasons.fault }
  const urlReason = urlRefusals.get(error.sentence)
  if (urlReason !== undefined) return { outcome: 'not-asked', reason: urlReason }
  return {
    outcome: 'failed',
    reason: error.sentence.replace(/^That page could not be (?:read|reached): /, '').replace(/\.$/, ''),
  }
}

/** A URL with its redirects, up to the final response. */
export type RedirectChain = {
  options: ReadOptions
  /** The URL to request next, or the final one. */
  url: URL
  redirects: Hop[]
  /** Whether a request was sent or reserved for it. */
  isStarted: boolean
  end: { response: ProbeResponse } | { outcome: 'failed' | 'not-asked'; reason: string; error?: unknown } | null
}

/** @param url null for an invalid URL */
export const startChain = (options: ReadOptions, url: URL | null): RedirectChain => ({
  options,
  url: url ?? new URL('http://invalid/'),
  redirects: [],
  isStarted: false,
  end: url ? null : { outcome: 'not-asked', reason: reasons.noAddress },
})

/** Moves the chain to its next URL, or ends it with this response. */
export function addResponse(chain: RedirectChain, response: ProbeResponse, maxRedirects: number): void {
  const { status, headers } = response
  try {
    const next = status === null ? null : followHop(chain.url, { status, headers }, chain.redirects, maxRedirects)
    if (next) chain.url = next
    else chain.end = { response }
  } catch (error) {
    endWithError(chain, error)
  }
}

export function endWithError(chain: RedirectChain, error: unknown): void {
  chain.end = { ...failureOf(error), error }
}

/** @param unfinished the reason for a chain that has not ended */
export function probeOf(
  { purpose, url, at, read }: ProbeRequest,
  { end, redirects, url: finalUrl }: RedirectChain,
  unfinished: string,
): Probe {
  const common = { purpose, url, at, redirects }
  if (!end) return { ...common, ...noResponse, outcome: 'not-asked', reason: unfinished }
  if (!('response' in end)) return { ...common, ...noResponse, outcome: end.outcome, reason: end.reason }
  const { status, headers, response, isBodyRead, wireBytes, tlsVersion, sitemap } = end.response
  const keepsBody = isBodyRead && (read === 'start' || read === 'all')
  return {
    ...common,
    outcome: 'answered',
    reason: null,
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

const noResponse = {
  finalUrl: null,
  status: null,
  headers: [],
  contentEncodings: [],
  wireBytes: null,
  body: null,
  truncated: false,
  tlsVersion: null,
  sitemap: null,
} satisfies Partial<Probe>
