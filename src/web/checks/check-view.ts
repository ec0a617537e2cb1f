import {
  canJudge,
  type CheckInfo,
  type EvidenceGrade,
  type Importance,
  importances,
  isIssue,
  isOfPage,
  type Outcome,
} from '#contract/reports/analysis.ts'
import type { AnyReport, AnyCheck } from '#contract/reports/any-report.ts'
import type { FindingStatus, PageFinding } from '#contract/reports/findings.ts'
import { compareIssues } from '#contract/reports/issue-order.ts'
import { humanise, showInvisible } from '#web/ui/text.ts'
import { checkNameIn } from './queries.ts'

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
  /** The reason that gained points do not raise the score yet. */
  heldBy: 'blockers' | 'floor' | null
  /** The score now and without the blockers, for a failed blocker. */
  rise: { from: number; to: number } | null
  info: CheckInfo | null
  /** The name of the check that deducts the points for the same cause. */
  supersededBy: string | null
  /** The URL of the report's page. */
  pageUrl: string
}

type ReportWithChecks = Pick<AnyReport, 'results' | 'capped_by'> &
  Partial<Pick<AnyReport, 'url' | 'score' | 'score_without_blockers' | 'score_before_cap'>>

/** Returns the checks that the page of a report shows, in the catalogue's order. */
export const checksOf = (report: ReportWithChecks, catalogue: readonly CheckInfo[]): CheckView[] =>
  allChecksOf(report, catalogue).filter(isOfPage)

/**
 * Returns the checks of a report in the catalogue's order, without those that had nothing to judge by. Checks missing
 * from the catalogue come last, as they were sent.
 */
export function allChecksOf(report: ReportWithChecks, catalogue: readonly CheckInfo[]): CheckView[] {
  const { score = null, capped_by: cappedBy } = report
  // Servers that don't send the score without blockers send at least the one before the cap. Without a blocker, it
  // differs from the score because it isn't rounded.
  const to = report.score_without_blockers ?? report.score_before_cap ?? null
  const rise = cappedBy.length > 0 && score !== null && to !== null && to > score ? { from: score, to } : null
  const lost = report.results.reduce((sum, { points_lost: points }) => sum + points, 0)
  const infos = new Map(catalogue.map((info, order) => [info.id, { info, order }]))
  const order = (id: string) => infos.get(id)?.order ?? infos.size
  return report.results
    .filter(({ id, outcome }) => !isWithoutData(infos.get(id)?.info, outcome))
    .map((check): CheckView => {
      const capsScore = cappedBy.includes(check.id)
      return {
        ...viewOf(check, infos.get(check.id)?.info ?? null, capsScore),
        heldBy: capsScore ? null : rise ? 'blockers' : lost > 100 ? 'floor' : null,
        rise: capsScore ? rise : null,
        supersededBy: check.superseded_by === null ? null : checkNameIn(catalogue, check.superseded_by),
        pageUrl: report.url ?? '',
      }
    })
    .toSorted((a, b) => order(a.id) - order(b.id))
}

/** True for a check that needs data which no report has here. Another server that has it sends an outcome. */
const isWithoutData = (info: CheckInfo | undefined, outcome: Outcome) =>
  info !== undefined && !canJudge(info) && (outcome === 'not-applicable' || outcome === 'unknown')

function viewOf(
  { title, points_lost: points, evidence_grade: grade, ...check }: AnyCheck,
  info: CheckInfo | null,
  capsScore: boolean,
): Omit<CheckView, 'heldBy' | 'rise' | 'supersededBy' | 'pageUrl'> {
  return {
    ...check,
    title: showInvisible(title ?? titleFrom(info, check) ?? humanise(check.name)),
    category: check.category ?? info?.category ?? null,
    grade: grade ?? info?.evidence_grade ?? null,
    isBlocker: capsScore || (info?.gate ?? false),
    capsScore,
    points,
    info,
  }
}

const titleFrom = (info: CheckInfo | null, check: Pick<AnyCheck, 'outcome'>) =>
  isIssue(check) ? info?.title_fail : info?.title_pass

/** Returns the issues with a status. Those without a decision are open. */
export const issuesOfStatus = (checks: readonly CheckView[], findings: readonly PageFinding[], status: FindingStatus) =>
  checks.filter(
    (check) => isIssue(check) && (findings.find((finding) => finding.check === check.id)?.status ?? 'open') === status,
  )

/** Ranks an importance, 0 for the highest. An importance that was not sent ranks last. */
export const importanceRank = (importance: Importance | null) =>
  importance === null ? importances.length : importances.indexOf(importance)

/**
 * Returns the issues in the order in which to fix them, failed blockers first. Of equal ones, failures come before
 * warnings.
 */
export function fixFirst(checks: readonly CheckView[]): CheckView[] {
  const isFailedBlocker = (check: CheckView) => Number(check.isBlocker && check.outcome === 'fail')
  const isFailure = (check: CheckView) => Number(check.outcome === 'fail')
  const ordered = ({ importance, scored, points, info }: CheckView) => ({
    rank: info?.rank ?? null,
    importance,
    scored,
    affected: 1,
    points,
  })
  return checks
    .filter(isIssue)
    .toSorted(
      (a, b) =>
        isFailedBlocker(b) - isFailedBlocker(a) || compareIssues(ordered(a), ordered(b)) || isFailure(b) - isFailure(a),
    )
}

/** Returns the issues by the points that fixing them gains, blockers first; those with equal ones in their order. */
export const mostPointsFirst = (checks: readonly CheckView[]): CheckView[] =>
  fixFirst(checks).toSorted((a, b) => Number(b.capsScore) - Number(a.capsScore) || b.points - a.points)

/** Outcomes in the order in which a reader should look at them. */
export const outcomesByUrgency: Outcome[] = ['fail', 'warn', 'info', 'unknown', 'error', 'pass', 'not-applicable']

/** Groups the checks by outcome, the most urgent first. Outcomes without checks are left out. */
export const groupByOutcome = (checks: readonly CheckView[]): { outcome: Outcome; checks: CheckView[] }[] =>
  outcomesByUrgency
    .map((outcome) => ({ outcome, checks: checks.filter((check) => check.outcome === outcome) }))
    .filter((group) => group.checks.length > 0)

/** Groups the checks without an issue. They stay folded while no outcome is chosen. */
export const foldedGroups = (checks: readonly CheckView[]) => groupByOutcome(checks.filter((check) => !isIssue(check)))

/** Returns the number of findings beyond the evidence, 0 if the server does not count them. */
export const moreThanShown = ({ evidence, evidence_total: total }: Pick<CheckView, 'evidence' | 'evidence_total'>) =>
  Math.max(0, (total ?? 0) - evidence.length)

/** The element ID of a check on the report page, for links to it. */
export const checkAnchor = (id: string) => `check-${id}`
