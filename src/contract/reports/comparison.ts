import * as z from 'zod'
import { idOrNull, integer, lenientId, mapOf, momentOrNull, orElse, orNull, textOrNull } from '../responses/lenient.ts'
import { categories, importances, outcomes } from './analysis.ts'
import { rowShape } from './report-row.ts'

/** Why the score of a page moved, in the order a comparison names them. */
export const changeCauses = ['page', 'surroundings', 'view', 'ruleset'] as const
export type ChangeCause = (typeof changeCauses)[number]

/** What differs besides the page: its server, its website, or how we fetched it. */
export const changeCauseParts = [
  'robots_txt',
  'sitemap',
  'links',
  'resources',
  'linked_pages',
  'certificate',
  'time_limit',
  'request_limit',
  'bot_wall',
  'sample',
  'html_cut',
  'not_collected',
] as const
export type ChangeCausePart = (typeof changeCauseParts)[number]

/**
 * What became of an issue from one report of a page to another. `not_checked` has no result in the later report,
 * `not_checked_before` had none in the earlier one.
 */
export const issueChanges = ['fixed', 'new', 'unchanged', 'not_checked', 'not_checked_before'] as const
export type IssueChange = (typeof issueChanges)[number]

export const ComparedResult = z.object({
  outcome: z.enum(outcomes),
  title: orNull(z.string()),
  points_lost: orElse(z.number(), 0),
  /** The number of pieces of evidence. */
  evidence: orElse(integer, 0),
})
export type ComparedResult = z.infer<typeof ComparedResult>

/** A check with an issue in at least one of the reports. A result is null if the report does not have the check. */
export const ComparedCheck = z.object({
  id: z.string(),
  name: orNull(z.string()),
  category: orNull(z.enum(categories)),
  importance: orElse(z.enum(importances), 'low'),
  change: z.enum(issueChanges),
  before: orNull(ComparedResult),
  after: orNull(ComparedResult),
  /** Why its result differs. Empty if it does not. */
  causes: orElse(z.array(z.enum(changeCauses)), []),
})
export type ComparedCheck = z.infer<typeof ComparedCheck>
/** A compared check without its name, which does not depend on the reports. */
export type CheckChange = Omit<ComparedCheck, 'name'>

/** A part of the difference of the scores. The points of all causes add up to the difference. */
export const CauseShare = z.object({
  cause: z.enum(changeCauses),
  points: integer,
  parts: orElse(z.array(z.enum(changeCauseParts)), []),
  /** The checks that this cause changed, with the points it gave back (above 0) or took. */
  checks: orElse(z.array(z.object({ id: z.string(), points: z.number() })), []),
})
export type CauseShare = z.infer<typeof CauseShare>

/** What a comparison shows of a page before and after. */
export const comparedValues = [
  'indexability',
  'status',
  'final_url',
  'title',
  'description',
  'canonical',
  'robots_meta',
  'x_robots_tag',
  'robots_txt',
  'h1',
  'headings',
  'structured_data',
  'html_bytes',
  'transfer_bytes',
  'words',
] as const
export type ComparedValueName = (typeof comparedValues)[number]

export type ComparedValue = string | number | string[] | null

// Written by hand, because a union of zod would add to the first load.
const Value = z.transform((given): ComparedValue => {
  if (typeof given === 'string' || typeof given === 'number') return given
  return Array.isArray(given) ? given.filter((line) => typeof line === 'string') : null
})

/** `unknown` names the side that did not record the value. */
export const ValueChange = z.object({
  name: z.enum(comparedValues),
  before: Value,
  after: Value,
  is_changed: z.boolean(),
  unknown: orElse(z.array(z.enum(['before', 'after'])), []),
})
export type ValueChange = z.infer<typeof ValueChange>

const ComparedReport = z.object({
  id: lenientId,
  score: rowShape.score,
  result: rowShape.result,
  ruleset: orNull(integer),
  title: textOrNull,
  created_at: momentOrNull,
})
export type ComparedReport = z.infer<typeof ComparedReport>

/** The response of `GET /api/v1/reports/{id}/compare/{other}`: what became of the other report's page by this one. */
export const Comparison = z.object({
  url: z.string(),
  website_id: idOrNull,
  domain: textOrNull,
  /** The report `other` of the path. */
  before: ComparedReport,
  /** The report `id` of the path. */
  after: ComparedReport,
  /** The difference of the scores. */
  change: integer,
  causes: z.array(CauseShare),
  checks: z.array(ComparedCheck),
  values: z.array(ValueChange),
})
export type Comparison = z.infer<typeof Comparison>

/** An earlier report of a page, or a later one. */
export const HistoryEntry = z.object({
  id: lenientId,
  score: rowShape.score,
  result: rowShape.result,
  ruleset: orNull(integer),
  created_at: momentOrNull,
  /** Null where it is not known. */
  indexability: textOrNull,
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** What became of an issue over all reports of a page, up to one of them. `back` was fixed in between. */
export const issueStateNames = ['new', 'unchanged', 'back', 'not_checked'] as const satisfies (IssueChange | 'back')[]
export type IssueStateName = (typeof issueStateNames)[number]

export const IssueState = z.object({
  state: z.enum(issueStateNames),
  /** The first report of the unbroken run of reports with the issue. */
  since: orNull(z.object({ id: lenientId, created_at: momentOrNull })),
  /** The issue may be older: the run reaches the oldest report that was read. */
  or_earlier: orElse(z.boolean(), false),
})
export type IssueState = z.infer<typeof IssueState>

/** The response of `GET /api/v1/reports/{id}/history`: the reports of the page, the oldest first. */
export const PageHistory = z.object({
  data: z.array(HistoryEntry),
  meta: z.object({
    total: integer,
    /** The most reports that are listed. The newest are. */
    limit: integer,
  }),
  /** The issues of the requested report by check. Empty for the first report of a page. */
  issues: orElse(mapOf(IssueState), {}),
})
export type PageHistory = z.infer<typeof PageHistory>
