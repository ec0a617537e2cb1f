/** The words a report can be rated with, and the only place that knows where one begins and another ends. */
export const ratings = ['good', 'decent', 'bad'] as const
export type Rating = (typeof ratings)[number]

/** Inclusive bounds of the integer score, 0 to 100. */
export const ratingTable: Record<Rating, { from: number; to: number; label: string }> = {
  good: { from: 80, to: 100, label: 'Good' },
  decent: { from: 50, to: 79, label: 'Decent' },
  bad: { from: 0, to: 49, label: 'Bad' },
}

/** A failed gate (not indexable, not reachable) never scores above this. */
export const gateCap = ratingTable.bad.to

/** Rates a score of 0 to 100; a score with decimals, as other servers send, counts by its lower bound. */
export function ratingOf(score: number): Rating {
  if (score >= ratingTable.good.from) return 'good'
  return score >= ratingTable.decent.from ? 'decent' : 'bad'
}

/** A score rounded for people, to one of so many `parts` of a point, but never into a rating that it does not have: 79.6 is Decent, and 80 would be Good. */
export function roundScore(score: number, parts = 1) {
  const rounded = Math.round(score * parts) / parts
  return ratingOf(rounded) === ratingOf(score) ? rounded : Math.floor(score * parts) / parts
}
