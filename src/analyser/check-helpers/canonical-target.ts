import { isSameUrl } from '#contract/url-key.ts'
import type { CanonicalAccessFacts } from '../facts/crawler-access.ts'
import type { RobotsDirective } from '../facts/directives.ts'
import { namedCanonical } from '../facts/link-elements.ts'
import { minLikeness, type ProbeFact, probesFor, redirectsElsewhere } from '../facts/probes.ts'
import { withoutFragment } from '../facts/urls.ts'
import { isSuccess } from '../fetched-page.ts'
import type { PageFacts } from '../page-facts.ts'
import { isLastingFailure } from '../probes/results.ts'
import { readIndexing } from './indexing.ts'
import { placeInList } from './page-lists.ts'

/** The target of the page's canonical tag. `probe` is the response of that URL. */
export type CanonicalTarget = { url: string } & (
  | { kind: 'self' }
  /** robots.txt blocks it for Googlebot, so its response is not read. */
  | { kind: 'blocked'; access: NonNullable<CanonicalAccessFacts> }
  /** No response shows its target. */
  | { kind: 'unknown'; probes: ProbeFact[] }
  /** Google can't read it either: it asks for a password, fails or doesn't respond. */
  | { kind: 'unreadable'; probe: ProbeFact }
  | { kind: 'unreachable' | 'error' | 'works'; probe: ProbeFact }
  | { kind: 'noindexed'; probe: ProbeFact; directive: RobotsDirective }
  /** The canonical URL redirects to this page, or names it as its own canonical URL. */
  | { kind: 'back' | 'mutual'; probe: ProbeFact }
  /** The canonical URL redirects, or has a different canonical, to the URL `next`. */
  | { kind: 'redirects' | 'further'; probe: ProbeFact; next: string }
)

type CanonicalFacts = Pick<PageFacts, 'canonicals' | 'response' | 'probes' | 'canonicalAccess' | 'canonicalHost'>

/** Returns null if the page does not name exactly one canonical URL. */
export function readCanonicalTarget({
  canonicals,
  response: { finalUrl },
  probes,
  canonicalAccess,
}: CanonicalFacts): CanonicalTarget | null {
  const url = namedCanonical(canonicals)
  if (url === null) return null
  if (isSameUrl(url, finalUrl)) return { kind: 'self', url }
  if (isCanonicalBlocked(canonicalAccess)) return { kind: 'blocked', url, access: canonicalAccess }
  const asked = probesFor(probes, 'canonical')
  const closed = asked.find(isUnreadable)
  if (closed) return { kind: 'unreadable', url, probe: closed }
  // Google reads nothing on a host whose robots.txt it can't read.
  const unasked = asked.find(({ reasonCode }) => reasonCode === 'robots_unavailable')
  if (unasked && new URL(url).host !== new URL(finalUrl).host && !hasSamePath(url, finalUrl))
    return { kind: 'unreadable', url, probe: unasked }
  const lost = asked.find(({ outcome, reasonCode }) => outcome === 'failed' && isLastingFailure(reasonCode))
  if (lost) return { kind: 'unreachable', url, probe: lost }
  const probe = asked.find(({ outcome }) => outcome === 'answered')
  if (!probe || probe.status === null) return { kind: 'unknown', url, probes: asked }
  if (!isSuccess(probe.status)) return { kind: 'error', url, probe }
  const end = withoutFragment(probe.finalUrl ?? url)
  if (probe.redirects.length > 0 && isSameUrl(end, finalUrl)) return { kind: 'back', url, probe }
  const [directive] = readIndexing(probe.page?.directives ?? [], null).forbidding
  if (directive) return { kind: 'noindexed', url, probe, directive }
  if (redirectsElsewhere(probe)) return { kind: 'redirects', url, probe, next: end }
  const next = probe.page?.canonicals.map(withoutFragment).find((canonical) => !isSameUrl(canonical, end))
  if (next === undefined) return { kind: 'works', url, probe }
  return isSameUrl(next, finalUrl) ? { kind: 'mutual', url, probe } : { kind: 'further', url, probe, next }
}

const unreadableFailures: ReadonlySet<ProbeFact['reasonCode']> = new Set([
  'dns',
  'unreachable',
  'timeout',
  'connection_closed',
  'tls',
])

/** A missing page is no such URL: Google knows that there is nothing, and ignores the tag. */
const isUnreadable = ({ outcome, reasonCode, status }: ProbeFact) =>
  (outcome === 'failed' && unreadableFailures.has(reasonCode)) ||
  (status !== null && (status === 401 || status === 403 || status >= 500))

/** Returns why Google can't read a URL, as a clause. */
export const whyUnreadable = ({ status, reason }: ProbeFact): string =>
  status === null ? (reason ?? 'it doesn’t respond') : `it returns ${status}`

/** Returns true if robots.txt is known to block the canonical URL for Googlebot. */
export const isCanonicalBlocked = (access: CanonicalAccessFacts): access is NonNullable<CanonicalAccessFacts> =>
  access?.googlebot.allowed === false

