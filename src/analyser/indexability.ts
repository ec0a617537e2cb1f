import {
  type Indexability,
  type IndexingCode,
  isBlockedByCanonical,
  looksPrivate,
  type Redirects,
  scriptHop,
  urlFrom,
} from '#contract/reports/indexability.ts'
import type { RenderCode } from '#contract/reports/rendering.ts'
import type { IndexabilityFact } from '#contract/reports/report-facts.ts'
import { isSameUrl } from '#contract/url-key.ts'
import { type CanonicalTarget, judgeCanonical, whyUnreadable } from './check-helpers/canonical-target.ts'
import { readIndexing, redirectingRefreshes } from './check-helpers/indexing.ts'
import { emptyByRobots, filledByScripts, isCookieWall, isRendered } from './check-helpers/main-content.ts'
import { notFoundMessage } from './check-helpers/soft-404.ts'
import type { RobotsDirective } from './facts/directives.ts'
import { withoutFragment } from './facts/urls.ts'
import type { Ordinal } from './facts/walk.ts'
import { isSuccess } from './fetched-page.ts'
import { asJudged } from './judged-as-production.ts'
import type { ElementLocations } from './locate.ts'
import type { PageFacts } from './page-facts.ts'

/** The facts that decide. Without `places`, the result has no lines. */
export type IndexabilityFacts = Pick<
  PageFacts,
  | ('response' | 'robots' | 'directives' | 'canonicals' | 'canonicalAccess')
  | ('judgedAsProduction' | 'productionHost' | 'canonicalHost')
  | ('metadata' | 'document' | 'headings' | 'words' | 'appRoot' | 'mainText' | 'resources' | 'links' | 'probes')
> &
  Partial<Pick<PageFacts, 'places' | 'beyond' | 'resourceAccess' | 'crawl'>>

type Decision = {
  code: IndexingCode
  /** The check to name instead of the usual one of the code. */
  check?: string
  reason: string
  url?: string
  at?: Ordinal | null
  line?: number | null
}

export const notAllLoaded = 'its scripts couldn’t load all files for us, so it’s unclear what Google will index'
export const notFinished = 'it couldn’t be rendered in time, so it’s unclear what Google will index'
export const notRendered = 'it couldn’t be rendered, so it’s unclear what Google will index'
export const unreachable = 'we couldn’t reach robots.txt'

/** The state of each code, and the check that reports the same. */
const meanings: Record<IndexingCode, { state: Indexability | null; check: string | null }> = {
  open: { state: 'indexable', check: null },
  production: { state: 'indexable', check: null },
  redirect: { state: 'redirect', check: null },
  robots: { state: 'blocked', check: 'robots-blocked' },
  status: { state: 'blocked', check: 'http-status' },
  noindex: { state: 'blocked', check: 'noindex' },
  robots_error: { state: 'unlikely', check: 'robots-valid' },
  unverified: { state: null, check: 'robots-blocked' },
  refresh: { state: 'other_url', check: 'meta-refresh' },
  canonical: { state: 'other_url', check: 'canonical-elsewhere' },
  canonical_unlike: { state: 'other_url', check: 'canonical-elsewhere' },
  canonical_unknown: { state: 'other_url', check: 'canonical-elsewhere' },
  canonical_ignored: { state: 'indexable', check: 'canonical-valid' },
  canonical_host: { state: 'blocked', check: 'canonical-elsewhere' },
  canonical_staging: { state: 'blocked', check: 'canonical-elsewhere' },
  canonical_unreadable: { state: 'blocked', check: 'canonical-elsewhere' },
  empty: { state: 'unlikely', check: 'page-text' },
  soft_404: { state: 'unlikely', check: 'soft-404-page' },
  scripts: { state: 'unclear', check: 'page-text' },
  trap: { state: null, check: null },
}

/**
 * Decides whether Google can index a URL. The banner of a report, its previews and the lists all use this, so that they
 * never contradict each other. The first answer decides: a URL that redirects is not indexed, whatever its target says.
 */
export function indexabilityOf(facts: IndexabilityFacts & Pick<PageFacts, 'beyond'>): IndexabilityFact {
  const redirects = readRedirects(facts)
  const target = indexabilityOfTarget(facts)
  if (redirects === null) return target
  const byScript = scriptRedirectOf(facts)
  const reason = byScript === null ? ofTarget(target.reason) : `a script redirects to ${short(byScript)}`
  return {
    ...factOf({ code: 'redirect', url: redirects.to, reason }, facts),
    redirects: { ...redirects, to: urlFrom(facts.response.askedUrl, redirects.to) },
  }
}

const ofTarget = (reason: string) => `the findings are those of its target: ${reason}`

/** Decides whether Google can index the page at the end of the redirects, which all other facts are about. */
export function indexabilityOfTarget(facts: IndexabilityFacts): IndexabilityFact {
  const decision = decide(asJudged(facts))
  const block = facts.judgedAsProduction && decision.code === 'open' ? blockedBy(facts) : null
  return factOf(block ? { ...block, code: 'production', reason: shownReasonOf(block) } : decision, facts)
}

