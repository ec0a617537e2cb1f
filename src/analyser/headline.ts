import type { Indexable, IndexingCode, IndexingState } from '#contract/report-facts.ts'
import { readCanonicalTarget } from './canonical-target.ts'
import { notFoundMessage } from './error-page.ts'
import type { RobotsDirective } from './facts/directives.ts'
import { withReasonCodes } from './facts/reason-codes.ts'
import type { Ordinal } from './facts/walk.ts'
import { readIndexing } from './indexing.ts'
import type { Places } from './locate.ts'
import type { JudgedFacts, PageFacts, StoredFacts } from './page-facts.ts'
import { redirectingRefreshes } from './refresh.ts'

/** The facts that decide, with those that older reports may lack. */
export type HeadlineFacts = Pick<
  PageFacts,
  'response' | 'robots' | 'directives' | 'canonicals' | 'metadata' | 'document' | 'headings'
> &
  Partial<Pick<JudgedFacts, 'words' | 'appRoot' | 'probes' | 'places'>>

type Decision = { code: IndexingCode; reason: string; url?: string; at?: Ordinal | null; line?: number | null }

/** The state that each code means, and the check that shows the same. */
const meanings: Record<IndexingCode, { state: IndexingState | null; check: string | null }> = {
  open: { state: 'indexable', check: null },
  robots: { state: 'not-indexable', check: 'robots-blocked' },
  status: { state: 'not-indexable', check: 'http-status' },
  noindex: { state: 'not-indexable', check: 'noindex' },
  unverified: { state: null, check: 'robots-blocked' },
  refresh: { state: 'another-url', check: 'meta-refresh' },
  canonical: { state: 'another-url', check: 'canonical-elsewhere' },
  'canonical-error': { state: 'unlikely', check: 'canonical-valid' },
  'canonical-noindex': { state: 'unlikely', check: 'canonical-valid' },
  empty: { state: 'unlikely', check: 'page-text' },
  'soft-404': { state: 'unlikely', check: 'soft-404-page' },
}

/**
 * Decides what Google will do with a page. The banner of a report, its previews, the lists and the sitemap check all
 * use this, so that they never contradict each other.
 */
export function headline(facts: HeadlineFacts): Indexable {
  const { code, reason, url = null, at = null, line = null } = decide(facts)
  const { state, check } = meanings[code]
  return {
    value: state === 'indexable' ? true : state === 'not-indexable' ? false : null,
    state,
    code,
    reason,
    url,
    line: line ?? lineOf(at, facts.places),
    check: code === 'unverified' && facts.robots.outcome !== 'unreachable' ? 'noindex' : check,
    deliberate: code === 'noindex' && looksDeliberate(facts.response.finalUrl),
  }
}

/** The headline of stored facts of any version. */
export const headlineOfStored = ({ probes, ...facts }: StoredFacts): Indexable =>
  headline({ ...facts, ...(probes && { probes: withReasonCodes(probes) }) })

const lineOf = (at: Ordinal | null, places: Places = {}) => (at === null ? null : (places[at]?.line ?? null))

/** In the order in which a crawler meets the obstacles: robots.txt, the status, the rules, and what the page says. */
const decide = (facts: HeadlineFacts): Decision =>
  blockedBy(facts) ??
  undecided(facts) ??
  redirectedBy(facts) ??
  canonicalOf(facts) ??
  withoutContent(facts) ??
  open(facts)

function blockedBy({ robots, response, directives, places }: HeadlineFacts): Decision | null {
  const { status, answeredAt } = response
  if (robots.outcome === 'found' && !robots.googlebot.allowed) {
    const line = robots.googlebot.rule?.line ?? null
    return {
      code: 'robots',
      url: robots.url,
      line,
      reason: line === null ? 'robots.txt disallows it' : `robots.txt line ${line} disallows it`,
    }
  }
  if (status < 200 || status > 299) return { code: 'status', reason: `it returns status ${status}` }
  const [forbidding] = readIndexing(directives.items, answeredAt).forbidding
  if (!forbidding) return null
  return { code: 'noindex', at: forbidding.at, reason: noindexReason(forbidding, lineOf(forbidding.at, places)) }
}

