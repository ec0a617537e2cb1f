import { type CheckResult, isIssue } from '#contract/reports/analysis.ts'
import type { ChangeCause, CauseShare, CheckChange, ComparedResult, IssueChange } from '#contract/reports/comparison.ts'

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

function changeOf(was: Known, is: Known): IssueChange | null {
  if (isIssue(is)) return isIssue(was) ? 'unchanged' : isUnchecked(was) ? 'not_checked_before' : 'new'
  if (!isIssue(was)) return null
  return isUnchecked(is) ? 'not_checked' : 'fixed'
}

const changeCausesOf = (id: string, shares: CauseShare[]): ChangeCause[] =>
  shares.filter(({ checks }) => checks.some((check) => check.id === id)).map(({ cause }) => cause)

const isEqualResult = (was: CheckResult | undefined, is: CheckResult | undefined) =>
  was?.outcome === is?.outcome && was?.points_lost === is?.points_lost

function presentResult(result: CheckResult | undefined): ComparedResult | null {
  if (!result?.outcome) return null
  const { outcome, title, points_lost, evidence } = result
  return { outcome, title, points_lost, evidence: evidence.length }
}