const shownReasonOf = ({ reason }: Decision) => `${reason}, which is shown and not scored`

/**
 * Returns the end of a URL's redirects, and their statuses: "301, 302". Those of scripts count too, as "script". Null
 * if it doesn't redirect.
 */
export function readRedirects({ response, beyond }: Pick<PageFacts, 'response' | 'beyond'>): Redirects | null {
  const { redirects, finalUrl } = response
  const byScript = scriptRedirectOf({ response, beyond })
  if (redirects.length === 0 && byScript === null) return null
  const statuses = [...redirects.map(({ status }) => status), ...(byScript === null ? [] : [scriptHop])]
  return { to: byScript ?? finalUrl, statuses: statuses.join(', ') }
}

/**
 * Returns the URL to which the scripts of a page redirect; null if they don't, only add a fragment, or if a refresh of
 * the HTML does, which is read by its own rules.
 */
export function scriptRedirectOf({ response, beyond }: Pick<PageFacts, 'response' | 'beyond'>): string | null {
  const { redirectedTo: to = null, isRefresh = false } = beyond.rendered ?? {}
  if (isRefresh) return null
  return to === null || isSameUrl(withoutFragment(to), response.finalUrl) ? null : to
}

function factOf(decision: Decision, facts: IndexabilityFacts): IndexabilityFact {
  const { code, reason, url = null, at = null, line = null, check = meanings[code].check } = decision
  const { state } = meanings[code]
  return {
    value: state === 'indexable' ? true : state === 'blocked' ? false : null,
    state,
    code,
    reason,
    url,
    line: line ?? lineOf(at, facts.places),
    check,
    deliberate: code === 'noindex' && looksPrivate(facts.response.finalUrl),
    instead:
      (state === 'other_url' || isBlockedByCanonical(code)) && url !== null
        ? urlFrom(facts.response.finalUrl, url)
        : null,
    redirects: null,
  }
}

const lineOf = (at: Ordinal | null, locations: ElementLocations = {}) =>
  at === null ? null : (locations[at]?.line ?? null)

/** In a crawler's order: robots.txt, the status, robots rules, then the page itself. */
const decide = (facts: IndexabilityFacts): Decision =>
  blockedBy(facts) ??
  undecided(facts) ??
  redirectedBy(facts) ??
  canonicalisedBy(facts) ??
  withoutContent(facts) ??
  trapped(facts) ??
  ignoredCanonicalOf(facts) ??
  open(facts)

function blockedBy({ robots, response, directives, places }: IndexabilityFacts): Decision | null {
  const { status, answeredAt } = response
  if (robots.outcome === 'found' && robots.googlebot.allowed === false) {
    const line = robots.googlebot.rule?.line ?? null
    return {
      code: 'robots',
      url: robots.url,
      line,
      reason: line === null ? 'robots.txt disallows it' : `robots.txt line ${line} disallows it`,
    }
  }
  if (!isSuccess(status)) return { code: 'status', reason: `it returns status ${status}` }
  const [forbidding] = readIndexing(directives.items, answeredAt).forbidding
  if (!forbidding) return null
  return { code: 'noindex', at: forbidding.at, reason: noindexReason(forbidding, lineOf(forbidding.at, places)) }
}

function noindexReason({ name, source, agent }: RobotsDirective, line: number | null): string {
  const where = source === 'header' ? 'the X-Robots-Tag header' : line === null ? 'its robots meta tag' : `line ${line}`
  const whom = agent === null ? '' : ` for ${agent}`
  return name === 'unavailable_after'
    ? `${where} sets an unavailable_after date${whom}, which has passed`
    : `${where} says ${name}${whom}`
}

function undecided({ robots, directives, response }: IndexabilityFacts): Decision | null {
  if (robots.outcome === 'unavailable')
    return {
      code: 'robots_error',
      url: robots.url,
      reason: `robots.txt returned ${robots.status === null ? 'an error' : `status ${robots.status}`} to us`,
    }
  // Google treats this as an error of the server. The cause can be our network.
  if (robots.outcome === 'unreachable') return { code: 'robots_error', url: robots.url, reason: unreachable }
  if (robots.googlebot.allowed === null)
    return { code: 'unverified', url: robots.url, reason: 'robots.txt takes too long to match' }
  return readIndexing(directives.items, response.answeredAt).undated
    ? { code: 'unverified', check: 'noindex', reason: 'its unavailable_after date can’t be read' }
    : null
}

function redirectedBy(facts: IndexabilityFacts): Decision | null {
  const [first] = redirectingRefreshes(facts)
  return first?.seconds === 0
    ? {
        code: 'refresh',
        url: first.url,
        at: first.evidence.at ?? null,
        reason: `it redirects immediately to ${short(first.url)}`,
      }
    : null
}

/** True if the page has neither text nor images with alt text, nor an app root that scripts could still fill. */
export const isEmpty = (facts: Pick<IndexabilityFacts, 'document' | 'words' | 'appRoot' | 'beyond'>) => {
  const { document, words, appRoot } = facts
  const isShell = appRoot.at !== null && !isRendered(facts)
  return document.textLength === 0 && words.alts.given === 0 && !isShell && !document.cut
}

