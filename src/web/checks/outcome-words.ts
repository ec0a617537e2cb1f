import { counted, grouped } from '#contract/format/numbers.ts'
import type { Outcome } from '#contract/reports/analysis.ts'

export const checksNumber = (count: number) => counted(count, 'check')

/** The outcomes of checks, alone and with their number. */
export const outcomeWords = {
  outcome: {
    fail: 'Failed',
    warn: 'Warning',
    pass: 'Passed',
    info: 'Info',
    'not-applicable': 'Not applicable',
    unknown: 'Not checked',
    error: 'Check error',
  } satisfies Record<Outcome, string>,
  outcomes: {
    fail: (count: number) => `${grouped(count)} failed`,
    warn: (count: number) => counted(count, 'warning'),
    info: (count: number) => `${grouped(count)} info`,
    error: (count: number) => counted(count, 'error'),
    unknown: (count: number) => `${grouped(count)} not checked`,
    pass: (count: number) => `${grouped(count)} passed`,
    'not-applicable': (count: number) => `${grouped(count)} not applicable`,
  } satisfies Record<Outcome, (count: number) => string>,
  outcomeFilter: 'Result',
  allOf: (count: number) => `All ${grouped(count)}`,
  checksShown: (count: number) => `Showing ${checksNumber(count)}`,
}
