import {
  categories,
  type Category,
  type Importance,
  isDecided,
  isIssue,
  type Outcome,
} from '#contract/reports/analysis.ts'
import { blockerCap, roundScore, scoreOfLost } from '#contract/reports/rating.ts'
import type { CategoryScores } from '#contract/reports/report.ts'

/** The part of a result that the score uses. */
export type Scored = {
  id: string
  category: Category
  /** The most that the check can deduct. */
  points: number
  outcome: Outcome
  /** The share of its points that a fault deducts, from 0 to 1. */
  extent: number
  fromGoogle: boolean
  blocker: boolean
  scored: boolean
  /** The fault has a cause that no other check shows, so it neither supersedes others nor is superseded. */
  ownCause: boolean
  /** Checks that deduct nothing while this one has a fault, because they show the same cause. */
  supersedes: readonly string[]
}

export type Score = {
  score: number
  scoreBeforeCap: number
  cappedBy: string[]
  /** The score without the failed blockers; null if none failed. */
  scoreWithoutBlockers: number | null
  categories: CategoryScores
  googleScore: number | null
  /** The number of scored checks that are decided: passed, warned or failed. */
  scoredChecks: number
  /** Points lost by check ID, without checks that lost none. */
  pointsLost: Map<string, number>
  /** The IDs of the checks that have a fault but deduct nothing, with the check that deducts it. */
  supersededBy: Map<string, string>
}

/** The points of a check that names none of its own. */
export const defaultPoints: Record<Importance, number> = { high: 12, medium: 6, low: 2 }

/** The share of its points that a fault deducts, unless the check sets another. */
export const defaultExtent = { fail: 1, warn: 0.5 } as const

const isScoredAndDecided = (result: Scored) => result.scored && isDecided(result)
const isScoredIssue = (result: Scored) => result.scored && isIssue(result)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Starts at 100 and deducts each fault: the check's points times the extent of the fault, rounded to tenths and at
 * least a tenth. Everything but faults deducts nothing. A failed blocker also caps the score.
 *
 * `scoreBeforeCap` is exactly 100 minus the points lost, or 0; `score` is that rounded to an integer within its rating
 * (79.6 is 79, because 80 would be Good). A category's score is 100 minus the share of all its points that is lost,
 * and the Google-backed score counts only checks from Google's documentation. A failed blocker among their checks caps
 * both.
 */
export function scoreOf(results: Scored[]): Score {
  const supersededBy = findSuperseded(results)
  const lost = new Map(
    results
      .filter((result) => isScoredIssue(result) && !supersededBy.has(result.id))
      .map((result) => [result.id, Math.max(1, Math.round(result.points * result.extent * 10))]),
  )
  const blockers = results.filter(({ blocker, outcome }) => blocker && outcome === 'fail')
  const scoreOfSome = (some: readonly Scored[], isCapped = false) =>
    scoreOfLost(sum(some.map(({ id }) => lost.get(id) ?? 0)), isCapped)
  const google = results.filter(({ fromGoogle }) => fromGoogle)
  return {
    ...scoreOfSome(results, blockers.length > 0),
    cappedBy: blockers.map(({ id }) => id),
    scoreWithoutBlockers:
      blockers.length > 0 ? scoreOfSome(results.filter((result) => !blockers.includes(result))).score : null,
    categories: categoryScores(results, lost, blockers),
    googleScore: google.some(isScoredAndDecided)
      ? scoreOfSome(
          google,
          blockers.some(({ fromGoogle }) => fromGoogle),
        ).score
      : null,
    scoredChecks: results.filter(isScoredAndDecided).length,
    pointsLost: new Map([...lost].map(([id, tenths]) => [id, tenths / 10])),
    supersededBy,
  }
}

function findSuperseded(results: readonly Scored[]): Map<string, string> {
  const faults = new Set(results.filter(isScoredIssue).map(({ id }) => id))
  const supersedable = new Set(
    results.filter((result) => isScoredIssue(result) && !result.ownCause).map(({ id }) => id),
  )
  const superseded = new Map<string, string>()
  for (const { id, supersedes, ownCause } of results)
    if (faults.has(id) && !ownCause && !superseded.has(id))
      for (const other of supersedes) if (supersedable.has(other) && !superseded.has(other)) superseded.set(other, id)
  return superseded
}

function categoryScores(
  results: readonly Scored[],
  lost: ReadonlyMap<string, number>,
  blockers: readonly Scored[],
): CategoryScores {
  const scores: CategoryScores = {}
  for (const category of categories) {
    const all = results.filter((result) => result.category === category)
    if (!all.some(isScoredAndDecided)) continue
    const most = sum(all.map(({ points, scored }) => (scored ? points * 10 : 0)))
    const score = roundScore(100 - (100 * sum(all.map(({ id }) => lost.get(id) ?? 0))) / most)
    scores[category] = blockers.some((blocker) => blocker.category === category) ? Math.min(score, blockerCap) : score
  }
  return scores
}
