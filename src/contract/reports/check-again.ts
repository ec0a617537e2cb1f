import * as z from 'zod'
import { integer, momentOrNull, orElse, orNull } from '../responses/lenient.ts'
import { importances } from './analysis.ts'
import { issueChanges } from './comparison.ts'
import { rowShape } from './report-row.ts'

/** How often a page can be checked again through one share link. */
export const msBetweenChecks = 60_000
export const checksPerDay = 20

export const CheckedFinding = z.object({
  check: z.string(),
  name: orNull(z.string()),
  importance: orElse(z.enum(importances), 'low'),
  /** What became of the issue since the shared report. */
  change: z.enum(issueChanges),
  /** The first line of the page's HTML with the issue. */
  line: orNull(integer),
})
export type CheckedFinding = z.infer<typeof CheckedFinding>

/** The page of a share link, checked again by a visitor: its newest such report, compared with the shared one. */
export const PageCheck = z.object({
  checked_at: momentOrNull,
  score: rowShape.score,
  /** The score of the shared report. */
  score_before: rowShape.score,
  findings: z.array(CheckedFinding),
})
export type PageCheck = z.infer<typeof PageCheck>

/** The response for the last check of a share link, if there was one. */
export const LinkCheck = z.object({
  data: orNull(PageCheck),
  /** Seconds until the page can be checked again; 0: now. */
  wait_seconds: orElse(integer, 0),
})
