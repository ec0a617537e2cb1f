import type { Importance } from '#contract/analysis.ts'
import { grouped } from '#web/ui/number.ts'

/** The words of a report whose checks are a stranger's. */
export const anyReportWords = {
  checks: 'Checks',
  ungrouped: 'Other checks',
  importanceShort: { high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Importance, string>,
  otherImportance: 'Other importance',
  noImportance: 'Importance not given',
  ofHigh: (high: number) => `${grouped(high)} of the failed ${high === 1 ? 'is' : 'are'} of high importance`,
  named: 'The address names this check.',
  noneInView: 'No check of this report is like that.',
  showAll: 'Show all checks',
  showEvery: (many: number) => `Show all ${grouped(many)}`,
  showMore: (step: number, total: number) => `Show ${grouped(step)} more of ${grouped(total)}`,
  values: 'Values',
  valuesNote: 'Sent without a verdict',
}
