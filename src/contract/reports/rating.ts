/** The ratings of a report. Their limits are defined only here. */
export const ratings = ['good', 'decent', 'bad'] as const
export type Rating = (typeof ratings)[number]

/** Inclusive bounds of the integer score, 0 to 100. */
export const ratingTable: Record<Rating, { from: number; to: number; label: string }> = {
  good: { from: 80, to: 100, label: 'Good' },
  decent: { from: 50, to: 79, label: 'Decent' },
  bad: { from: 0, to: 49, label: 'Bad' },
}

/** Rates a score from 0 to 100, also one with decimals, as other servers send. */
export function ratingOf(score: number): Rating {
  if (score >= ratingTable.good.from) return 'good'
  return score >= ratingTable.decent.from ? 'decent' : 'bad'
}

/** Rounds a score to 1 / `parts` of a point without changing its rating: 79.6 becomes 79, because 80 would be Good. */
export function roundScore(score: number, parts = 1) {
  const rounded = Math.round(score * parts) / parts
  return ratingOf(rounded) === ratingOf(score) ? rounded : Math.floor(score * parts) / parts
}

/** The highest score of a page that fails a blocker, such as one that is not indexable. */
export const blockerCap = ratingTable.bad.to

/**
 * Returns the score before the cap, exactly, and the score as it is shown, for the points that are lost in tenths. A
 * failed blocker caps it.
 */
export function scoreOfLost(tenths: number, hasBlocker: boolean): { scoreBeforeCap: number; score: number } {
  const scoreBeforeCap = Math.max(0, 1000 - tenths) / 10
  const score = roundScore(scoreBeforeCap)
  return { scoreBeforeCap, score: hasBlocker ? Math.min(score, blockerCap) : score }
}
