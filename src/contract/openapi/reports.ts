import * as z from 'zod/mini'
import { categories, CheckCatalogue, CheckInfo, CheckResult, RulesetChanges } from '../analysis.ts'
import { type ListEnvelope } from '../envelope.ts'
import { maxBulkIds } from '../bulk.ts'
import { PrivacyValue } from '../forms/website-form.ts'
import { ratings } from '../rating.ts'
import { type Report, Timings } from '../report.ts'
import { ReportFacts } from '../report-facts.ts'
import { Neighbours, type ReportRow } from '../report-row.ts'
import type { Website } from '../website.ts'
import { Count, Id, itemOf, listOf, named, namedBody, Score, Timestamp } from './schemas.ts'

const row = {
  id: Id,
  url: z.url(),
  website_id: Id,
  domain: z.string(),
  title: z.nullable(z.string()),
  score: Score,
  result: z.enum(ratings),
  engine: z.literal('http'),
  previous_score: z.nullable(Score),
  created_at: Timestamp,
} satisfies Record<keyof ReportRow, z.ZodMiniType>

export const SentReportRow = named(
  'ReportRow',
  z.strictObject(row),
  'A report as a list has it. `previous_score` is that of the newest older report of the same URL.',
)

named('CheckResult', CheckResult, "A check's result. `passed` is true unless it warns or fails.")
named('ReportFacts', ReportFacts, 'Facts about the page and its response.')
named('Timings', Timings, 'Milliseconds. null if the step did not happen.')

const points = z.number().check(z.gte(0), z.lte(100))
const details = {
  results: z.record(z.string(), CheckResult),
  facts: z.nullable(ReportFacts),
  ruleset: z.int(),
  score_before_cap: points,
  capped_by: z.array(z.string()),
  score_without_blockers: z.nullable(Score),
  checks_judged: z.nullable(Count),
  first_score: z.nullable(Score),
  rescored_at: z.nullable(Timestamp),
  categories: z.partialRecord(z.enum(categories), points),
  google_score: z.nullable(points),
  timings: z.nullable(Timings),
} satisfies Record<Exclude<keyof Report, keyof ReportRow>, z.ZodMiniType>

export const SentReport = named(
  'Report',
  z.strictObject({ ...row, ...details }),
  'A whole report; `results` is keyed by the id of the check.',
)

export const SentLinkedReport = named(
  'LinkedReport',
  z.strictObject({ ...row, ...z.partial(z.strictObject(details)).shape }),
  'A report behind a link. A frozen one is as it was written then: what came into reports later is absent.',
)

named('CheckInfo', CheckInfo, 'A check. Reports refer to it by ID.')
export const SentCatalogue = named(
  'CheckCatalogue',
  z.strictObject({ ...CheckCatalogue.shape, status: z.literal(200) }),
)

export const SentRulesetChanges = named(
  'RulesetChanges',
  RulesetChanges,
  'What a ruleset changed on stored reports. `pages` and `websites` count changed ratings.',
)

const outcome = z.union([
  z.strictObject({ id: Id, deleted: z.literal(true) }),
  z.strictObject({ id: Id, deleted: z.literal(false), error: z.literal('not_found') }),
])
export const SentBulkDelete = named(
  'BulkDeleteResponse',
  z.strictObject({ data: z.array(outcome).check(z.maxLength(maxBulkIds)), deleted: Count, status: z.literal(200) }),
)

const Place = z.strictObject({ id: Id, url: z.string() })
export const SentNeighbours = named(
  'Neighbours',
  z.strictObject({
    ...Neighbours.shape,
    position: z.nullable(z.int().check(z.gte(1))),
    total: Count,
    previous: z.nullable(Place),
    next: z.nullable(Place),
  }),
  'Where a report stands in a list. `position` is null when it is not in the list any more, or the list is not counted that far.',
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
    reports_avg_score: z.nullable(points),
    created_at: Timestamp,
    updated_at: Timestamp,
  } satisfies Record<keyof Website, z.ZodMiniType>),
  'The password itself is never told. `findable`: search engines may list it. `reports_avg_score` has two decimals.',
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
