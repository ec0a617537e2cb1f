import * as z from 'zod'
import type { QueryParam, QueryParams } from '../lists/query-params.ts'
import { Count, Points } from '../values.ts'
import { scoreOfLost } from './rating.ts'

/** The most checks in a plan. */
export const maxFixed = 200

type LostPoints = { id: string; points_lost: number }

/**
 * Returns the score of a report if some of its checks had no issue; null if its points don't add up to its score, as on
 * servers that count in another way. Points of superseded checks stay with the check that supersedes them, because both
 * have the same cause.
 */
export function scoreIfFixed(
  report: { score: number | null; score_before_cap: number | null; capped_by: readonly string[] },
  checks: readonly LostPoints[],
  fixed: ReadonlySet<string>,
): number | null {
  const lost = (some: readonly LostPoints[]) => some.reduce((sum, check) => sum + Math.round(check.points_lost * 10), 0)
  const now = scoreOfLost(lost(checks), report.capped_by.length > 0)
  if (report.score !== now.score || report.score_before_cap !== now.scoreBeforeCap) return null
  const rest = checks.filter(({ id }) => !fixed.has(id))
  return scoreOfLost(
    lost(rest),
    report.capped_by.some((id) => !fixed.has(id)),
  ).score
}

const oneId = /^[a-z0-9_.-]{1,100}$/i

/** The checks of a plan, separated by commas. With `known`, others are refused, and left out of the replacement. */
export function planParams(known?: ReadonlySet<string>): QueryParams<{ fixed: string }> {
  const isAllowed = (text: string) => {
    const ids = text.split(',')
    return ids.length <= maxFixed && ids.every((id) => (known ? known.has(id) : oneId.test(id)))
  }
  const fixed: QueryParam<string> = {
    schema: z.string().refine(isAllowed),
    fallback: '',
    allowed: `at most ${maxFixed} IDs of checks, separated by commas`,
  }
  const keepKnown = (given: string) =>
    readFixed(given)
      .filter((id) => known?.has(id))
      .slice(0, maxFixed)
      .join(',')
  return { fixed: known ? { ...fixed, nearest: keepKnown } : fixed }
}

export const whatIfParams = planParams()

/** Returns the checks of a plan, each once. */
export const readFixed = (text: string): string[] => [...new Set(text.split(',').filter(Boolean))]

export const WebsiteWhatIf = z
  .object({
    fixed: z.array(z.string()),
    pages: Count,
    /** Pages whose score would change. */
    pages_changed: Count,
    /** Pages that Google could index then. */
    pages_findable: Count,
    average: Points.nullable(),
    average_fixed: Points.nullable(),
  })
  .meta({
    id: 'WebsiteWhatIf',
    description:
      'The average score of a website’s pages, and what it would be without the issues `fixed`. Nothing else keeps `pages_findable` out of search. Waived issues count in neither.',
  })
export type WebsiteWhatIf = z.infer<typeof WebsiteWhatIf>
