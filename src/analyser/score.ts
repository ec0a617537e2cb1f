import { categories, type Category, type EvidenceGrade, type Importance, type Outcome } from '#contract/analysis.ts'
import { blockerCap } from '#contract/rating.ts'
import type { CategoryScores } from '#contract/report.ts'

/** The part of a result that the score uses. */
export type Scored = {
  id: string
  category: Category
  importance: Importance
  grade: EvidenceGrade
  outcome: Outcome
  blocker: boolean
  scored: boolean
}

export type Score = {
  score: number
  scoreBeforeCap: number
  cappedBy: string[]
  categories: CategoryScores
  googleScore: number | null
  /** Points lost by check ID, without checks that lost none. */
  pointsLost: Map<string, number>
}

export const weights: Record<Importance, number> = { high: 10, medium: 5, low: 2 }
/** In halves, so that all sums are whole numbers. */
const halvesLost: Partial<Record<Outcome, number>> = { pass: 0, warn: 1, fail: 2 }

const counts = ({ outcome, scored }: Scored) => scored && halvesLost[outcome] !== undefined
const lost = ({ outcome, importance }: Scored) => weights[importance] * (halvesLost[outcome] ?? 0)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Returns the weighted mean of passed checks, warnings and failures; everything else has no weight. Category scores and
 * the Google-backed score are the same mean of fewer checks, without the cap of blockers. A page without any such
 * result scores 0.
 *
 * `scoreBeforeCap` has one decimal, and `score` is the mean rounded to an integer. Both round the same way: where one
 * decimal would round up to a half that the mean does not reach (79.46), it is rounded down (79.4, 79). Points lost are
 * distributed in tenths by largest remainder, earlier checks first, so that they add up to exactly 100 −
 * `scoreBeforeCap`.
 */
export function scoreOf(results: Scored[]): Score {
  const counted = results.filter(counts)
  const whole = 2 * sum(counted.map(({ importance }) => weights[importance]))
  const tenths = tenthsOf(counted, whole)
  const cappedBy = results.filter(({ blocker, outcome }) => blocker && outcome === 'fail').map(({ id }) => id)
  const uncapped = meanOf(counted) ?? 0
  return {
    score: cappedBy.length > 0 ? Math.min(uncapped, blockerCap) : uncapped,
    scoreBeforeCap: tenths / 10,
    cappedBy,
    categories: categoryScores(counted),
    googleScore: meanOf(counted.filter(({ grade }) => grade !== 'heuristic')),
    pointsLost: distributePoints(counted, whole, 1000 - tenths),
  }
}

/** Returns the mean rounded to an integer, or null if nothing counts. */
function meanOf(counted: Scored[]): number | null {
  const whole = 2 * sum(counted.map(({ importance }) => weights[importance]))
  if (whole === 0) return null
  return Math.floor((200 * (whole - sum(counted.map(lost))) + whole) / (2 * whole))
}

function tenthsOf(counted: Scored[], whole: number): number {
  if (whole === 0) return 0
  const tenths = Math.floor((2000 * (whole - sum(counted.map(lost))) + whole) / (2 * whole))
  return Math.round(tenths / 10) > (meanOf(counted) ?? 0) ? tenths - 1 : tenths
}

function distributePoints(counted: Scored[], whole: number, tenthsLost: number): Map<string, number> {
  const shares = counted
    .filter((one) => lost(one) > 0)
    .map((one) => ({
      id: one.id,
      tenths: Math.floor((1000 * lost(one)) / whole),
      remainder: (1000 * lost(one)) % whole,
    }))
  const left = tenthsLost - sum(shares.map(({ tenths }) => tenths))
  const byRemainder = shares.toSorted((a, b) => b.remainder - a.remainder)
  for (const share of byRemainder.slice(0, left)) share.tenths++
  return new Map(shares.map(({ id, tenths }) => [id, tenths / 10]))
}

function categoryScores(counted: Scored[]): CategoryScores {
  const scores: CategoryScores = {}
  for (const category of categories) {
    const mean = meanOf(counted.filter((one) => one.category === category))
    if (mean !== null) scores[category] = mean
  }
  return scores
}
