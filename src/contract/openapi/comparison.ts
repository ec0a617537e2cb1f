import * as z from 'zod'
import {
  CauseShare,
  type ComparedReport,
  ComparedCheck,
  Comparison,
  type HistoryEntry,
  IssueState,
  PageHistory,
  ValueChange,
} from '../reports/comparison.ts'
import { ratings } from '../reports/rating.ts'
import type { Operation, Paths } from './operation.ts'
import { Count, Id, itemOf, named, Score, Timestamp } from './schemas.ts'

const report = {
  id: Id,
  score: Score,
  result: z.enum(ratings),
  ruleset: z.int(),
  created_at: Timestamp,
}
const entry = { ...report, indexability: z.string().nullable() } satisfies Record<keyof HistoryEntry, z.ZodType>
const compared = { ...report, title: z.string().nullable() } satisfies Record<keyof ComparedReport, z.ZodType>

const SentIssueState = named(
  'IssueState',
  z.strictObject({ ...IssueState.shape, since: z.strictObject({ id: Id, created_at: Timestamp }).nullable() }),
  "Whether an issue is new, still present, back, or couldn't be checked this time. `since` is the first report in the current run of reports with the issue. `or_earlier` means that the run can be longer, because older reports weren't read.",
)
const SentPageHistory = named(
  'PageHistory',
  z.strictObject({
    data: z.array(named('HistoryEntry', z.strictObject(entry))).max(1000),
    meta: z.strictObject({ ...PageHistory.shape.meta.shape, total: Count }),
    issues: z.record(z.string(), SentIssueState),
    status: z.literal(200),
  }),
  'The newest 1,000 reports of a page, oldest first. `issues` has the issues of the report in the path, by check ID.',
)

named('ComparedCheck', ComparedCheck, 'A check with an issue in at least one of the reports.')
named('CauseShare', CauseShare, 'A part of the difference. The points of all causes add up to it.')
const value = z.union([z.string(), z.number(), z.array(z.string()), z.null()])
const SentValueChange = named(
  'ValueChange',
  z.strictObject({ ...ValueChange.shape, before: value, after: value }),
  'A value of the page before and after. `unknown` lists the reports that lack it.',
)
export const SentComparison = named(
  'Comparison',
  z.strictObject({
    ...Comparison.shape,
    website_id: Id,
    domain: z.string(),
    values: z.array(SentValueChange),
    before: named('ComparedReport', z.strictObject(compared)),
    after: z.strictObject(compared),
  }),
  'What changed on a page from the report `before` (`other` in the path) to the report `after` (`id` in the path).',
)
const ComparisonItem = itemOf('ComparisonItem', SentComparison, 200)

type Reads = Pick<Operation, 'tag' | 'access'> & Partial<Pick<Operation, 'lockable' | 'extension'>>

const history = (id: string, reads: Reads): Operation => ({
  id,
  summary: 'List the reports of the same page',
  extension: 'history',
  ...reads,
  responses: { 200: { description: 'The reports, and the states of the issues over time.', schema: SentPageHistory } },
})
const compare = (id: string, reads: Reads): Operation => ({
  id,
  summary: 'Compare two reports of the same page',
  description: '`other` is another report of the same URL, usually an earlier one.',
  extension: 'compare',
  ...reads,
  refusals: [422],
  responses: { 200: { description: 'What changed, and the causes of the score difference.', schema: ComparisonItem } },
})

const withKey = { tag: 'Extensions', access: 'read' } as const
const withoutKey = { tag: 'Without a key', access: 'none', lockable: true, extension: 'shared' } as const

/** The paths that show a page over time. */
export const pageHistoryPaths: Paths = {
  '/api/v1/reports/{id}/history': { get: history('showHistory', withKey) },
  '/api/v1/reports/{id}/compare/{other}': { get: compare('compareReports', withKey) },
  '/api/v1/shared/reports/{id}/history': { get: history('showSharedHistory', withoutKey) },
  '/api/v1/shared/reports/{id}/compare/{other}': { get: compare('compareSharedReports', withoutKey) },
}
