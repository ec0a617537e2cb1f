import { catalogue } from '#analyser/catalogue.ts'
import { type AlertCondition, minScoreDrop } from '#contract/jobs/alerts.ts'
import { isIssue, type Outcome } from '#contract/reports/analysis.ts'
import { canBeIndexed } from '#contract/reports/indexability.ts'
import { ratingOf, scoreOfLost } from '#contract/reports/rating.ts'
import type { EvaluatedReport } from '#service/store/alerts/changes.ts'

const reliable = catalogue.filter(({ check }) => !check.changeable)
const important = new Set(reliable.filter(({ importance }) => importance === 'high').map(({ check }) => check.id))
const blockers = new Set(reliable.filter(({ blocker }) => blocker).map(({ check }) => check.id))

/**
 * The part of a report that alerts compare: indexability, and the outcomes of reliable checks with their points in
 * tenths.
 */
export type AlertInput = {
  /** Engine and ruleset of the facts and of the results. Null if the facts are of an older ruleset. */
  method: string | null
  indexability: EvaluatedReport['indexability']
  checks: Record<string, readonly [outcome: Outcome, points: number]>
}

export function alertInputOf(report: EvaluatedReport): AlertInput {
  const { engine, ruleset, rescored_at, indexability, results } = report
  const checks = reliable.flatMap(({ check: { id } }) => {
    const result = results[id]
    return result?.outcome ? [[id, [result.outcome, Math.round(result.points_lost * 10)]] as const] : []
  })
  const method = rescored_at === null ? methodOf(engine, ruleset) : null
  return { method, indexability, checks: Object.fromEntries(checks) }
}

const methodOf = (engine: string, ruleset: number) => `${engine} ${ruleset}`

/** Reads the stored page of a change. Those stored before `method` have their ruleset instead. */
export function readBaseline(text: string): AlertInput {
  const { ruleset, ...input } = JSON.parse(text) as Partial<AlertInput> &
    Omit<AlertInput, 'method'> & { ruleset?: number }
  return { method: ruleset === undefined ? null : methodOf('http', ruleset), ...input }
}

/** Returns the engine of the page before a change. */
export const engineOfBaseline = ({ method }: AlertInput) => method?.split(' ')[0] ?? 'http'

/** Another engine, ruleset or reading of the facts finds other things on the same page. */
export const isComparable = (one: AlertInput, other: AlertInput) => one.method !== null && one.method === other.method

export type PageChange = { condition: AlertCondition; check: string; before: number | null; after: number | null }

/** Returns the changes for the worse from one report of a page to the next. */
export function changesBetween(
  before: AlertInput,
  now: AlertInput,
  conditions: readonly AlertCondition[],
): PageChange[] {
  if (!isComparable(before, now)) return []
  const changes: PageChange[] = []
  if (canBeIndexed(before.indexability) && now.indexability !== null && !canBeIndexed(now.indexability))
    changes.push({ condition: 'not_indexable', check: '', before: null, after: null })
  const [scoreBefore, scoreNow] = scoresOf(before, now)
  const scores = { check: '', before: scoreBefore, after: scoreNow }
  if (scoreBefore - scoreNow >= minScoreDrop) changes.push({ condition: 'score_drop', ...scores })
  if (ratingOf(scoreBefore) !== 'bad' && ratingOf(scoreNow) === 'bad')
    changes.push({ condition: 'becomes_bad', ...scores })
  for (const id of important) {
    const [was, is] = [before.checks[id]?.[0], now.checks[id]?.[0]]
    if (was && isKnown(was) && !isIssue({ outcome: was }) && is && isIssue({ outcome: is }))
      changes.push({ condition: 'new_issue', check: id, before: null, after: null })
  }
  return changes.filter(({ condition }) => conditions.includes(condition))
}

/**
 * Returns a change as it is now, or undefined if it may not last. Indexability and issues come from the latest report
 * alone, so a new ruleset hides neither. Scores need both reports.
 */
export function lastingChange(
  condition: AlertCondition,
  check: string,
  before: AlertInput,
  now: AlertInput,
): PageChange | undefined {
  const state = stateOf(condition, check, now)
  if (state !== null) return state === 'changed' ? { condition, check, before: null, after: null } : undefined
  return changesBetween(before, now, [condition])[0]
}

/** Returns true if a change that was sent is certainly undone. Only a comparable report proves that. */
export const isReverted = (condition: AlertCondition, check: string, before: AlertInput, now: AlertInput): boolean =>
  isComparable(before, now) && isRefuted(condition, check, before, now)

/**
 * Returns true if a suspected change isn't worth another look. A check that couldn't be run proves nothing. Scores that
 * can't be compared never will be.
 */
export function isRefuted(condition: AlertCondition, check: string, before: AlertInput, now: AlertInput): boolean {
  const state = stateOf(condition, check, now)
  if (state !== null) return state === 'sound'
  if (!isComparable(before, now)) return true
  if (changesBetween(before, now, [condition]).length > 0) return false
  return Object.keys(before.checks).every((id) => !isCounted(before, id) || isCounted(now, id))
}

/** Returns the state of a change by one report; null if an earlier report is needed too. */
function stateOf(condition: AlertCondition, check: string, now: AlertInput): 'changed' | 'sound' | 'unknown' | null {
  if (condition === 'not_indexable') {
    if (now.indexability === null) return 'unknown'
    return canBeIndexed(now.indexability) ? 'sound' : 'changed'
  }
  if (condition !== 'new_issue') return null
  const outcome = now.checks[check]?.[0] ?? 'unknown'
  if (!isKnown(outcome)) return 'unknown'
  return isIssue({ outcome }) ? 'changed' : 'sound'
}

/** The scores by the checks that have an outcome in both. */
function scoresOf(before: AlertInput, now: AlertInput): [before: number, now: number] {
  const both = Object.keys(before.checks).filter((id) => isCounted(before, id) && isCounted(now, id))
  const score = ({ checks }: AlertInput) =>
    scoreOfLost(
      both.reduce((sum, id) => sum + (checks[id]?.[1] ?? 0), 0),
      both.some((id) => blockers.has(id) && checks[id]?.[0] === 'fail'),
    ).score
  return [score(before), score(now)]
}

const isCounted = ({ checks }: AlertInput, id: string) => isKnown(checks[id]?.[0] ?? 'unknown')
const isKnown = (outcome: Outcome) => outcome !== 'unknown' && outcome !== 'error'
