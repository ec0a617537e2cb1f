import { isSuccess } from '#contract/responses/http-status.ts'
import type { RobotsDirective } from '../facts/directives.ts'
import { namedCanonical } from '../facts/link-elements.ts'
import { type ProbeFact, probesFor } from '../facts/probes.ts'
import type { CanonicalAccessFacts } from '../facts/robots-access.ts'
import { withoutFragment } from '../facts/urls.ts'
import type { PageFacts } from '../page-facts.ts'
import { isLastingFailure } from '../probes/results.ts'
import { readIndexing } from './indexing.ts'

/** Where the page's canonical tag leads. `probe` is the response of that URL. */
export type CanonicalTarget = { url: string } & (
  | { kind: 'self' }
  /** robots.txt blocks it for Googlebot, so whatever it returns is not read. */
  | { kind: 'blocked'; access: NonNullable<CanonicalAccessFacts> }
  /** No response shows where it leads. */
  | { kind: 'unknown'; probes: ProbeFact[] }
  | { kind: 'unreachable' | 'error' | 'works'; probe: ProbeFact }
  | { kind: 'noindexed'; probe: ProbeFact; directive: RobotsDirective }
  /** The canonical URL redirects to this page. */
  | { kind: 'back'; probe: ProbeFact }
  /** The canonical URL redirects, or has a different canonical, to the URL `next`. */
  | { kind: 'redirects' | 'further'; probe: ProbeFact; next: string }
)

/** Returns null if the page does not name exactly one canonical URL. */
export function readCanonicalTarget({
  canonicals,
  response: { finalUrl },
  probes,
  canonicalAccess,
}: Pick<PageFacts, 'canonicals' | 'response' | 'probes' | 'canonicalAccess'>): CanonicalTarget | null {
  const url = namedCanonical(canonicals)
  if (url === null) return null
  const page = withoutFragment(finalUrl)
  if (url === page) return { kind: 'self', url }
  if (isCanonicalBlocked(canonicalAccess)) return { kind: 'blocked', url, access: canonicalAccess }
  const asked = probesFor(probes, 'canonical')
  const lost = asked.find(({ outcome, reasonCode }) => outcome === 'failed' && isLastingFailure(reasonCode))
  if (lost) return { kind: 'unreachable', url, probe: lost }
  const probe = asked.find(({ outcome }) => outcome === 'answered')
  if (!probe || probe.status === null) return { kind: 'unknown', url, probes: asked }
  if (!isSuccess(probe.status)) return { kind: 'error', url, probe }
  const end = withoutFragment(probe.finalUrl ?? url)
  if (probe.redirects.length > 0 && end === page) return { kind: 'back', url, probe }
  const [directive] = readIndexing(probe.page?.directives ?? [], null).forbidding
  if (directive) return { kind: 'noindexed', url, probe, directive }
  if (probe.redirects.length > 0) return { kind: 'redirects', url, probe, next: end }
  const next = probe.page?.canonicals.map(withoutFragment).find((one) => one !== end)
  return next === undefined ? { kind: 'works', url, probe } : { kind: 'further', url, probe, next }
}

/** Returns true if robots.txt is known to block the canonical URL for Googlebot. */
export const isCanonicalBlocked = (access: CanonicalAccessFacts): access is NonNullable<CanonicalAccessFacts> =>
  access?.googlebot.allowed === false
