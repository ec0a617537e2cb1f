import * as z from 'zod/mini'
import type { SiteFacts } from '#analyser/page-facts.ts'
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
  /** What the website's other reports said; kept here, since facts stay as they are when a report is judged again. */
  site: z.optional(z.nullable(z.custom<SiteFacts>((site) => typeof site === 'object'))),
})
export type StoredVerdict = z.infer<typeof StoredVerdict>
