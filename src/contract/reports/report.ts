import * as z from 'zod'
import { Count, Id, Points, Relation, Score, Timestamp } from '../values.ts'
import { categories, type Category, NamedResult } from './analysis.ts'
import { indexabilities, indexingCodes } from './indexability.ts'
import { ratings } from './rating.ts'
import { ReportFacts } from './report-facts.ts'
import { ReportRow } from './report-row.ts'

const step = z.number().nullable()
export const Timings = z
  .object({ dns: step, connect: step, tls: step, ttfb: step, download: step, total: step })
  .meta({ id: 'Timings', description: "Milliseconds. null for a step that didn't happen." })
export type Timings = z.infer<typeof Timings>

export const CategoryScores = z.partialRecord(z.enum(categories), Points)
export type CategoryScores = Partial<Record<Category, number>>

/** The state of a page that a crawl found after its latest report. */
const LaterState = z.object({
  at: Timestamp,
  indexability: z.enum(indexabilities).nullable(),
  indexing_code: z.enum(indexingCodes).nullable(),
  /** That of the URL itself, if it was requested. */
  status: z.int().nullable(),
})

const details = z.object({
  score: Score,
  result: z.enum(ratings),
  results: z.record(z.string(), NamedResult),
  facts: ReportFacts.nullable(),
  ruleset: z.int(),
  score_before_cap: Points,
  /** The IDs of the failed blockers that cap the score. */
  capped_by: z.array(z.string()),
  /** The score without the failed blockers; null if none failed. */
  score_without_blockers: Score.nullable(),
  /** The number of scored checks that passed, warned or failed. */
  checks_judged: Count.nullable(),
  /** The score when the report was made, by an older ruleset; null if it was never rescored. */
  first_score: Score.nullable(),
  /** Null if the page has the state of this report, or there is a newer one. */
  later: LaterState.nullable(),
  rescored_at: Timestamp.nullable(),
  categories: CategoryScores,
  google_score: Points.nullable(),
  timings: Timings.nullable(),
})

export const Report = z
  .object({ ...ReportRow.shape, ...details.shape })
  .meta({ id: 'Report', description: 'A whole report. `results` is keyed by check ID.' })
export type Report = z.infer<typeof Report>

/** The data of the event `preview` while a page is rendered. Only what belongs to a stored report is missing. */
export const ReportPreview = Report.omit({
  id: true,
  website_id: true,
  page_id: true,
  previous_score: true,
  change: true,
  latest: true,
  clicks: true,
  impressions: true,
  ctr: true,
  position: true,
  clicks_change: true,
  google_index: true,
  lcp: true,
  inp: true,
  cls: true,
  field_scope: true,
  created_at: true,
  first_score: true,
  later: true,
  rescored_at: true,
}).meta({
  id: 'ReportPreview',
  description:
    'The report of a page by its HTML alone, while the page is rendered. It isn’t stored. Checks that need other URLs are `unknown`.',
})
export type ReportPreview = z.infer<typeof ReportPreview>

export const LinkedReport = z
  .object({ ...ReportRow.shape, ...details.partial().shape, score: Score, result: z.enum(ratings) })
  .meta({
    id: 'LinkedReport',
    description: 'A report opened by a share link. A snapshot lacks fields that were added to reports later.',
  })
export type LinkedReport = z.infer<typeof LinkedReport>

const Neighbour = z.object({ id: Id, url: z.string() })
export type Neighbour = z.infer<typeof Neighbour>

export const Neighbours = z
  .object({
    /** From 1. */
    position: z.int().min(1).nullable(),
    total: Count,
    total_relation: Relation,
    previous: Neighbour.nullable(),
    next: Neighbour.nullable(),
  })
  .meta({
    id: 'Neighbours',
    description:
      "A report's position in a list. `position` is null if the report is no longer in the list, or beyond the rows that are counted.",
  })
export type Neighbours = z.infer<typeof Neighbours>
