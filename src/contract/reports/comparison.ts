import * as z from 'zod'
import { Count, Id, Score, Timestamp } from '../values.ts'
import { categories, importances, issueOutcomes, outcomes } from './analysis.ts'
import { indexabilities } from './indexability.ts'
import { ratings } from './rating.ts'

/** The causes of a new score, in the order of a comparison. */
export const changeCauses = ['page', 'surroundings', 'view', 'ruleset'] as const
export type ChangeCause = (typeof changeCauses)[number]

/** Differences besides the page: its server, its website, or the way we fetched it. */
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
 * The change of an issue from one report of a page to another. `partly_fixed` has fewer places or is a warning now,
 * `worse` the other way round. `not_checked` has no result in the later report, `not_checked_before` had none in the
 * earlier one.
 */
export const issueChanges = [
  'fixed',
  'partly_fixed',
  'new',
  'worse',
  'unchanged',
  'not_checked',
  'not_checked_before',
] as const
export type IssueChange = (typeof issueChanges)[number]

export const ComparedResult = z.object({
  outcome: z.enum(outcomes),
  title: z.string().nullable(),
  points_lost: z.number(),
  /** The number of pieces of evidence. */
  evidence: Count,
})
export type ComparedResult = z.infer<typeof ComparedResult>

export const IssueExtent = z
  .object({ outcome: z.enum(issueOutcomes), places: Count.nullable() })
  .meta({ id: 'IssueExtent', description: 'How much of an issue a page has. The number of places can be unknown.' })
export type IssueExtent = z.infer<typeof IssueExtent>

/** Returns the change of an issue that a page still has. Its outcome counts before its places. */
export function changeOfExtent(was: IssueExtent, is: IssueExtent): 'partly_fixed' | 'worse' | 'unchanged' {
  if (was.outcome !== is.outcome) return is.outcome === 'fail' ? 'worse' : 'partly_fixed'
  if (was.places === null || is.places === null || was.places === is.places) return 'unchanged'
  return is.places > was.places ? 'worse' : 'partly_fixed'
}

/** A result is null if the report does not have the check. */
export const ComparedCheck = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    category: z.enum(categories).nullable(),
    importance: z.enum(importances),
    change: z.enum(issueChanges),
    before: ComparedResult.nullable(),
    after: ComparedResult.nullable(),
    /** The causes of its new result. Empty if it is the same. */
    causes: z.array(z.enum(changeCauses)),
  })
  .meta({ id: 'ComparedCheck', description: 'A check with an issue in at least one of the reports.' })
export type ComparedCheck = z.infer<typeof ComparedCheck>
/** A compared check without its name, which does not depend on the reports. */
export type CheckChange = Omit<ComparedCheck, 'name'>

export const CauseShare = z
  .object({
    cause: z.enum(changeCauses),
    points: z.int(),
    parts: z.array(z.enum(changeCauseParts)),
    /** The checks that this cause changed, with the points it gave back (above 0) or took. */
    checks: z.array(z.object({ id: z.string(), points: z.number() })),
  })
  .meta({
    id: 'CauseShare',
    description: 'A part of the difference. The points of all causes add up to it.',
  })
export type CauseShare = z.infer<typeof CauseShare>

/** The values of a page that a comparison shows before and after. */
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

const ComparedValue = z.union([z.string(), z.number(), z.array(z.string()), z.null()])
export type ComparedValue = z.infer<typeof ComparedValue>

export const ValueChange = z
  .object({
    name: z.enum(comparedValues),
    before: ComparedValue,
    after: ComparedValue,
    is_changed: z.boolean(),
    unknown: z.array(z.enum(['before', 'after'])),
  })
  .meta({
    id: 'ValueChange',
    description: 'A value of the page before and after. `unknown` lists the reports that lack it.',
  })
export type ValueChange = z.infer<typeof ValueChange>

const PastReport = z.object({
  id: Id,
  score: Score,
  result: z.enum(ratings),
  ruleset: z.int(),
  created_at: Timestamp,
})

const ComparedReport = PastReport.extend({
  url: z.string(),
  title: z.string().nullable(),
  /** True if the reader can get the screenshot. Absent in client reports. */
  has_screenshot: z.boolean().optional(),
}).meta({ id: 'ComparedReport' })
export type ComparedReport = z.infer<typeof ComparedReport>

export const Comparison = z
  .object({
    url: z.string(),
    website_id: Id,
    domain: z.string(),
    before: ComparedReport,
    after: ComparedReport,
    /** The difference of the scores. */
    change: z.int(),
    causes: z.array(CauseShare),
    checks: z.array(ComparedCheck),
    values: z.array(ValueChange),
  })
  .meta({
    id: 'Comparison',
    description:
      'What changed on a page from the report `before` (`other` in the path) to the report `after` (`id` in the path). If they are of two websites, another host alone is no change of a value.',
  })
export type Comparison = z.infer<typeof Comparison>

/** An earlier report of a page, or a later one. */
export const HistoryEntry = PastReport.extend({ indexability: z.enum(indexabilities).nullable() }).meta({
  id: 'HistoryEntry',
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** The state of an issue over all reports of a page, up to one of them. `back` was fixed in between. */
export const issueStateNames = ['new', 'unchanged', 'back', 'not_checked'] as const satisfies (IssueChange | 'back')[]
export type IssueStateName = (typeof issueStateNames)[number]

export const IssueState = z
  .object({
    state: z.enum(issueStateNames),
    since: z.object({ id: Id, created_at: Timestamp }).nullable(),
    or_earlier: z.boolean(),
  })
  .meta({
    id: 'IssueState',
    description:
      "Whether an issue is new, still present, back, or couldn't be checked this time. `since` is the first report in the current run of reports with the issue. `or_earlier` means that the run can be longer, because older reports weren't read.",
  })
export type IssueState = z.infer<typeof IssueState>

/** The most reports that a history lists. */
const maxHistory = 1_000

/** The response of `GET /api/v1/reports/{id}/history`. */
export const PageHistory = z
  .object({
    data: z.array(HistoryEntry).max(maxHistory),
    /** `limit` is the most reports that are listed. */
    meta: z.object({ total: Count, limit: z.int() }),
    /** Empty for the first report of a page. */
    issues: z.record(z.string(), IssueState),
    status: z.literal(200),
  })
  .meta({
    id: 'PageHistory',
    description:
      'The newest 1,000 reports of a page, oldest first. `issues` has the issues of the report in the path, by check ID.',
  })
export type PageHistory = z.infer<typeof PageHistory>
