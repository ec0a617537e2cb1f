import * as z from 'zod/mini'
import { CheckResult } from '#contract/analysis.ts'
import { CategoryScores, Timings } from '#contract/report.ts'

/** What the checks said about a report, as it is kept beside the facts. */
export const StoredVerdict = z.object({
  results: z.record(z.string(), CheckResult),
  scoreBeforeCap: z.number(),
  cappedBy: z.array(z.string()),
  categories: CategoryScores,
  googleScore: z.nullable(z.number()),
  timings: z.nullable(Timings),
})
export type StoredVerdict = z.infer<typeof StoredVerdict>
