/** The points that checks cost in a report, in tenths, by check. Checks that cost none are left out. */
export type LostPoints = Readonly<Record<string, number>>

/**
 * Returns the check that costs the most points more in the later of two reports of a page; null if none costs more.
 * @param leftOut checks of settings that all pages of a website share, which are never the cause of one page, and those
 *   that can't be compared
 */
export function causeOfFall(before: LostPoints, after: LostPoints, leftOut: ReadonlySet<string>): string | null {
  const more = Object.entries(after)
    .map(([check, points]) => ({ check, points: points - (before[check] ?? 0) }))
    .filter(({ check, points }) => points > 0 && !leftOut.has(check))
    .toSorted((a, b) => b.points - a.points)
  return more[0]?.check ?? null
}

/** Returns the points that the checks of a report cost. */
export const lostPointsOf = (results: Readonly<Record<string, { points_lost: number }>>): LostPoints =>
  Object.fromEntries(
    Object.entries(results).flatMap(([check, { points_lost }]) =>
      points_lost > 0 ? [[check, Math.round(points_lost * 10)]] : [],
    ),
  )
