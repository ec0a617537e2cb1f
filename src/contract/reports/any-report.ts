import * as z from 'zod'
import { AnyScore, isEmpty, isFields, lenient, readScore } from '../responses/lenient.ts'
import { importances, NamedResult, type Outcome, outcomes } from './analysis.ts'
import { exceptionsOfReport, scoreInResult } from './report-row.ts'
import { CategoryScores, Report } from './report.ts'

const lowerCase = z.transform((given) => (typeof given === 'string' ? given.trim().toLowerCase() : given))

/** The fields of a check besides its outcome. Missing fields are null or empty. */
const KnownResult = lenient(NamedResult.omit({ outcome: true, passed: true }), {
  importance: lowerCase.pipe(z.enum(importances).nullable()).catch(null),
  points_lost: z.number().positive().catch(0),
  errors: z.unknown(),
})

/** A check from any compatible server. */
export type AnyCheck = Omit<z.output<typeof KnownResult>, 'name'> & {
  /** The server's key for it. */
  id: string
  /** The server's name for it, or its key. */
  name: string
  outcome: Outcome
  /** Fields that are unknown, or that could not be read, as they were sent. */
  other: Record<string, unknown>
}

/** Safety limit: the page shows all checks at once. */
const maxChecks = 300

/**
 * Reads the map of a report's checks. `others` has the rest: entries without an outcome, or `results` of any other
 * shape.
 */
export function readResults(sent: unknown): { checks: AnyCheck[]; others: unknown } {
  if (!isFields(sent)) return { checks: [], others: sent }
  const checks: AnyCheck[] = []
  const others: [string, unknown][] = []
  for (const [id, fields] of Object.entries(sent)) {
    const outcome = isFields(fields) && checks.length < maxChecks ? outcomeOf(fields) : undefined
    if (outcome && isFields(fields)) checks.push(readCheck(id, outcome, fields))
    else others.push([id, fields])
  }
  return { checks, others: Object.fromEntries(others) }
}

type Fields = Record<string, unknown>

const outcomeOfPassed = new Map<unknown, Outcome>([
  ...[true, 1, '1', 'true'].map((passed): [unknown, Outcome] => [passed, 'pass']),
  ...[false, 0, '0', 'false'].map((passed): [unknown, Outcome] => [passed, 'fail']),
])

const outcomeOf = ({ outcome, passed }: Fields): Outcome | undefined =>
  outcomes.find((one) => one === outcome) ?? outcomeOfPassed.get(passed)

function readCheck(id: string, outcome: Outcome, fields: Fields): AnyCheck {
  const read: Fields & z.output<typeof KnownResult> = KnownResult.parse(fields)
  const isRead = (name: string) => name === 'outcome' || name === 'passed' || !isEmpty(read[name])
  const other = Object.entries(fields).filter(([name, value]) => !isEmpty(value) && !isRead(name))
  return { ...read, id, name: read.name ?? id, outcome, other: Object.fromEntries(other) }
}

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
