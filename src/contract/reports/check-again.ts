import * as z from 'zod'
import { Count, Score, Timestamp } from '../values.ts'
import { importances } from './analysis.ts'
import { issueChanges } from './comparison.ts'

/** How often a page can be checked again through one share link. */
export const msBetweenChecks = 60_000
export const checksPerDay = 20

const CheckedFinding = z.object({
  check: z.string(),
  name: z.string().nullable(),
  importance: z.enum(importances),
  /** What became of the issue since the shared report. */
  change: z.enum(issueChanges),
  /** The first line of the page's HTML with the issue. */
  line: z.int().nullable(),
})
export type CheckedFinding = z.infer<typeof CheckedFinding>

export const PageCheck = z
  .object({
    checked_at: Timestamp,
    score: Score,
    /** The score of the shared report. */
    score_before: Score,
    findings: z.array(CheckedFinding),
  })
  .meta({
    id: 'PageCheck',
    description: 'The page of a share link, checked again: what became of each issue of the shared report.',
  })
export type PageCheck = z.infer<typeof PageCheck>

/** The last check of a share link, if there was one, and the seconds until the page can be checked again. */
export const LinkCheck = z.object({ data: PageCheck.nullable(), wait_seconds: Count, status: z.literal(200) })
