import * as z from 'zod'
import { Count } from '../values.ts'

/**
 * The results of a check. `unknown` could not be determined, `error` is a check that threw. Neither counts in the
 * score.
 */
export const outcomes = ['pass', 'warn', 'fail', 'not-applicable', 'info', 'unknown', 'error'] as const
export type Outcome = (typeof outcomes)[number]

export const issueOutcomes = ['warn', 'fail'] as const satisfies Outcome[]
export type IssueOutcome = (typeof issueOutcomes)[number]

/** True if a result is an issue: a warning or a failure. */
export const isIssue = <Result extends { outcome: Outcome | null }>(
  result: Result | undefined,
): result is Result & { outcome: IssueOutcome } => result?.outcome === 'warn' || result?.outcome === 'fail'

/** Returns true if a check could be decided: passed, or with an issue. Only these count in "12 of 61 checks". */
export const isDecided = (result: { outcome: Outcome | null }) => result.outcome === 'pass' || isIssue(result)

/** The checks of the AI crawlers that robots.txt allows. It is one for the website, so no page shows them. */
export const aiCrawlerChecks = ['ai-search', 'ai-user-fetch', 'ai-training'] as const
const isOfAiCrawlers: ReadonlySet<string> = new Set(aiCrawlerChecks)
/** Returns true for a check that the page of a report shows. */
export const isOfPage = ({ id }: { id: string }) => !isOfAiCrawlers.has(id)

export const importances = ['high', 'medium', 'low'] as const
export type Importance = (typeof importances)[number]

/** The basis of a check: required by Google or a standard, recommended by Google, or common practice. */
export const evidenceGrades = ['required', 'recommended', 'heuristic'] as const
export type EvidenceGrade = (typeof evidenceGrades)[number]

/** The source of a check: Google's documentation of Search, another standard, or common practice. */
export const checkSources = ['google', 'standard', 'practice'] as const
export type CheckSource = (typeof checkSources)[number]

/** In the order of a report. */
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

/** The ranks of checks: in which order to fix their issues. */
export const rankLabels = {
  1: 'Not in search, or under another URL',
  2: 'Broken for visitors and crawlers',
  3: 'Titles, headings, content, hreflang and redirects',
  4: 'Snippets, structured data and images',
  5: 'Speed',
  6: 'Everything else',
} as const
export type Rank = keyof typeof rankLabels
export const ranks = [1, 2, 3, 4, 5, 6] as const satisfies readonly Rank[]

/** A check of scope `website` judges a setting of the whole website, such as a response header. */
export const checkScopes = ['page', 'website'] as const
export type CheckScope = (typeof checkScopes)[number]

/** Proof of a result: a place on the page (selector, snippet, line and column from 1) or a URL. */
export const Evidence = z.object({
  selector: z.string().optional(),
  url: z.string().optional(),
  snippet: z.string().optional(),
  note: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
})
export type Evidence = z.infer<typeof Evidence>

/** The most pieces of evidence that one check keeps. */
export const evidenceLimit = 20

/**
 * `crawl_running`: the report is part of a crawl, which completes the result when it ends. `among_pages`: the website's
 * last crawl found it by comparing its pages.
 */
export const reasonCodes = ['crawl_running', 'among_pages'] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** A check's result inside a report, keyed there by the check's ID. */
export const CheckResult = z.object({
  outcome: z.enum(outcomes),
  passed: z.boolean(),
  title: z.string().nullable(),
  category: z.enum(categories).nullable(),
  importance: z.enum(importances),
  evidence_grade: z.enum(evidenceGrades).nullable(),
  scored: z.boolean(),
  value: z.unknown().optional(),
  /** Points deducted from 100, to one decimal place. */
  points_lost: z.number(),
  /** Points deducted from the score of the page within its website, for an issue that only its other pages show. */
  page_points: z.number().optional(),
  /** The check that deducts the points for the same cause; this one then deducts none. */
  superseded_by: z.string().nullable(),
  reason: z.string().nullable(),
  /** The reason as a code. Only results that a program must tell apart have one. */
  reason_code: z.enum(reasonCodes).optional(),
  /** Which fault of its check an issue is, as a code. Pages with the same one share a heading on their website. */
  fault: z.string().optional(),
  evidence: z.array(Evidence),
  /** The number of all pieces of evidence, of which `evidence` shows the first. */
  evidence_total: z.int().nullable(),
  errors: z.record(z.string(), z.unknown()).nullable(),
})
export type CheckResult = z.infer<typeof CheckResult>

