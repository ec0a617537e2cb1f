import * as z from 'zod'
import { viewLists } from '../lists/views.ts'
import { importances } from '../reports/analysis.ts'
import { AnyReport } from '../reports/any-report.ts'
import { issueChanges } from '../reports/comparison.ts'
import { LinkedReport } from '../reports/report.ts'
import { Count, Score, Timestamp } from '../values.ts'
import { Website } from '../websites/website.ts'
import { linkKinds, linkLayouts, linkModes } from './links.ts'

export const OpenedLink = z
  .object({
    kind: z.enum(linkKinds),
    mode: z.enum(linkModes),
    layout: z.enum(linkLayouts),
    label: z.string(),
    expires_at: Timestamp.nullable(),
    /** The time of a snapshot. */
    frozen_at: Timestamp.nullable(),
    has_password: z.boolean(),
    /** True if the page can be checked again through the link. */
    can_check: z.boolean(),
    report: LinkedReport.optional(),
    website: Website.optional(),
    list: z.enum(viewLists).optional(),
    query: z.string().optional(),
  })
  .meta({
    id: 'OpenedLink',
    description:
      'The target of a link by its kind: a report, a website, or a list with its search parameters. A link to a client report has none of them.',
  })
export type OpenedLink = z.infer<typeof OpenedLink>

/** An opened link as the dashboard shows it. */
export const AnyOpenedLink = OpenedLink.extend({ report: AnyReport.optional() })
export type AnyOpenedLink = z.infer<typeof AnyOpenedLink>

/** Limits on checking a page again through one share link. */
export const msBetweenChecks = 60_000
export const checksPerDay = 20

const CheckedFinding = z.object({
  check: z.string(),
  name: z.string().nullable(),
  importance: z.enum(importances),
  /** The change of the issue since the shared report. */
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
