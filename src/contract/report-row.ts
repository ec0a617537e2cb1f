import * as z from 'zod/mini'
import { lenientInteger, lenientNumber, orNull } from './lenient.ts'
import { ratingOf, ratings } from './rating.ts'

/** The fields that a report has in a list as on its own page. */
export const rowShape = {
  id: lenientInteger,
  url: z.string(),
  website_id: orNull(lenientInteger),
  domain: orNull(z.string()),
  title: orNull(z.string()),
  score: lenientNumber,
  /** Null only where another server left it out or sent something else: read it with {@link ratingOfReport}. */
  result: orNull(z.enum(ratings)),
  engine: orNull(z.string()),
  /** The score of the newest older report of the same URL; null when there is none, or the server does not say. */
  previous_score: orNull(lenientNumber),
  /** ISO 8601, UTC. */
  created_at: orNull(z.string()),
}

/** A report as a list shows it. */
export const ReportRow = z.object(rowShape)
export type ReportRow = z.infer<typeof ReportRow>

/** The rating the server sent, or the one its score stands for. */
export const ratingOfReport = (report: Pick<ReportRow, 'result' | 'score'>) => report.result ?? ratingOf(report.score)
