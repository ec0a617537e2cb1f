import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { CheckResult } from '#contract/analysis.ts'
import { unpack } from './payload.ts'
import type { Schema } from './schema.ts'

const Outcomes = z.object({ results: z.record(z.string(), z.pick(CheckResult, { outcome: true, passed: true })) })
export type Outcomes = z.infer<typeof Outcomes>['results']

/** What each check came to, at less cost than the whole report; undefined when there is no such report. Whoever asks has seen to who may know it. */
export async function findOutcomes(db: Kysely<Schema>, reportId: number): Promise<Outcomes | undefined> {
  const row = await db
    .selectFrom('report_payloads')
    .select('verdict')
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  return row && z.parse(Outcomes, unpack(row.verdict)).results
}
