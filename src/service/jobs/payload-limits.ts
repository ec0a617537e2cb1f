import { clip } from '#analyser/facts/text.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import type { CheckResult } from '#contract/reports/analysis.ts'
import { packJson } from '#service/store/reports/report-payloads.ts'

/** Safety limits in compressed bytes. A page can be made to fill every list of the facts and of the evidence. */
const maxFactsBytes = 120_000
const maxEvidenceBytes = 45_000

/** Lists and texts are cut to the first measure that fits. */
const measures = [
  { list: 300, text: 2048 },
  { list: 100, text: 2048 },
  { list: 50, text: 400 },
  { list: 20, text: 150 },
  { list: 10, text: 60 },
]

/**
 * Cuts facts that would take too much room. The response stays whole, because its headers were limited when it arrived.
 */
export function limitFacts({ response, timings, charset, document, ...facts }: PageFacts): PageFacts {
  const whole = { response, timings, charset, document }
  const rest = Math.max(maxFactsBytes / 2, maxFactsBytes - JSON.stringify(whole).length)
  return { ...whole, ...limitSize(facts, rest) }
}

/** Cuts values and evidence that would take too much room, at one measure for all checks. */
export function limitEvidence(results: Record<string, CheckResult>): Record<string, CheckResult> {
  const shown = Object.fromEntries(
    Object.entries(results).map(([id, { value, evidence }]) => [id, { value, evidence }]),
  )
  const limited = limitSize(shown, maxEvidenceBytes)
  return Object.fromEntries(Object.entries(results).map(([id, result]) => [id, { ...result, ...limited[id] }]))
}

/**
 * Returns plain data that takes at most about `limit` bytes when compressed: lists cut shorter and texts clipped, at
 * one measure for all. The totals of lists stay correct.
 */
export function limitSize<T>(value: T, limit: number): T {
  let fitting = value
  for (const measure of measures) {
    if (fits(fitting, limit)) break
    fitting = cutTo(measure, fitting) as T
  }
  return fitting
}

function fits(value: unknown, limit: number): boolean {
  const json = JSON.stringify(value)
  return Buffer.byteLength(json) <= limit || packJson(json).length <= limit
}

function cutTo(measure: (typeof measures)[number], value: unknown): unknown {
  if (typeof value === 'string') return clip(value, measure.text)
  if (Array.isArray(value)) return value.slice(0, measure.list).map((item) => cutTo(measure, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutTo(measure, item)]))
}
