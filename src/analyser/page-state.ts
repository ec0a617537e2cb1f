import type { CheckResult } from '#contract/analysis.ts'
import type { Indexability } from '#contract/page.ts'
import { headlineOfStored } from './headline.ts'
import { type Cause, causesOf } from './issue-causes.ts'
import type { StoredFacts } from './page-facts.ts'

/** A check with a fault on a page. `points` are tenths of a point. */
export type PageIssue = { check: string; outcome: 'warn' | 'fail'; points: number; causes: Cause[] }

/**
 * Returns the checks that fail or have a warning, with the causes that other pages can share.
 * @param pageUrls the page's own URLs, before and after redirects
 */
export function pageIssues(
  results: Readonly<Record<string, CheckResult>>,
  pageUrls: readonly string[] = [],
): PageIssue[] {
  return Object.entries(results).flatMap(([check, result]): PageIssue[] => {
    const { outcome, points_lost } = result
    if (outcome !== 'fail' && outcome !== 'warn') return []
    return [{ check, outcome, points: Math.round(points_lost * 10), causes: causesOf(check, result, pageUrls) }]
  })
}

/** What lists show of a page. `main_issue` is the ID of a check. */
export type PageState = { indexability: Indexability | null; main_issue: string | null }

/**
 * Returns the state of the headline, null if it could not be determined, and the check that decides it. For a page that
 * can be indexed, the main issue is the check that deducts the most points, null if none deducts any.
 */
export function pageState(facts: StoredFacts, results: Readonly<Record<string, CheckResult>>): PageState {
  const { state, check } = headlineOfStored(facts)
  return {
    indexability: state,
    main_issue: state === null || state === 'indexable' ? mostExpensive(results) : check,
  }
}

/** The first of equals, in the order of the catalogue. */
function mostExpensive(results: Readonly<Record<string, CheckResult>>): string | null {
  const [worst] = Object.entries(results)
    .filter(([, { points_lost }]) => points_lost > 0)
    .toSorted(([, a], [, b]) => b.points_lost - a.points_lost)
  return worst?.[0] ?? null
}
