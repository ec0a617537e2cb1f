import { type CheckResult, isIssue, type Outcome } from '#contract/reports/analysis.ts'
import {
  type CauseShare,
  type ChangeCause,
  changeOfExtent,
  type CheckChange,
  type ComparedResult,
  type IssueChange,
  type IssueStateName,
} from '#contract/reports/comparison.ts'

/** The results of one report by check ID, as they are stored. */
export type StoredResults = Readonly<Record<string, CheckResult>>

type Known = Pick<CheckResult, 'outcome'> | undefined

/** Returns true if a check could not be run, is missing or broke. */
export const isUnchecked = (result: Known) =>
  result === undefined || result.outcome === null || result.outcome === 'unknown' || result.outcome === 'error'

/** Returns the checks with an issue in at least one of two reports, in the order of the later one. */
export function compareChecks(before: StoredResults, after: StoredResults, shares: CauseShare[]): CheckChange[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((id) => {
    const [was, is] = [before[id], after[id]]
    const change = changeOf(was, is)
    const described = is ?? was
    if (change === null || !described) return []
    const { category, importance } = described
    const compared: CheckChange = {
      id,
      category,
      importance,
      change,
      before: presentResult(was),
      after: presentResult(is),
      causes: isEqualResult(was, is) ? [] : changeCausesOf(id, shares),
    }
    return [compared]
  })
}

function changeOf(was: CheckResult | undefined, is: CheckResult | undefined): IssueChange | null {
  if (isIssue(was) && isIssue(is))
    return changeOfExtent(
      { outcome: was.outcome, places: was.evidence_total },
      { outcome: is.outcome, places: is.evidence_total },
    )
  if (isIssue(is)) return isUnchecked(was) ? 'not_checked_before' : 'new'
  if (!isIssue(was)) return null
  return isUnchecked(is) ? 'not_checked' : 'fixed'
}

const changeCausesOf = (id: string, shares: CauseShare[]): ChangeCause[] =>
  shares.filter(({ checks }) => checks.some((check) => check.id === id)).map(({ cause }) => cause)

const isEqualResult = (was: CheckResult | undefined, is: CheckResult | undefined) =>
  was?.outcome === is?.outcome && was?.points_lost === is?.points_lost

function presentResult(result: CheckResult | undefined): ComparedResult | null {
  if (!result?.outcome) return null
  const { outcome, title, points_lost, evidence, evidence_total } = result
  return { outcome, title, points_lost, evidence: evidence_total ?? evidence.length }
}

/** The outcomes of a report's checks, by check ID. */
export type OutcomesOfReport = Readonly<Record<string, { outcome: Outcome }>>

/** `since` is the index of the first report of the unbroken run with the issue, counted from the newest, 0. */
export type StateOverTime = { state: IssueStateName; since: number; reachesEnd: boolean }

/**
 * Returns the state of each issue of a page's latest report, and of those of the report before that were not checked
 * this time. Reports in which a check has no result neither begin nor end a run.
 * @param reports outcomes from the latest report back; a page's only report has no changes
 */
export function issueStates(reports: readonly OutcomesOfReport[]): Map<string, StateOverTime> {
  const [newest = {}, previous = {}] = reports
  const states = new Map<string, StateOverTime>()
  if (reports.length < 2) return states
  for (const id of new Set([...Object.keys(newest), ...Object.keys(previous)])) {
    if (isIssue(newest[id])) {
      const state = stateOf(id, reports)
      if (state) states.set(id, state)
    } else if (isUnchecked(newest[id]) && isIssue(previous[id])) {
      const { since = 0, reachesEnd = true } = stateOf(id, reports.slice(1)) ?? {}
      states.set(id, { state: 'not_checked', since: since + 1, reachesEnd })
    }
  }
  return states
}

/** Returns null if no other report has a result. */
function stateOf(id: string, reports: readonly OutcomesOfReport[]): StateOverTime | null {
  const checked = reports.flatMap((results, index) =>
    isUnchecked(results[id]) ? [] : [{ index, hasIssue: isIssue(results[id]) }],
  )
  if (checked.length < 2) return null
  const end = checked.findIndex(({ hasIssue }) => !hasIssue)
  const run = end < 0 ? checked : checked.slice(0, end)
  const wasThereBefore = checked.slice(run.length).some(({ hasIssue }) => hasIssue)
  const state = run.length > 1 ? 'unchanged' : wasThereBefore ? 'back' : 'new'
  return { state, since: run.at(-1)?.index ?? 0, reachesEnd: end < 0 }
}
