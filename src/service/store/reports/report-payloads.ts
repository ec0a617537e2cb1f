import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { StoredFacts } from '#analyser/page-facts.ts'
import { CheckResult } from '#contract/reports/analysis.ts'
import { CategoryScores, Timings } from '#contract/reports/report.ts'
import type { Schema } from '../schema.ts'
import { unpack } from './packed-json.ts'

export type ReportPayloadsTable = { report_id: number; evaluation: Buffer; facts: Buffer }

/** The results of a report's checks, stored with its facts. */
export const StoredEvaluation = z.object({
  results: z.record(z.string(), CheckResult),
  scoreBeforeCap: z.number(),
  cappedBy: z.array(z.string()),
  scoreWithoutBlockers: z.number().nullable(),
  /** The number of scored checks. Stored reports have it under this name. */
  judged: z.number().nullable(),
  categories: CategoryScores,
  googleScore: z.number().nullable(),
  timings: Timings.nullable(),
})
export type StoredEvaluation = z.infer<typeof StoredEvaluation>

export type ReportPayload = { evaluation: StoredEvaluation; facts: StoredFacts }

// Facts were written by this program and are not checked further than their version.
const Facts = z.looseObject({ version: z.literal(1) })

/** Returns the evaluation and the facts of a report. Throws if the stored bytes cannot be read. */
export const readPayload = (row: { evaluation: Uint8Array; facts: Uint8Array }): ReportPayload => ({
  evaluation: StoredEvaluation.parse(unpack(row.evaluation)),
  facts: readFacts(row.facts),
})

export const readEvaluation = (bytes: Uint8Array) => StoredEvaluation.parse(unpack(bytes))

export const readFacts = (bytes: Uint8Array) => Facts.parse(unpack(bytes)) as unknown as StoredFacts

const Outcomes = z.object({
  results: z.record(z.string(), CheckResult.pick({ outcome: true, passed: true, category: true, scored: true })),
})
export type Outcomes = z.infer<typeof Outcomes>['results']

export const readOutcomes = (evaluation: Uint8Array) => Outcomes.parse(unpack(evaluation)).results

/**
 * Returns the outcome of each check, faster than the whole report; undefined if there is no such report. The caller
 * must have checked that the reader can see it.
 */
export async function findOutcomes(db: Kysely<Schema>, reportId: number): Promise<Outcomes | undefined> {
  const row = await db
    .selectFrom('report_payloads')
    .select('evaluation')
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  return row && readOutcomes(row.evaluation)
}
