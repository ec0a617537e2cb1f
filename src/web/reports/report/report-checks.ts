import {
  type Category,
  categories,
  type CheckInfo,
  type EvidenceGrade,
  evidenceLimit,
  type Importance,
  importances,
  type Outcome,
  outcomes,
} from '#contract/analysis.ts'
import type { AnyReport } from '#contract/any-report.ts'
import type { AnyCheck } from '#contract/any-results.ts'
import type { Indexable } from '#contract/report-facts.ts'
import { choice, type QueryParams } from '#contract/query-params.ts'
import { humanise } from '#web/ui/humanise.ts'
import { reportWords as words } from './report-words.ts'

/**
 * One check as the report page shows it: its result, joined with its entry in the server's catalogue, if there is one.
 */
export type CheckView = Omit<AnyCheck, 'title' | 'points_lost' | 'evidence_grade'> & {
  title: string
  grade: EvidenceGrade | null
  isBlocker: boolean
  /** True if this check caps the score of this report. */
  capsScore: boolean
  points: number
  /** Why the score does not rise yet when the points are gained. */
  heldBy: 'blockers' | 'floor' | null
  /** The score now and without the blockers, for a failed blocker. */
  rise: { from: number; to: number } | null
  info: CheckInfo | null
}

/**
 * Returns every check of a report in the catalogue's order. Checks missing from the catalogue come last, as they were
 * sent.
 */
export function checksOf(
  report: Pick<AnyReport, 'results' | 'capped_by'> & Partial<Pick<AnyReport, 'score' | 'score_without_blockers'>>,
  catalogue: readonly CheckInfo[],
): CheckView[] {
  const { score = null, score_without_blockers: to = null, capped_by: cappedBy } = report
  const rise = score !== null && to !== null && to > score ? { from: score, to } : null
  const lost = report.results.checks.reduce((sum, { points_lost: points }) => sum + points, 0)
  const infos = new Map(catalogue.map((info, order) => [info.id, { info, order }]))
  const order = (id: string) => infos.get(id)?.order ?? infos.size
  return report.results.checks
    .map((check): CheckView => {
      const capsScore = cappedBy.includes(check.id)
      return {
        ...viewOf(check, infos.get(check.id)?.info ?? null, capsScore),
        heldBy: capsScore ? null : rise ? 'blockers' : lost > 100 ? 'floor' : null,
        rise: capsScore ? rise : null,
      }
    })
    .toSorted((a, b) => order(a.id) - order(b.id))
}

function viewOf(
  { title, points_lost: points, evidence_grade: grade, ...check }: AnyCheck,
  info: CheckInfo | null,
  capsScore: boolean,
): Omit<CheckView, 'heldBy' | 'rise'> {
  return {
    ...check,
    title: title ?? titleFrom(info, check.outcome) ?? humanise(check.name),
    category: check.category ?? info?.category ?? null,
    grade: grade ?? info?.evidence_grade ?? null,
    isBlocker: capsScore || (info?.gate ?? false),
    capsScore,
    points,
    info,
  }
}

const titleFrom = (info: CheckInfo | null, outcome: Outcome) =>
  outcome === 'fail' || outcome === 'warn' ? info?.title_fail : info?.title_pass

export const needsWork = ({ outcome }: Pick<CheckView, 'outcome'>) => outcome === 'fail' || outcome === 'warn'

/** Whether the check has a verdict. Only these count in "12 of 61 checks". */
export const hasVerdict = ({ outcome }: Pick<CheckView, 'outcome'>) =>
  outcome === 'pass' || outcome === 'warn' || outcome === 'fail'

/** Ranks an importance, 0 for the highest. An importance that was not sent ranks last. */
export const importanceRank = (importance: Importance | null) =>
  importance === null ? importances.length : importances.indexOf(importance)

/**
 * Returns the checks that need work: failed blockers first, then by points lost. Where points are equal, or the server
 * sends none, failures come before warnings and important checks before the rest.
 */
