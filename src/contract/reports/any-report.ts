import * as z from 'zod'
import { isEmpty, orNull, readScore, scoreOrNull } from '../responses/lenient.ts'
import { categories } from './analysis.ts'
import { type AnyResults, readResults } from './any-results.ts'
import { tidyRow } from './report-row.ts'
import { CategoryScores, Report } from './report.ts'

/** A report from any compatible server. Missing fields become null or empty; unknown fields are kept. */
export type AnyReport = Omit<Report, 'results'> & {
  results: AnyResults
  /** Fields that are unknown, or that could not be read, as they were sent. */
  other: Record<string, unknown>
  /** The whole report as it was sent. */
  sent: unknown
}

const { results: _results, ...known } = Report.shape
const Known = z.object({
  ...known,
  score_before_cap: scoreOrNull,
  google_score: scoreOrNull,
  categories: z.transform(readCategories),
})

/** Returns the scores of known categories. A map with any other key is ignored. */
function readCategories(sent: unknown): CategoryScores {
  const map = orNull(CategoryScores).safeParse(sent)
  const read = categories.flatMap((name) => {
    const score = readScore(map.data?.[name])
    return score === null ? [] : [[name, score]]
  })
  return Object.fromEntries(read) as CategoryScores
}

function readReport(sent: unknown): AnyReport {
  const read = tidyRow.pipe(Known).parse(sent)
  const fields = sent as Record<string, unknown>
  const isOther = (name: string) => {
    const isScore = name === 'result' && readScore(fields['score']) === null && readScore(fields[name]) !== null
    if (name === 'results' || isScore) return false
    return !Object.hasOwn(read, name) || (isEmpty(read[name as keyof typeof read]) && !isEmpty(fields[name]))
  }
  const other = Object.fromEntries(Object.entries(fields).filter(([name]) => isOther(name)))
  return { ...read, results: readResults(fields['results']), other, sent }
}

export const AnyReport = z.unknown().transform(readReport)
