import { readFileSync } from 'node:fs'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { PageFacts } from '#analyser/page-facts.ts'
import { CheckResult, isIssue } from '#contract/reports/analysis.ts'
import { lostPointsOf } from '#contract/reports/cause-of-fall.ts'
import { CategoryScores, Timings } from '#contract/reports/report.ts'
import type { Schema } from '../schema.ts'

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

export type ReportPayload = { evaluation: StoredEvaluation; facts: PageFacts }

// Facts were written by this program and are not checked further than their version.
const Facts = z.looseObject({ version: z.literal(1) })

/** Returns the evaluation and the facts of a report. Throws if the stored bytes cannot be read. */
export const readPayload = (row: { evaluation: Uint8Array; facts: Uint8Array }): ReportPayload => ({
  evaluation: StoredEvaluation.parse(unpack(row.evaluation)),
  facts: readFacts(row.facts),
})

export const readEvaluation = (bytes: Uint8Array) => StoredEvaluation.parse(unpack(bytes))

export const readFacts = (bytes: Uint8Array) => Facts.parse(unpack(bytes)) as PageFacts

const Outcomes = z.object({
  results: z.record(z.string(), CheckResult.pick({ outcome: true, passed: true, category: true, scored: true })),
})
export type Outcomes = z.infer<typeof Outcomes>['results']

export const readOutcomes = (evaluation: Uint8Array) => Outcomes.parse(unpack(evaluation)).results

const Costs = z.object({ results: z.record(z.string(), CheckResult.pick({ points_lost: true, page_points: true })) })

/** Returns the points that the checks of a packed evaluation cost a page within its website. */
export const readLostPoints = (evaluation: Uint8Array) =>
  lostPointsOf(
    Object.fromEntries(
      Object.entries(Costs.parse(unpack(evaluation)).results).map(([check, { points_lost, page_points = 0 }]) => [
        check,
        { points_lost: points_lost + page_points },
      ]),
    ),
  )

/** Returns the packed evaluations or facts of reports by their IDs. */
export async function packedParts(
  db: Kysely<Schema>,
  ids: readonly number[],
  part: 'evaluation' | 'facts',
): Promise<Map<number, Buffer>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('report_payloads')
    .select(['report_id', `${part} as packed`])
    .where('report_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ report_id, packed }) => [report_id, packed]))
}

/** Returns the number of failed checks and warnings, also of checks that are not scored. */
export const countToFix = (results: Outcomes): number =>
  Object.values(results).filter((check) => (check.outcome === null ? !check.passed : isIssue(check))).length

const readDictionary = (number: number) => readFileSync(new URL(`./dictionaries/${number}.txt`, import.meta.url))

/**
 * Dictionaries of text that reports have in common. They reduce payloads to a quarter. The first byte of a payload is
 * the number of its dictionary. Never change a released one: add another.
 */
const dictionaries: ReadonlyMap<number, Buffer> = new Map([[1, readDictionary(1)]])
const latestDictionary = 1

/** First byte of payloads of the first version, which have no dictionary: that of zstd itself. */
const zstdFirstByte = 0x28

/** Serialises a value as compressed JSON. zstd gets as small as deflate in two thirds of the time. */
export const pack = (value: unknown): Buffer => packJson(JSON.stringify(value))

/** Compresses a text that is JSON. */
export function packJson(json: string): Buffer {
  const dictionary = dictionaries.get(latestDictionary)
  const compressed = zstdCompressSync(Buffer.from(json), { ...(dictionary && { dictionary }) })
  return Buffer.concat([Buffer.of(latestDictionary), compressed])
}

/** Returns a packed value. Throws if the bytes were not packed by this module. */
export function unpack(bytes: Uint8Array): unknown {
  const [first = 0] = bytes
  const json = first === zstdFirstByte ? zstdDecompressSync(bytes) : unpackWith(first, bytes.subarray(1))
  return JSON.parse(json.toString())
}

/**
 * Copies packed values for a thread of the analyser. A slice of a larger buffer would be sent to the thread with all of
 * it.
 */
export const ownBytes = (bytes: Uint8Array) => new Uint8Array(bytes)

/** Structured clone turns a Buffer into a Uint8Array. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

function unpackWith(number: number, bytes: Uint8Array): Buffer {
  const dictionary = dictionaries.get(number)
  if (!dictionary) throw new Error(`it begins with ${number}, which names no dictionary`)
  return zstdDecompressSync(bytes, { dictionary })
}