/**
 * Google's likely treatment of the page's canonical URL, which is another page:
 * - `ignored`: it can't be indexed itself, so Google will probably choose itself.
 * - `unreadable`: Google can't read it, so neither URL may be indexed.
 * - `foreign`: it is on another host, and nothing shows that it has the same content. `staging` if pages there are
 *   requested with an identity.
 * - `alike`: it shows the same content, or has the same URL but for parameters.
 * - `paging`: it is the first page of the list that this page continues.
 * - `unlike`: it shows other content.
 * - `unknown`: the contents couldn't be compared.
 */
export type CanonicalVerdict = { target: CanonicalTarget } & (
  | { kind: 'self' | 'ignored' | 'unreadable' | 'alike' | 'unlike' | 'unknown' }
  | { kind: 'foreign' | 'staging'; host: string }
  | { kind: 'paging'; page: number }
)

/** Returns null if the page does not name exactly one canonical URL. */
export function judgeCanonical(facts: CanonicalFacts): CanonicalVerdict | null {
  const target = readCanonicalTarget(facts)
  if (target === null) return null
  const { kind, url } = target
  if (kind === 'self') return { kind, target }
  const { kind: known = null, isAlike = null } = facts.canonicalHost ?? {}
  const host = known === 'own' ? null : otherHost(url, facts.response)
  const foreign = host === null ? null : ({ kind: known === 'staging' ? 'staging' : 'foreign', host, target } as const)
  // Our latest report of it counts where this request showed nothing.
  const isShown = kind !== 'unknown' && (kind !== 'unreadable' || target.probe.status !== null)
  if (isAlike && !isShown) return { kind: 'alike', target }
  // Google prefers https, and so takes the same URL with http for the page's own.
  if (kind === 'unreadable' && target.probe.status === null && isHttpVariant(url, facts.response.finalUrl))
    return { kind: 'alike', target }
  if (kind === 'unreadable') return foreign ?? { kind, target }
  if (foreign && (kind === 'blocked' || kind === 'noindexed')) return foreign
  if (foreign && kind === 'redirects' && otherHost(target.next, facts.response) !== null) return foreign
  if (kind !== 'works' && kind !== 'further' && kind !== 'unknown') return { kind: 'ignored', target }
  const { finalUrl } = facts.response
  const page = pageOfList(finalUrl, url)
  if (page !== null) return { kind: 'paging', page, target }
  const likeness = kind === 'unknown' ? null : (target.probe.page?.likeness ?? null)
  const isLike = likeness === null ? null : likeness >= minLikeness
  // A parameter of the home page can name any page of the website: /?p=123.
  const isOfHome = isHome(url) && isHome(finalUrl) && isLike === false
  if (isLike || (hasSamePath(url, finalUrl) && !isOfHome)) return { kind: 'alike', target }
  if (foreign) return foreign
  // Only a home page can be told from a page below it without its text.
  const isUnlike = isLike === false || (isHome(url) && !isHome(finalUrl))
  return { kind: isUnlike ? 'unlike' : 'unknown', target }
}

const isHttpVariant = (url: string, finalUrl: string) =>
  url.startsWith('http:') && isSameUrl(url.replace(/^http:/, 'https:'), finalUrl)

/** Returns the host of a URL if none of the page's own URLs is on it, under any of its usual names. */
function otherHost(url: string, { askedUrl, finalUrl, redirects }: PageFacts['response']): string | null {
  const own = [askedUrl, finalUrl, ...redirects.map((hop) => hop.url)].map((ownUrl) => siteHost(new URL(ownUrl)))
  const target = new URL(url)
  return own.includes(siteHost(target)) ? null : target.host
}

const siteHost = ({ hostname }: URL) => hostname.replace(/^(?:www|m|mobile|amp)\./, '')

/** Returns true for two URLs that are likely to show the same page, because they only differ by their parameters. */
export function hasSamePath(canonical: string, finalUrl: string): boolean {
  const [one, other] = [canonical, finalUrl].map((url) => {
    const named = new URL(url)
    return `${siteHost(named)}${named.pathname
      .replace(/\/$/, '')
      .replace(/\/(?:amp|index\.[a-z]{3,5})$/i, '')
      .toLowerCase()}`
  })
  return one === other
}

/** Returns true if the URL is the root of a host, under any file name and with any parameters. */
export const isHome = (url: string) => /^\/(?:(?:index|default|home)\.[a-z]{3,5})?$/i.test(new URL(url).pathname)

/** Returns the number of a page of a list whose canonical URL is the first one of the same list, else null. */
function pageOfList(finalUrl: string, canonical: string): number | null {
  const [own, named] = [placeInList(finalUrl), placeInList(canonical)]
  // A parameter p alone can be the number of a post.
  const isPaged = !own.isUnsure || named.page !== null
  return own.page !== null && own.page > 1 && own.list === named.list && (named.page ?? 1) <= 1 && isPaged
    ? own.page
    : null
}
