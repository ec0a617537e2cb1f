import * as z from 'zod/mini'
import {
  idOrNull,
  lenientInteger,
  lenientId,
  lenientName,
  momentOrNull,
  orNull,
  readScore,
  readText,
  scoreOrNull,
  textOrNull,
} from './lenient.ts'
import { type Rating, ratingOf, ratings } from './rating.ts'

/** The fields that a report has in a list as on its own page. */
export const rowShape = {
  id: lenientId,
  /** As it was sent: other servers may leave its scheme out. */
  url: lenientName,
  website_id: idOrNull,
  domain: textOrNull,
  title: textOrNull,
  /** From 0 to 100, with decimals on other servers; null only where another server sends none. */
  score: scoreOrNull,
  /** Null only where another server left it out or sent something else: read it with {@link ratingOfReport}. */
  result: z.transform((given) => ratings.find((rating) => rating === readText(given)?.trim().toLowerCase()) ?? null),
  engine: textOrNull,
  /** The score of the newest older report of the same URL; null when there is none, or the server does not say. */
  previous_score: scoreOrNull,
  /** ISO 8601, UTC; on other servers in whatever way they write it. */
  created_at: momentOrNull,
}

/** Goes before an object of {@link rowShape}: some servers send the score as the result, and no score. */
export const tidyRow = z.transform((given) => {
  const row = given as { score?: unknown; result?: unknown } | null | undefined
  return typeof row === 'object' && row && readScore(row.score) === null ? { ...row, score: row.result } : given
})

/** A report as a list shows it. */
export const ReportRow = z.pipe(tidyRow, z.object(rowShape))
export type ReportRow = z.infer<typeof ReportRow>

/** The rating the server sent, or the one its score stands for; null where it sent neither. */
export const ratingOfReport = ({ result, score }: Pick<ReportRow, 'result' | 'score'>) =>
  result ?? (score === null ? null : ratingOf(score))

/**
 * Whether some of the rows have another rating than `rating`. For rows without a rating only a score two ratings away counts,
 * because other servers may set other limits.
 */
export function hasOtherRating(rating: Rating, rows: readonly Partial<Pick<ReportRow, 'result' | 'score'>>[]): boolean {
  const isFar = (score: number) => rating !== 'decent' && ratingOf(score) !== 'decent' && ratingOf(score) !== rating
  return rows.some(({ result = null, score = null }) =>
    result === null ? score !== null && isFar(score) : result !== rating,
  )
}

const Neighbour = z.object({ id: lenientInteger, url: z.string() })
export type Neighbour = z.infer<typeof Neighbour>

/** Where a report stands in a list, as `GET /api/v1/reports/{id}/neighbours` with the list's parameters says. */
export const Neighbours = z.object({
  /** From 1. Null when the report is not in the list any more, or the list is a search that is not counted so far. */
  position: orNull(lenientInteger),
  total: lenientInteger,
  total_relation: z.enum(['eq', 'gte']),
  previous: orNull(Neighbour),
  next: orNull(Neighbour),
})
export type Neighbours = z.infer<typeof Neighbours>
