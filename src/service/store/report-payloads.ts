import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { SiteFacts, StoredFacts } from '#analyser/page-facts.ts'
import { CheckResult } from '#contract/analysis.ts'
import { orNull } from '#contract/lenient.ts'
import { CategoryScores, Timings } from '#contract/report.ts'
import { unpack } from './packed-json.ts'
import type { Schema } from './schema.ts'

/** The results of a report's checks, stored beside its facts. */
export const StoredResults = z.object({
  results: z.record(z.string(), CheckResult),
  scoreBeforeCap: z.number(),
  cappedBy: z.array(z.string()),
  scoreWithoutBlockers: orNull(z.number()),
  judged: orNull(z.number()),
  categories: CategoryScores,
  googleScore: z.nullable(z.number()),
  timings: z.nullable(Timings),
  /** Facts about the website's other pages. They are stored here because rescoring updates them, but not the facts. */
  site: z.optional(z.nullable(z.custom<SiteFacts>((site) => typeof site === 'object'))),
})
export type StoredResults = z.infer<typeof StoredResults>

export type ReportPayload = { verdict: StoredResults; facts: StoredFacts }

// Facts were written by this program and are not checked further than their version.
const Facts = z.looseObject({ version: z.literal(1) })

/** Returns the verdict and facts of a report. Throws if the stored bytes cannot be read. */
export function readPayload(row: { verdict: Uint8Array; facts: Uint8Array }): ReportPayload {
  const { site, ...verdict } = z.parse(StoredResults, unpack(row.verdict))
  return { verdict, facts: { ...readFacts(row.facts), ...(site !== undefined && { site }) } }
}

const VerdictSite = z.pick(StoredResults, { site: true })

/** Returns the facts about the website's other pages from a verdict; undefined if none were collected. */
export const readSite = (verdict: Uint8Array) => z.parse(VerdictSite, unpack(verdict)).site

/** Returns the facts without those about the website's other pages. */
export const readFacts = (bytes: Uint8Array) => z.parse(Facts, unpack(bytes)) as unknown as StoredFacts

const Outcomes = z.object({ results: z.record(z.string(), z.pick(CheckResult, { outcome: true, passed: true })) })
export type Outcomes = z.infer<typeof Outcomes>['results']

/**
 * Returns the outcome of each check, faster than the whole report; undefined if there is no such report. The caller
 * must have checked that the reader can see it.
 */
export async function findOutcomes(db: Kysely<Schema>, reportId: number): Promise<Outcomes | undefined> {
  const row = await db
    .selectFrom('report_payloads')
    .select('verdict')
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  return row && z.parse(Outcomes, unpack(row.verdict)).results
}
