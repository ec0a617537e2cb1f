import { type Importance, type Rank, ranks } from './analysis.ts'

/** Each importance counts ten times the next: a medium issue comes first if it is on more than ten times the pages. */
const weights: Record<Importance, number> = { high: 100, medium: 10, low: 1 }

export type OrderedIssue = {
  /** Null if a server doesn't rank its checks. */
  rank: Rank | null
  importance: Importance | null
  scored: boolean | null
  /** The number of pages, or of links to broken pages; 1 in the report of a page. */
  affected: number
  points: number
  /** Google’s clicks of these pages; null if they aren’t known. */
  clicks?: number | null
}

/**
 * Compares two issues of a website or of a page by the order in which to fix them: by rank, then by the clicks of their
 * pages, then by importance times the number of affected pages. Issues that are only shown come last.
 */
export function compareIssues(a: OrderedIssue, b: OrderedIssue): number {
  const weight = ({ importance, affected }: OrderedIssue) => (importance === null ? 0 : weights[importance] * affected)
  return (
    Number(a.scored === false) - Number(b.scored === false) ||
    (a.rank ?? ranks.length + 1) - (b.rank ?? ranks.length + 1) ||
    byClicks(a, b) ||
    weight(b) - weight(a) ||
    b.points - a.points
  )
}

/** Compares two issues by clicks, most first. Unknown ones come last. */
export const byClicks = (a: Pick<OrderedIssue, 'clicks'>, b: Pick<OrderedIssue, 'clicks'>): number =>
  (b.clicks ?? -1) - (a.clicks ?? -1)
