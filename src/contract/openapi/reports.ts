import * as z from 'zod'
import { PrivacyValue } from '../forms/website-form.ts'
import { Neighbours } from '../lists/neighbours.ts'
import { categories, CheckCatalogue, CheckInfo, NamedResult } from '../reports/analysis.ts'
import { maxBulkIds } from '../reports/bulk.ts'
import { indexabilities } from '../reports/indexability.ts'
import { ratings } from '../reports/rating.ts'
import { ReportFacts } from '../reports/report-facts.ts'
import type { ReportRow } from '../reports/report-row.ts'
import { type Report, Timings } from '../reports/report.ts'
import { RulesetChanges } from '../reports/ruleset-changes.ts'
import { type ListEnvelope } from '../responses/envelope.ts'
import type { Website } from '../websites/website.ts'
import { Count, Id, itemOf, listOf, named, namedBody, Score, Timestamp } from './schemas.ts'

const row = {
  id: Id,
  url: z.url(),
  website_id: Id,
  domain: z.string(),
  title: z.string().nullable(),
  score: Score,
  result: z.enum(ratings),
  engine: z.literal('http'),
  previous_score: Score.nullable(),
  change: z.int().gte(-100).lte(100).nullable(),
  latest: z.boolean().nullable(),
  indexability: z.enum(indexabilities).nullable(),
  main_issue: z.string().nullable(),
  main_issue_name: z.string().nullable(),
  created_at: Timestamp,
} satisfies Record<keyof ReportRow, z.ZodType>

export const SentReportRow = named(
  'ReportRow',
  z.strictObject(row),
  "A row of a report list. `previous_score` is the score of the previous report of the same URL, `change` the difference. `latest` is true if there is no newer report of the URL, and null if the reader can't see that. `main_issue` is the ID of the check that explains why a page isn't `indexable`, or of its worst issue, `main_issue_name` its name.",
)

named(
  'CheckResult',
  NamedResult,
  "A check's result. `name` is the short name of the check, null if the service no longer has it. `passed` is true unless it warns or fails.",
)
named('ReportFacts', ReportFacts, 'Facts about the page and its response.')
named('Timings', Timings, "Milliseconds. null for a step that didn't happen.")

const points = z.number().gte(0).lte(100)
const details = {
  results: z.record(z.string(), NamedResult),
  facts: ReportFacts.nullable(),
  ruleset: z.int(),
  score_before_cap: points,
  capped_by: z.array(z.string()),
  score_without_blockers: Score.nullable(),
  checks_judged: Count.nullable(),
  first_score: Score.nullable(),
  rescored_at: Timestamp.nullable(),
  categories: z.partialRecord(z.enum(categories), points),
  google_score: points.nullable(),
  timings: Timings.nullable(),
} satisfies Record<Exclude<keyof Report, keyof ReportRow>, z.ZodType>

export const SentReport = named(
  'Report',
  z.strictObject({ ...row, ...details }),
  'A whole report. `results` is keyed by check ID.',
)

export const SentLinkedReport = named(
  'LinkedReport',
  z.strictObject({ ...row, ...z.strictObject(details).partial().shape }),
  'A report opened by a share link. A snapshot lacks fields that were added to reports later.',
)

named('CheckInfo', CheckInfo, 'A check. Reports refer to it by ID.')
export const SentCatalogue = named(
  'CheckCatalogue',
  z.strictObject({ ...CheckCatalogue.shape, status: z.literal(200) }),
)

export const SentRulesetChanges = named(
  'RulesetChanges',
  RulesetChanges,
  'What a ruleset changed in stored reports. `pages` and `websites` count changed ratings.',
)

const outcome = z.union([
  z.strictObject({ id: Id, deleted: z.literal(true) }),
  z.strictObject({ id: Id, deleted: z.literal(false), error: z.literal('not_found') }),
])
export const SentBulkDelete = named(
  'BulkDeleteResponse',
  z.strictObject({ data: z.array(outcome).max(maxBulkIds), deleted: Count, status: z.literal(200) }),
)

const SentNeighbour = z.strictObject({ id: Id, url: z.string() })
export const SentNeighbours = named(
  'Neighbours',
  z.strictObject({
    ...Neighbours.shape,
    position: z.int().gte(1).nullable(),
    total: Count,
    previous: SentNeighbour.nullable(),
    next: SentNeighbour.nullable(),
  }),
  "A report's position in a list. `position` is null if the report is no longer in the list, or beyond the rows that are counted.",
)

named('Privacy', PrivacyValue, '0 is Public, 1 Private, 2 Password.')
namedBody('Privacy', PrivacyValue)

export const SentWebsite = named(
  'Website',
  z.strictObject({
    id: Id,
    domain: z.string(),
    privacy: PrivacyValue,
    has_password: z.boolean(),
    findable: z.boolean(),
    reports_count: Count,
    reports_avg_score: points.nullable(),
    pages_count: Count,
    pages_avg_score: points.nullable(),
    pages_good: Count,
    pages_decent: Count,
    pages_bad: Count,
    pages_blocked: Count,
    created_at: Timestamp,
    updated_at: Timestamp,
  } satisfies Record<keyof Website, z.ZodType>),
  'The password is never returned. `findable` lets search engines list the website. `reports_avg_score` has two decimals. The figures of `pages` are those of the latest report of each URL. `pages_blocked` of them can’t be indexed.',
)

export const ReportList = listOf('ReportList', SentReportRow)
export const WebsiteList = listOf('WebsiteList', SentWebsite)
export const ReportItem = itemOf('ReportItem', SentReport, 200)
export const WebsiteItem = itemOf('WebsiteItem', SentWebsite, 200)

const at = 'https://seo.example/api/v1'

export const reportRowSample: z.infer<typeof SentReportRow> & ReportRow = {
  id: 482,
  url: 'https://shop.example/pricing',
  website_id: 7,
  domain: 'shop.example',
  title: 'Prices',
  score: 74,
  result: 'decent',
  engine: 'http',
  previous_score: 69,
  change: 5,
  latest: true,
  indexability: 'indexable',
  main_issue: 'title-present',
  main_issue_name: 'Title tag',
  created_at: '2026-11-21T09:30:00.000Z',
}

export const websiteSample: z.infer<typeof SentWebsite> = {
  id: 7,
  domain: 'shop.example',
  privacy: 2,
  has_password: true,
  findable: false,
  reports_count: 12,
  reports_avg_score: 61.33,
  pages_count: 5,
  pages_avg_score: 72.4,
  pages_good: 2,
  pages_decent: 2,
  pages_bad: 1,
  pages_blocked: 1,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
}

function listSample<Row>(path: string, row: Row): ListEnvelope<Row> {
  const page = `${at}/${path}?page=1`
  return {
    data: [row],
    links: { first: page, last: page, prev: null, next: null },
    meta: {
      current_page: 1,
      from: 1,
      last_page: 1,
      path: `${at}/${path}`,
      per_page: 10,
      to: 1,
      total: 1,
      total_relation: 'eq',
    },
    status: 200,
  }
}

export const reportListSample = listSample('reports', reportRowSample)
export const websiteListSample = listSample('websites', websiteSample)
export const reportDeletionSample = { id: 482, object: 'report', deleted: true, status: 200 } as const
