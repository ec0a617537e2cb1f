import * as z from 'zod/mini'
import { categories } from './analysis.ts'
import { type AnyResults, readResults } from './any-results.ts'
import { orNull, readScore, scoreOrNull } from './lenient.ts'
import { CategoryScores, Report } from './report.ts'
import { rowShape, tidyRow } from './report-row.ts'

/** A report as any server of this API may send it: what it does not say is null or empty, and nothing of it is lost. */
export type AnyReport = Omit<Report, 'results'> & {
  results: AnyResults
  /** What is not known here, or not as it was sent. */
  other: Record<string, unknown>
  /** The whole as it was sent. */
  sent: unknown
}

const { ruleset, facts, capped_by, timings } = Report.shape
const Known = z.object({
  ...rowShape,
  facts,
  ruleset,
  score_before_cap: scoreOrNull,
  capped_by,
  categories: z.transform(readCategories),
  google_score: scoreOrNull,
  timings,
})

/** Scores of categories known here; a map of anything else is not understood. */
function readCategories(sent: unknown): CategoryScores {
  const map = z.safeParse(orNull(CategoryScores), sent)
  const read = categories.flatMap((name) => {
    const score = readScore(map.data?.[name])
    return score === null ? [] : [[name, score]]
  })
  return Object.fromEntries(read) as CategoryScores
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

function readReport(sent: unknown): AnyReport {
  const known = z.parse(z.pipe(tidyRow, Known), sent)
  const fields = sent as Record<string, unknown>
  const isOther = (name: string) =>
    name !== 'results' && (name === 'result' && readScore(fields[name]) !== null ? false : !Object.hasOwn(known, name) ? true : isEmpty(known[name as keyof typeof known]) && !isEmpty(fields[name]))
  const other = Object.fromEntries(Object.entries(fields).filter(([name]) => isOther(name)))
  return { ...known, results: readResults(fields['results']), other, sent }
}

export const AnyReport = z.pipe(z.unknown(), z.transform(readReport))
