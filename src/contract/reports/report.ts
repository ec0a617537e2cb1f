import * as z from 'zod'
import { integer, mapOf, orElse, orNull } from '../responses/lenient.ts'
import { type Category, categories, NamedResult } from './analysis.ts'
import { ReportFacts } from './report-facts.ts'
import { rowShape } from './report-row.ts'

/** Milliseconds; null for a step that did not happen, such as TLS over http. */
export const Timings = z.object({
  dns: orNull(z.number()),
  connect: orNull(z.number()),
  tls: orNull(z.number()),
  ttfb: orNull(z.number()),
  download: orNull(z.number()),
  total: orNull(z.number()),
})
export type Timings = z.infer<typeof Timings>

const isCategory = (name: string) => categories.some((one) => one === name)

export const CategoryScores: z.ZodType<CategoryScores> = mapOf(z.number()).refine((scores) =>
  Object.keys(scores).every(isCategory),
)
export type CategoryScores = Partial<Record<Category, number>>

/** A whole report. */
export const Report = z.object({
  ...rowShape,
  results: orElse(mapOf(NamedResult), {}),
  facts: orNull(ReportFacts),
  ruleset: orNull(integer),
  score_before_cap: orNull(z.number()),
  /** The IDs of the failed blockers that cap the score. */
  capped_by: orElse(z.array(z.string()), []),
  /** The score without the failed blockers; null if none failed. */
  score_without_blockers: orNull(z.number()),
  /** The number of scored checks that passed, warned or failed. */
  checks_judged: orNull(integer),
  /** The score when the report was made, by an older ruleset; null if it was never rescored. */
  first_score: orNull(z.number()),
  /** When the report was last rescored; null if never. */
  rescored_at: orNull(z.string()),
  categories: orElse(CategoryScores, {}),
  google_score: orNull(z.number()),
  timings: orNull(Timings),
})
export type Report = z.infer<typeof Report>