export function fixFirst(checks: readonly CheckView[]): CheckView[] {
  const isFailedBlocker = (check: CheckView) => Number(check.isBlocker && check.outcome === 'fail')
  return checks
    .filter(needsWork)
    .toSorted(
      (a, b) =>
        isFailedBlocker(b) - isFailedBlocker(a) ||
        b.points - a.points ||
        Number(b.outcome === 'fail') - Number(a.outcome === 'fail') ||
        importanceRank(a.importance) - importanceRank(b.importance),
    )
}

/** The filter over a report's checks, kept in the page's URL. Without an outcome, all checks are shown. */
export type ReportView = {
  category: Category | null
  outcome: Outcome | null
  google: '1' | null
}

export const viewParams: QueryParams<ReportView> = {
  category: choice(categories, null),
  outcome: choice(outcomes, null),
  google: choice(['1'], null),
}

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

/** Outcomes in the order in which a reader should look at them. */
export const outcomesByUrgency: Outcome[] = ['fail', 'warn', 'info', 'unknown', 'error', 'pass', 'not-applicable']

/** Groups the checks by outcome, the most urgent first. Outcomes without checks are left out. */
export const groupByOutcome = (checks: readonly CheckView[]): { outcome: Outcome; checks: CheckView[] }[] =>
  outcomesByUrgency
    .map((outcome) => ({ outcome, checks: checks.filter((check) => check.outcome === outcome) }))
    .filter((group) => group.checks.length > 0)

/** Groups the checks that need no work. They stay folded while no outcome is chosen. */
export const foldedGroups = (checks: readonly CheckView[]) =>
  groupByOutcome(checks.filter((check) => !needsWork(check)))

/**
 * Returns how many findings the page has beyond a full list of evidence. The check's value is that count only if the
 * title begins with it ("6 of 9 images …"). Other checks measure bytes or characters.
 */
export function moreThanShown({ title, value, evidence }: Pick<CheckView, 'title' | 'value' | 'evidence'>): number {
  if (typeof value !== 'number' || evidence.length < evidenceLimit) return 0
  const counted = /^\d[\d,]*/.exec(title)?.[0].replaceAll(',', '')
  return counted === String(value) ? Math.max(0, value - evidence.length) : 0
}

/**
 * Whether Google can index the page, with the reason as a clause and the check behind it. `state` is null if the server
 * sends only `value`. `isUncrawlable` if robots.txt keeps Google from fetching the page at all.
 */
export type Indexability = Pick<Indexable, 'value' | 'state' | 'reason' | 'deliberate'> & {
  isUncrawlable: boolean
  check: CheckView | null
}

/** Returns the server's own verdict, else one derived from the blockers. Null if the server has no blockers. */
export function indexability({ facts }: Pick<AnyReport, 'facts'>, checks: readonly CheckView[]): Indexability | null {
  const blockers = checks.filter(({ isBlocker }) => isBlocker)
  const failedOnes = blockers.filter(({ outcome }) => outcome === 'fail')
  const failed = failedOnes.find(({ id }) => id === 'robots-blocked') ?? failedOnes[0]
  const undecided = blockers.find(({ outcome }) => outcome === 'unknown' || outcome === 'error')
  const check = failed ?? undecided ?? null
  const isUncrawlable = failed?.id === 'robots-blocked'
  const decided = facts?.indexable
  if (decided) {
    const { value, state, reason, deliberate } = decided
    const behind = checks.find(({ id }) => id === decided.check) ?? (state === null ? check : null)
    return { value, state, reason, deliberate, isUncrawlable, check: behind }
  }
  const unsaid = { state: null, deliberate: false, isUncrawlable }
  if (check) return { ...unsaid, value: failed ? false : null, reason: check.reason ?? asClause(check.title), check }
  return blockers.length > 0 && blockers.every(({ outcome }) => outcome === 'pass')
    ? { ...unsaid, value: true, reason: words.verdict.openReason, check }
    : null
}

/** Rewrites a title so that it can follow a colon. */
const asClause = (title: string) => title.replace(/^(?:A|An|The) /, (word) => word.toLowerCase())

/** The element ID of a check on the report page, for links to it. */
export const checkAnchor = (id: string) => `check-${id}`

/** Returns the element ID in a URL's hash, or '' for an empty or badly encoded hash. */
export function readHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
