import type { CheckResult } from '#contract/reports/analysis.ts'
import { type ChangeCause, type ChangeCausePart, type CauseShare, changeCauses } from '#contract/reports/comparison.ts'
import { evaluate } from '../evaluate.ts'
import type { PageFacts } from '../page-facts.ts'
import type { StoredResults } from './compare-checks.ts'
import { exchangeSurroundings, exchangeView } from './exchange.ts'

/** A report of a page as it is stored, with the score and the results of the ruleset it was last scored by. */
export type ComparableReport = { facts: PageFacts; score: number; results: StoredResults }
type Results = Readonly<Record<string, Pick<CheckResult, 'outcome' | 'points_lost'>>>

type Evaluated = { score: number; results: Results }
type Step = { cause: ChangeCause; from: Evaluated; to: Evaluated; parts: ChangeCausePart[] }

/**
 * Splits the difference of two scores by cause. The facts are exchanged in a fixed order and evaluated by the current
 * ruleset after each step: first our view, then the surroundings, then the page itself. The rest of the difference is
 * the share of the ruleset. Each share is a difference of two scores, so that they add up exactly.
 */
export function shareScore(before: ComparableReport, after: ComparableReport): CauseShare[] {
  const steps = stepsBetween(before, after)
  return changeCauses.map((cause) => {
    const own = steps.filter((step) => step.cause === cause)
    const checks = own.flatMap(changedChecks)
    return {
      cause,
      points: own.reduce((sum, { from, to }) => sum + to.score - from.score, 0),
      parts: checks.length > 0 ? own.flatMap(({ parts }) => parts) : [],
      checks: sumByCheck(checks),
    }
  })
}

function stepsBetween(before: ComparableReport, after: ComparableReport): Step[] {
  const view = exchangeView(before.facts, after.facts)
  const surroundings = exchangeSurroundings(view.facts, before.facts, after.facts)
  const own = evaluate(before.facts)
  const seen = view.parts.length > 0 ? evaluate(view.facts) : own
  const surrounded = evaluate(surroundings.facts)
  const last = evaluate(after.facts)
  return [
    { cause: 'ruleset', from: before, to: own, parts: [] },
    { cause: 'view', from: own, to: seen, parts: view.parts },
    { cause: 'surroundings', from: seen, to: surrounded, parts: surroundings.parts },
    { cause: 'page', from: surrounded, to: last, parts: [] },
    { cause: 'ruleset', from: last, to: after, parts: [] },
  ]
}

/** Returns the checks whose outcome or points a step changed, with the points it gave back, in tenths. */
function changedChecks({ from, to }: Step): { id: string; points: number }[] {
  return [...new Set([...Object.keys(from.results), ...Object.keys(to.results)])].flatMap((id) => {
    const [was, is] = [from.results[id], to.results[id]]
    const points = tenths(was?.points_lost) - tenths(is?.points_lost)
    return points !== 0 || was?.outcome !== is?.outcome ? [{ id, points }] : []
  })
}

const tenths = (points = 0) => Math.round(points * 10)

function sumByCheck(checks: { id: string; points: number }[]): CauseShare['checks'] {
  const sums = new Map<string, number>()
  for (const { id, points } of checks) sums.set(id, (sums.get(id) ?? 0) + points)
  return [...sums].map(([id, points]) => ({ id, points: points / 10 }))
}
