import { type CheckResult, isIssue, type IssueOutcome } from '#contract/reports/analysis.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { urlKey } from '#contract/url-key.ts'
import { withoutFragment } from './facts/urls.ts'
import { indexabilityOf, readRedirects } from './indexability.ts'
import { type IssueCause, issueCausesOf } from './issue-causes.ts'
import type { PageFacts } from './page-facts.ts'

/** A check that a report fails, or has a warning of. */
export type PageIssue = {
  check: string
  outcome: IssueOutcome
  /** In tenths of a point. */
  points: number
  causes: readonly IssueCause[]
}

/**
 * Returns the checks that fail or have a warning, with the causes that other pages can share.
 * @param pageUrls the page's own URLs, before and after redirects
 */
export function pageIssues(
  results: Readonly<Record<string, CheckResult>>,
  pageUrls: readonly string[] = [],
): PageIssue[] {
  return Object.entries(results).flatMap(([check, result]): PageIssue[] => {
    if (!isIssue(result)) return []
    const { outcome, points_lost } = result
    return [{ check, outcome, points: Math.round(points_lost * 10), causes: issueCausesOf(check, result, pageUrls) }]
  })
}

/** An internal link of a page. `url` has no fragment. */
export type PageLink = { url: string; isBroken: boolean }

/** The check whose evidence are the broken internal links. */
export const brokenLinksCheck = 'broken-internal'

/** The most links that are kept of a page. Broken ones come first, the others in their order on the page. */
const maxLinks = 200

/** Returns the internal links of a page, each once, without those to the page itself. */
export function pageLinks(
  { links, response }: Pick<PageFacts, 'links' | 'response'>,
  results: Readonly<Record<string, Pick<CheckResult, 'outcome' | 'evidence'>>>,
): PageLink[] {
  const found = new Map<string, PageLink>()
  const add = (text: string | null | undefined, isBroken: boolean) => {
    const url = withoutFragment(text ?? '')
    const key = urlKey(url)
    if (url !== '' && !found.has(key)) found.set(key, { url, isBroken })
  }
  const check = results[brokenLinksCheck]
  if (check?.outcome === 'fail') for (const { url } of check.evidence) add(url, true)
  for (const { url, internal } of links.items) if (internal) add(url, false)
  for (const own of [response.askedUrl, response.finalUrl]) found.delete(urlKey(own))
  return [...found.values()].slice(0, maxLinks)
}

/**
 * A page as in lists. The main issue, the ID of a check, decides the indexability only of a page that can't be
 * indexed as it is.
 */
export type ListedState = { indexability: Indexability | null; main_issue: string | null } & ReturnType<
  typeof ownAnswer
>

/**
 * Returns a page's indexability, null if it could not be determined, and the check that decides it. For a page that
 * can be indexed, the main issue is the check that deducts the most points, null if none deducts any.
 */
export function pageState(facts: PageFacts, results: Readonly<Record<string, CheckResult>>): ListedState {
  const { state, check } = indexabilityOf(facts)
  return {
    ...ownAnswer(facts),
    indexability: state,
    main_issue: state === null || state === 'indexable' ? mostExpensive(results) : check,
  }
}

type OwnAnswer = { status: number; redirects_to: string | null; redirect_statuses: string | null }

/**
 * Returns the status of the URL itself, 301 if it redirects, the end of its redirects and their statuses, "301, 302".
 * The latter two are null if it doesn't redirect.
 */
export function ownAnswer(facts: Pick<PageFacts, 'response'>): OwnAnswer {
  const redirects = readRedirects(facts)
  return {
    status: facts.response.redirects[0]?.status ?? facts.response.status,
    redirects_to: redirects?.to ?? null,
    redirect_statuses: redirects?.statuses ?? null,
  }
}

/** Returns the check that deducts the most points; the first of equals, in the order of the catalogue. */
function mostExpensive(results: Readonly<Record<string, CheckResult>>): string | null {
  const [worst] = Object.entries(results)
    .filter(([, { points_lost }]) => points_lost > 0)
    .toSorted(([, a], [, b]) => b.points_lost - a.points_lost)
  return worst?.[0] ?? null
}
