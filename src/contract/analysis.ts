import * as z from 'zod/mini'
import { integer, mapOf, orElse, orNull } from './lenient.ts'

/** What a check can come to. `unknown` could not be determined, `error` is a check that broke; neither weighs anything. */
export const outcomes = ['pass', 'warn', 'fail', 'not-applicable', 'info', 'unknown', 'error'] as const
export type Outcome = (typeof outcomes)[number]

export const importances = ['high', 'medium', 'low'] as const
export type Importance = (typeof importances)[number]

/** Who says so: Google or a standard demands it, Google advises it, or it is a habit of the trade. */
export const evidenceGrades = ['required', 'recommended', 'heuristic'] as const
export type EvidenceGrade = (typeof evidenceGrades)[number]

/** In the order a report shows them. */
export const categories = [
  'crawl',
  'content',
  'links',
  'social',
  'structured',
  'performance',
  'security',
  'technology',
] as const
export type Category = (typeof categories)[number]

export const categoryLabels: Record<Category, string> = {
  crawl: 'Crawling',
  content: 'Content',
  links: 'Links',
  social: 'Social',
  structured: 'Structured data',
  performance: 'Performance',
  security: 'Security',
  technology: 'Technology',
}

/** One piece of what was found, on the page (selector, snippet, line and column from 1) or at an address. */
export const Evidence = z.object({
  selector: z.optional(z.string()),
  url: z.optional(z.string()),
  snippet: z.optional(z.string()),
  note: z.optional(z.string()),
  line: z.optional(integer),
  column: z.optional(integer),
})
export type Evidence = z.infer<typeof Evidence>

/** At most this many pieces of evidence are kept for one check. */
export const evidenceLimit = 20

/**
 * A check's result inside a report, keyed there by the check's id. A server that sends only
 * `{ passed, importance, value }` reads to the same type with the rest empty.
 */
export const CheckResult = z.object({
  outcome: orNull(z.enum(outcomes)),
  passed: orElse(z.boolean(), true),
  title: orNull(z.string()),
  category: orNull(z.enum(categories)),
  importance: orElse(z.enum(importances), 'low'),
  evidence_grade: orNull(z.enum(evidenceGrades)),
  scored: orElse(z.boolean(), true),
  value: z.optional(z.unknown()),
  points_lost: orElse(z.number(), 0),
  reason: orNull(z.string()),
  evidence: orElse(z.array(Evidence), []),
  errors: orNull(mapOf(z.unknown())),
})
export type CheckResult = z.infer<typeof CheckResult>

/** What a check needs beside the page itself: addresses to ask, the website's other reports, or a browser, a crawl or field data. */
export const checkNeeds = ['requests', 'website', 'elsewhere'] as const
export type CheckNeed = (typeof checkNeeds)[number]

/** A check as `GET /api/v1/checks` describes it, once for all reports. */
export const CheckInfo = z.object({
  id: z.string(),
  category: z.enum(categories),
  importance: z.enum(importances),
  evidence_grade: z.enum(evidenceGrades),
  scored: z.boolean(),
  gate: z.boolean(),
  /** Its share of the score beside the other checks' weights; 0 when it is shown only. */
  weight: orElse(z.number(), 0),
  needs: orElse(z.array(z.enum(checkNeeds)), []),
  /** The rule set that it is part of as described here. */
  ruleset: orNull(integer),
  title_pass: z.string(),
  title_fail: z.string(),
  why: z.string(),
  how: z.string(),
  thresholds: z.string(),
  reference: orNull(z.object({ label: z.string(), url: z.string() })),
})
export type CheckInfo = z.infer<typeof CheckInfo>

export const CheckCatalogue = z.object({ data: z.array(CheckInfo), ruleset: integer })
export type CheckCatalogue = z.infer<typeof CheckCatalogue>
