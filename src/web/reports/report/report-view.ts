import { choice, type QueryParams } from '#contract/lists/query-params.ts'
import { type Category, categories, type Outcome, outcomes } from '#contract/reports/analysis.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import type { FindingStatus } from '#contract/reports/findings.ts'
import type { IndexabilityFact } from '#contract/reports/report-facts.ts'
import { checkAnchor, type CheckView } from '#web/checks/check-view.ts'
import { changedUrlQuery } from '#web/list/use-list-query.ts'
import { reportWords as words } from './words.ts'

/** The filter over a report's checks, kept in the page's URL. Without an outcome, all checks are shown. */
export type ReportView = {
  category: Category | null
  outcome: Outcome | null
  google: '1' | null
  /** The decisions about the issues. */
  status: FindingStatus | null
  /** The open tab. Null for the checks. */
  tab: 'facts' | 'search' | null
}

/** The filter, and its setter. */
export type ReportViewState = { query: ReportView; change(change: Partial<ReportView>): void }

export const viewParams: QueryParams<ReportView> = {
  category: choice(categories, null),
  outcome: choice(outcomes, null),
  google: choice(['1'], null),
  status: choice(['open', 'in_progress', 'fixed', 'ignored'], null),
  tab: choice(['facts', 'search'], null),
}

/** Returns the URL of a check: on the first tab, under the current filters. */
export const checkHref = (search: string, id: string) => ({
  search: changedUrlQuery(viewParams, {}, search, { tab: null }),
  hash: checkAnchor(id),
})

const isGoogleBacked = ({ grade, info }: Pick<CheckView, 'grade' | 'info'>) =>
  info?.source ? info.source === 'google' : grade === 'required' || grade === 'recommended'

/** Returns the checks of the chosen category and basis, with any outcome. */
export const checksInView = (
  checks: readonly CheckView[],
  { category, google }: Pick<ReportView, 'category' | 'google'>,
) =>
  checks.filter(
    (check) => (category === null || check.category === category) && (google === null || isGoogleBacked(check)),
  )

/** The headline, with the reason as a clause and the check behind it. */
export type Indexability = Pick<IndexabilityFact, 'state' | 'reason' | 'deliberate'> &
  Partial<Pick<IndexabilityFact, 'code' | 'redirects' | 'instead'>> & { check: CheckView | null }

/** Returns the server's own indexability, else one derived from the blockers. Null if the server has no blockers. */
export function indexability({ facts }: Pick<AnyReport, 'facts'>, checks: readonly CheckView[]): Indexability | null {
  const blockers = checks.filter(({ isBlocker }) => isBlocker)
  const failedOnes = blockers.filter(({ outcome }) => outcome === 'fail')
  const failed = failedOnes.find(({ id }) => id === 'robots-blocked') ?? failedOnes[0]
  const undecided = blockers.find(({ outcome }) => outcome === 'unknown' || outcome === 'error')
  const check = failed ?? undecided ?? null
  const decided = facts?.indexable
  if (decided) {
    const { value, state, code, reason, deliberate, redirects, instead } = decided
    const fallback = value === null ? null : value ? 'indexable' : 'blocked'
    const behind = checks.find(({ id }) => id === decided.check) ?? null
    return { state: state ?? fallback, code, reason, deliberate, redirects, instead, check: behind }
  }
  const unsaid = { deliberate: false, check }
  if (check) return { ...unsaid, state: failed ? 'blocked' : null, reason: check.reason ?? asClause(check.title) }
  return blockers.length > 0 && blockers.every(({ outcome }) => outcome === 'pass')
    ? { ...unsaid, state: 'indexable', reason: words.openReason }
    : null
}

/** Rewrites a title so that it can follow a colon. */
const asClause = (title: string) => title.replace(/^(?:A|An|The) /, (word) => word.toLowerCase())

/** Returns the element ID in a URL's hash, or '' for an empty or badly encoded hash. */
export function readHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
