import type { Hop, Probe, ProbeRequest } from '#analyser/crawl.ts'
import { nextStop } from './redirects.ts'
import type { Errand, Reached } from './probe-step.ts'
import { reasonOf, reasons } from './probe-words.ts'

/** The way from an address to its final answer, one request after the other. */
export type Trail = {
  wish: Errand
  /** Where it stands. */
  url: URL
  redirects: Hop[]
  /** It has been given a request, or was promised one. */
  begun: boolean
  end: { reached: Reached } | { outcome: 'failed' | 'not-asked'; reason: string; error?: unknown } | null
}

/** @param url null for an address that is none */
export const startTrail = (wish: Errand, url: URL | null): Trail => ({
  wish,
  url: url ?? new URL('http://invalid/'),
  redirects: [],
  begun: false,
  end: url ? null : { outcome: 'not-asked', reason: reasons.noAddress },
})

export function goOn(trail: Trail, reached: Reached, most: number): void {
  try {
    const next =
      reached.status === null
        ? null
        : nextStop(trail.url, { status: reached.status, headers: reached.headers }, trail.redirects, most)
    if (next) trail.url = next
    else trail.end = { reached }
  } catch (error) {
    giveUp(trail, error)
  }
}

export function giveUp(trail: Trail, error: unknown): void {
  trail.end = { ...reasonOf(error), error }
}

/** What is known at its end; an end that was not reached is one of requests or time. */
export function probeOf(
  { purpose, url, at, read }: ProbeRequest,
  { end, redirects, url: finalUrl }: Trail,
  unfinished: string,
): Probe {
  const named = { purpose, url, at, redirects }
  if (!end) return { ...named, ...nothing, outcome: 'not-asked', reason: unfinished }
  if (!('reached' in end)) return { ...named, ...nothing, outcome: end.outcome, reason: end.reason }
  const { status, headers, answer, bodyRead, wireBytes, tlsVersion, sitemap } = end.reached
  const keepsBody = bodyRead && (read === 'start' || read === 'all')
  return {
    ...named,
    outcome: 'answered',
    reason: null,
    finalUrl: status === null ? null : finalUrl.href,
    status,
    headers,
    contentEncodings: answer?.contentEncodings ?? [],
    wireBytes,
    // Memory of its own, so that it can be handed to another thread without a copy.
    body: keepsBody && answer ? new Uint8Array(answer.body) : null,
    truncated: keepsBody && (answer?.truncated ?? false),
    tlsVersion,
    sitemap,
  }
}

const nothing = {
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
