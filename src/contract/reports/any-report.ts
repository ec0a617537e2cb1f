import * as z from 'zod'
import { AnyScore, isEmpty, lenient, readScore } from '../responses/lenient.ts'
import { type AnyCheck, readResults } from './any-results.ts'
import { exceptionsOfReport, scoreInResult } from './report-row.ts'
import { CategoryScores, Report } from './report.ts'

/** A report from any compatible server. Missing fields become null or empty; unknown fields are kept. */
export type AnyReport = z.output<typeof Known> & {
  results: AnyCheck[]
  /** Fields that are unknown or could not be read, and results without an outcome, as they were sent. */
  other: Record<string, unknown>
  /** The whole report as it was sent. */
  sent: unknown
}

const Known = lenient(Report.omit({ results: true }), {
  ...exceptionsOfReport,
  score_before_cap: AnyScore,
  google_score: AnyScore,
  // A server with other categories has other rules, so none of them is one of ours.
  categories: CategoryScores.catch({}),
})

function readReport(sent: unknown): AnyReport {
  const read = scoreInResult.pipe(Known).parse(sent)
  const fields = sent as Record<string, unknown>
  const isOther = (name: string) => {
    const isScore = name === 'result' && readScore(fields['score']) === null && readScore(fields[name]) !== null
    if (name === 'results' || isScore) return false
    return !Object.hasOwn(read, name) || (isEmpty(read[name as keyof typeof read]) && !isEmpty(fields[name]))
  }
  const other = Object.fromEntries(Object.entries(fields).filter(([name]) => isOther(name)))
  const { checks, others } = readResults(fields['results'])
  return { ...read, results: checks, other: isEmpty(others) ? other : { ...other, results: others }, sent }
}

export const AnyReport = z.unknown().transform(readReport)
