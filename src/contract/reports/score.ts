import { ratingTable, roundScore } from './rating.ts'

/** The highest score of a page that fails a blocker, such as one that is not indexable. */
const blockerCap = ratingTable.bad.to

/**
 * Returns the score before the cap, exactly, and the score as it is shown, for the points that are lost in tenths. A
 * failed blocker caps it.
 */
export function scoreOfLost(tenths: number, hasBlocker: boolean): { scoreBeforeCap: number; score: number } {
  const scoreBeforeCap = Math.max(0, 1000 - tenths) / 10
  const score = roundScore(scoreBeforeCap)
  return { scoreBeforeCap, score: hasBlocker ? Math.min(score, blockerCap) : score }
}
