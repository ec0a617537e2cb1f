import * as z from 'zod/mini'
import { categories, CheckInfo, CheckResult } from '../analysis.ts'
import { maxBulkIds } from '../envelope.ts'
import { ratings } from '../rating.ts'
import { Timings } from '../report.ts'
import { ReportFacts } from '../report-facts.ts'
import { asSent } from './as-sent.ts'
import { named } from './naming.ts'
import { Count, Id, Score, Timestamp } from './values.ts'

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
}

export const SentReportRow = named(
  'ReportRow',
  z.strictObject(row),
  'A report as a list has it. `previous_score` is that of the newest older report of the same URL.',
)

const points = z.number().check(z.gte(0), z.lte(100))
const details = {
  results: z.record(
    z.string(),
    named('CheckResult', asSent(CheckResult), "A check's result. `passed` is true unless it warns or fails."),
  ),
  facts: z.nullable(named('ReportFacts', asSent(ReportFacts), 'What was found on the wire and in the page.')),
  ruleset: z.int(),
  score_before_cap: points,
  capped_by: z.array(z.string()),
  categories: z.partialRecord(z.enum(categories), points),
  google_score: z.nullable(points),
  timings: z.nullable(named('Timings', asSent(Timings), 'Milliseconds; null where a step did not happen.')),
}

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

export const SentCatalogue = named(
  'CheckCatalogue',
  z.strictObject({
    data: z.array(named('CheckInfo', asSent(CheckInfo), 'A check, described once for all reports.')),
    ruleset: z.int(),
    status: z.literal(200),
  }),
)

const outcome = z.union([
  z.strictObject({ id: Id, deleted: z.literal(true) }),
  z.strictObject({ id: Id, deleted: z.literal(false), error: z.literal('not found') }),
])
export const SentBulkDelete = named(
  'BulkDeleteAnswer',
  z.strictObject({ data: z.array(outcome).check(z.maxLength(maxBulkIds)), deleted: Count, status: z.literal(200) }),
)

const Place = z.strictObject({ id: Id, url: z.string() })
export const SentNeighbours = named(
  'Neighbours',
  z.strictObject({
    position: z.nullable(z.int().check(z.gte(1))),
    total: Count,
    total_relation: z.enum(['eq', 'gte']),
    previous: z.nullable(Place),
    next: z.nullable(Place),
  }),
  'Where a report stands in a list. `position` is null when it is not in the list any more, or the list is not counted that far.',
)