function withoutContent(facts: IndexabilityFacts): Decision | null {
  const filled = filledByScripts(facts)
  const shown = isRendered(facts) ? 'the rendered page' : 'its HTML'
  if (isEmpty(facts) && filled.length === 0) return { code: 'empty', reason: `${shown} has no content` }
  if (emptyByRobots(facts)) return { code: 'empty', reason: 'robots.txt blocks the scripts that add its main content' }
  if (isCookieWall(facts)) return { code: 'empty', reason: `${shown} only has a cookie notice` }
  const message = notFoundMessage(facts)
  if (message === undefined)
    return {
      code: 'unverified',
      check: 'soft-404-page',
      reason: 'an older report doesn’t show whether it is an error page',
    }
  if (message === null && filled.length > 0)
    return {
      code: 'scripts',
      reason: whyUnclear(facts),
    }
  return message === null
    ? null
    : { code: 'soft_404', reason: `it says “${short(message)}”, so Google may treat it as a soft 404` }
}

/** Returns why nobody knows what the scripts of a page add. */
function whyUnclear({ beyond }: IndexabilityFacts): string {
  if (beyond?.rendered?.isIncomplete) return beyond.rendered.isIdle ? notAllLoaded : notFinished
  return failedRenderings.has(beyond?.renderCode)
    ? notRendered
    : 'we didn’t run its scripts, so it’s unclear what Google will index'
}

/** The browser tried to render the page. */
const failedRenderings: ReadonlySet<RenderCode | undefined> = new Set([
  'unreachable',
  'redirect_unreachable',
  'redirect_loop',
  'not_html',
  'unresponsive',
  'too_heavy',
  'crashed',
] satisfies RenderCode[])

/** Google indexes some of such pages, and nobody knows which. */
const trapped = ({ crawl }: IndexabilityFacts): Decision | null =>
  crawl?.state === 'ended' && crawl.isOfTrap
    ? { code: 'trap', reason: 'the crawl found endless URLs with the same text and stopped following them' }
    : null

const codesOfVerdicts = {
  alike: 'canonical',
  paging: 'canonical',
  unlike: 'canonical_unlike',
  unknown: 'canonical_unknown',
  foreign: 'canonical_host',
  staging: 'canonical_staging',
  unreadable: 'canonical_unreadable',
} as const

function canonicalisedBy(facts: IndexabilityFacts): Decision | null {
  const verdict = judgeCanonical(facts)
  if (verdict === null || verdict.kind === 'self' || verdict.kind === 'ignored') return null
  const { kind, target } = verdict
  const decision = { code: codesOfVerdicts[kind], url: target.url, at: canonicalAt(facts) }
  if (kind === 'foreign' || kind === 'staging')
    return {
      ...decision,
      reason: `its canonical URL names ${kind === 'staging' ? 'your staging' : 'another host'}, ${short(verdict.host)}`,
    }
  if (kind === 'unreadable' && target.kind === 'unreadable')
    return {
      ...decision,
      reason: `Google can’t read its canonical URL, ${short(target.url)}: ${whyUnreadable(target.probe)}`,
    }
  const next = target.kind === 'further' ? target.next : target.url
  const leads = next === target.url ? 'is' : 'leads to'
  return {
    ...decision,
    url: next,
    reason: `its canonical URL ${leads} ${short(next)}${reasons[kind]}`,
  }
}

const reasons = {
  alike: '',
  paging: ', the first page of the list',
  unlike: ', which has other content',
  unknown: '',
  unreadable: '',
}

/** The reason for an indexable page whose canonical URL can't be indexed itself. */
function ignoredCanonicalOf(facts: IndexabilityFacts): Decision | null {
  const verdict = judgeCanonical(facts)
  if (verdict?.kind !== 'ignored') return null
  const { target } = verdict
  return {
    code: 'canonical_ignored',
    url: target.url,
    at: canonicalAt(facts),
    reason: `its canonical URL, ${short(target.url)}, ${faultOf(target)}`,
  }
}

const canonicalAt = ({ canonicals }: IndexabilityFacts) =>
  canonicals.items.find((canonical) => canonical.inHead)?.at ?? null

function faultOf(target: CanonicalTarget): string {
  switch (target.kind) {
    case 'unreachable':
      return 'can’t be reached'
    case 'error':
      return `returns status ${target.probe.status}`
    case 'blocked': {
      const line = target.access.googlebot.rule?.line ?? null
      return `is disallowed by ${line === null ? 'robots.txt' : `robots.txt line ${line}`}`
    }
    case 'noindexed':
      return 'is noindexed'
    case 'mutual':
      return 'names this page as its own canonical URL'
    default:
      return `redirects to ${'next' in target ? short(target.next) : 'this page'}`
  }
}

const open = ({ response: { status }, robots }: IndexabilityFacts): Decision => ({
  code: 'open',
  reason: `it returned status ${status} to us, ${robots.outcome === 'found' ? 'robots.txt allows Googlebot' : 'there’s no robots.txt'}, and there’s no noindex`,
})

const short = (text: string) => text.slice(0, 300)