function noindexReason({ name, source, agent }: RobotsDirective, line: number | null): string {
  const where = source === 'header' ? 'the X-Robots-Tag header' : line === null ? 'its robots meta tag' : `line ${line}`
  const what = name === 'unavailable_after' ? 'that it has expired' : name
  return `${where} says ${what}${agent === null ? '' : ` for ${agent}`}`
}

function undecided({ robots, directives, response }: HeadlineFacts): Decision | null {
  if (robots.outcome === 'unreachable')
    return { code: 'unverified', url: robots.url, reason: 'robots.txt couldn’t be reached' }
  // Which rules Google follows then depends on how long the error has lasted.
  if (robots.outcome === 'unavailable')
    return {
      code: 'unverified',
      url: robots.url,
      reason: `robots.txt returns status ${robots.status ?? 'of an error'}`,
    }
  return readIndexing(directives.items, response.answeredAt).undated
    ? { code: 'unverified', reason: 'its unavailable_after date can’t be read' }
    : null
}

function redirectedBy(facts: HeadlineFacts): Decision | null {
  const [first] = redirectingRefreshes(facts)
  return first?.seconds === 0
    ? {
        code: 'refresh',
        url: first.url,
        at: first.finding.at ?? null,
        reason: `it redirects at once to ${short(first.url)}`,
      }
    : null
}

/** Whether the HTML has neither text nor images with alt text, nor an element that scripts fill. */
export const isEmpty = ({ document, words, appRoot }: Pick<HeadlineFacts, 'document' | 'words' | 'appRoot'>) =>
  document.textLength === 0 && (words?.alts?.given ?? 0) === 0 && (appRoot?.at ?? null) === null && !document.cut

function withoutContent(facts: HeadlineFacts): Decision | null {
  if (isEmpty(facts)) return { code: 'empty', reason: 'its HTML has no content' }
  const message = notFoundMessage(facts)
  return message === null
    ? null
    : { code: 'soft-404', reason: `it says “${short(message)}”, so Google treats it as a soft 404` }
}

function canonicalOf(facts: HeadlineFacts): Decision | null {
  const target = readCanonicalTarget(facts)
  if (target === null || target.kind === 'self' || target.kind === 'back') return null
  const { kind, url } = target
  const at = facts.canonicals.items.find((one) => one.inHead)?.at ?? null
  const named = `its canonical URL, ${short(url)},`
  if (kind === 'unreachable') return { code: 'canonical-error', url, at, reason: `${named} can’t be reached` }
  if (kind === 'error')
    return { code: 'canonical-error', url, at, reason: `${named} returns status ${target.probe.status}` }
  if (kind === 'noindexed') return { code: 'canonical-noindex', url, at, reason: `${named} is noindexed` }
  const next = 'next' in target ? target.next : url
  return {
    code: 'canonical',
    url: next,
    at,
    reason: next === url ? `its canonical URL is ${short(url)}` : `its canonical URL leads to ${short(next)}`,
  }
}

const open = ({ response: { status }, robots }: HeadlineFacts): Decision => ({
  code: 'open',
  reason: `it returned status ${status} to us, ${robots.outcome === 'found' ? 'robots.txt allows Googlebot' : 'there is no robots.txt'} and nothing says noindex`,
})

const short = (text: string) => text.slice(0, 300)

const privatePaths = new Set(
  (
    'login log-in logon signin sign-in signup sign-up register registration logout password wp-login.php wp-admin admin ' +
    'account my-account cart basket bag checkout order-confirmation thank-you thanks search suche anmelden anmeldung ' +
    'konto mein-konto warenkorb kasse danke connexion compte mon-compte panier recherche merci iniciar-sesion cuenta ' +
    'carrito buscar gracias accedi carrello cerca inloggen winkelwagen zoeken'
  ).split(' '),
)
const searchParameters = ['s', 'q', 'query', 'search']

/** Whether a page is usually kept out of search: a login, an account, a cart or search results. */
function looksDeliberate(finalUrl: string): boolean {
  const { pathname, searchParams } = new URL(finalUrl)
  const steps = pathname.toLowerCase().split('/').filter(Boolean)
  return (
    steps.some((step) => privatePaths.has(step)) || searchParameters.some((name) => searchParams.get(name) !== null)
  )
}
