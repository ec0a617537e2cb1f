import * as z from 'zod'
import {
  flagOrNull,
  idOrNull,
  lenientId,
  lenientName,
  momentOrNull,
  numberOrNull,
  readScore,
  readText,
  scoreOrNull,
  textOrNull,
} from '../responses/lenient.ts'
import { indexabilities } from './indexability.ts'
import { type Rating, ratingOf, ratings } from './rating.ts'

/** The fields of a report both in a list and on its own page. */
export const rowShape = {
  id: lenientId,
  /** As it was sent. Other servers may leave out the scheme. */
  url: lenientName,
  website_id: idOrNull,
  domain: textOrNull,
  title: textOrNull,
  /** From 0 to 100, with decimals on other servers. Null only if another server sends none. */
  score: scoreOrNull,
  /** Null only if another server sends none. Read it with {@link ratingOfReport}. */
  result: z.transform((given) => ratings.find((rating) => rating === readText(given)?.trim().toLowerCase()) ?? null),
  engine: textOrNull,
  /** The score of the newest older report of the same URL; null if there is none or the server does not send it. */
  previous_score: scoreOrNull,
  /** `score` minus `previous_score`; null if either is. */
  change: numberOrNull,
  /** Whether it is the latest report of its URL. Null if the server does not send it. */
  latest: flagOrNull,
  /** What search engines can do with the page. Null if unknown or not sent. */
  indexability: z.transform((given) => indexabilities.find((value) => value === given) ?? null),
  /** The ID of the check that explains why the page is not indexable, or of its worst issue. Null if not sent. */
  main_issue: textOrNull,
  /** The name of that check. */
  main_issue_name: textOrNull,
  /** ISO 8601 in UTC; other servers use other formats. */
  created_at: momentOrNull,
}

/** Precedes an object of {@link rowShape}: some servers send the score in `result` instead of `score`. */
export const tidyRow = z.transform((given) => {
  const row = given as { score?: unknown; result?: unknown } | null | undefined
  return typeof row === 'object' && row && readScore(row.score) === null ? { ...row, score: row.result } : given
})

/** A report as a list shows it. */
export const ReportRow = tidyRow.pipe(z.object(rowShape))
export type ReportRow = z.infer<typeof ReportRow>

/** Returns the rating that the server sent, or that of its score; null if it sent neither. */
export const ratingOfReport = ({ result, score }: Pick<ReportRow, 'result' | 'score'>) =>
  result ?? (score === null ? null : ratingOf(score))

/**
 * Whether some of the rows have another rating than `rating`. For rows without a rating only a score two ratings away
 * counts, because other servers may set other limits.
 */
export function hasOtherRating(rating: Rating, rows: readonly Partial<Pick<ReportRow, 'result' | 'score'>>[]): boolean {
  const isFar = (score: number) => rating !== 'decent' && ratingOf(score) !== 'decent' && ratingOf(score) !== rating
  return rows.some(({ result = null, score = null }) =>
    result === null ? score !== null && isFar(score) : result !== rating,
  )
}