/** A check's result as a report shows it. */
export const NamedResult = CheckResult.extend({ name: z.string().nullable() }).meta({
  id: 'CheckResult',
  description:
    "A check's result. `name` is the short name of the check, null if the service no longer has it. `passed` is true unless it warns or fails.",
})
export type NamedResult = z.infer<typeof NamedResult>

/** A check's needs in addition to the page: probe requests, the website's other reports, or field data. */
export const checkNeeds = ['requests', 'website', 'elsewhere'] as const
export type CheckNeed = (typeof checkNeeds)[number]

/** The effort of a check's action, for someone who knows the website. */
export const efforts = ['minutes', 'hours', 'days'] as const
export type Effort = (typeof efforts)[number]

/** A check as `GET /api/v1/checks` describes it. */
export const CheckInfo = z
  .object({
    id: z.string(),
    /** A short noun phrase, such as "Canonical tag". */
    name: z.string(),
    /** Other words that people search for. */
    aliases: z.array(z.string()),
    category: z.enum(categories),
    importance: z.enum(importances),
    /** In which order to fix issues, 1 first. Within a rank, those of high importance on many pages come first. */
    rank: z.literal(ranks),
    scope: z.enum(checkScopes),
    evidence_grade: z.enum(evidenceGrades),
    /** Only checks from Google count in the Google-backed score. */
    source: z.enum(checkSources),
    scored: z.boolean(),
    /** True if the check is a blocker: its failure caps the score. Clients know it by this name. */
    gate: z.boolean(),
    /** The most points that the check deducts from 100; 0 for a check that is only shown. */
    points: z.number(),
    /** The rule for the deduction. Null if a failure deducts all points and a warning half. */
    deduction: z.string().nullable(),
    /** IDs of the checks that deduct nothing while this one has a fault. */
    supersedes: z.array(z.string()),
    needs: z.array(z.enum(checkNeeds)),
    /** The ruleset that this description belongs to. */
    ruleset: z.int(),
    title_pass: z.string(),
    /** The issue, named as a problem: "The page has no H1". */
    title_fail: z.string(),
    /** The issue of pages that fail for different reasons; mostly the same. */
    title_any: z.string(),
    why: z.string(),
    how: z.string(),
    /** The fix, for people who don't build websites; null for a check that is only shown. */
    action: z.string().nullable(),
    effort: z.enum(efforts).nullable(),
    thresholds: z.string(),
    reference: z.object({ label: z.string(), url: z.string() }).nullable(),
  })
  .meta({ id: 'CheckInfo', description: 'A check. Reports refer to it by ID.' })
export type CheckInfo = z.infer<typeof CheckInfo>

/** True for a check that can judge a page here: no server has field data for reports. */
export const canJudge = ({ needs }: Pick<CheckInfo, 'needs'>) => !needs.includes('elsewhere')

/** The response of `GET /api/v1/checks`. */
export const CheckCatalogue = z
  .object({ data: z.array(CheckInfo), ruleset: z.int(), status: z.literal(200) })
  .meta({ id: 'CheckCatalogue' })
export type CheckCatalogue = z.infer<typeof CheckCatalogue>

/**
 * The stages of an analysis, in this order: it waits for others, fetches the page and its robots.txt, renders
 * it if needed, sends the probe requests, and runs the checks.
 */
export const stageNames = ['waiting', 'fetching', 'rendering', 'links', 'checks'] as const

/** The data of the event `stage` while `POST /api/v1/reports` analyses a page. */
export const AnalysisStage = z.object({
  name: z.enum(stageNames),
  /** The probe requests so far and in total, for the stage `links` only. */
  done: Count.nullable(),
  total: Count.nullable(),
})
export type AnalysisStage = z.infer<typeof AnalysisStage>

/** Called when a stage begins, and for each probe request. */
export type OnStage = (stage: AnalysisStage) => void

/** The data of the event `error`: the response that there would have been without events. */
export const FailedAnalysis = z.object({
  status: z.int(),
  /** In seconds. */
  retry_after: Count.nullable(),
  body: z.unknown(),
})
export type FailedAnalysis = z.infer<typeof FailedAnalysis>
