import { type Category, categories, type Outcome, outcomes } from '#contract/analysis.ts'
import { choice, type QueryParams } from '#contract/query-params.ts'
import { type CheckView, needsWork } from './check-view.ts'

/** Which of a report's checks are shown, as its address says it. Without an outcome all are: what needs work first, the rest folded. */
export type ReportView = {
  category: Category | null
  outcome: Outcome | null
  google: '1' | null
}

export const viewParams: QueryParams<ReportView> = {
  category: choice(categories, null),
  outcome: choice(outcomes, null),
  google: choice(['1'], null),
}

/** Google or a standard demands or advises it. */
export const isGoogleBacked = ({ grade }: Pick<CheckView, 'grade'>) => grade === 'required' || grade === 'recommended'

/** The checks of the chosen category and evidence, whatever they came to. */
export const checksInView = (
  checks: readonly CheckView[],
  { category, google }: Pick<ReportView, 'category' | 'google'>,
) =>
  checks.filter(
    (check) => (category === null || check.category === category) && (google === null || isGoogleBacked(check)),
  )

/** In the order in which a reader has something to do about them. */
export const byUrgency: Outcome[] = ['fail', 'warn', 'info', 'unknown', 'error', 'pass', 'not-applicable']

/** How many checks came to each outcome; those that none came to are left out. */
export const tally = (checks: readonly CheckView[]): { outcome: Outcome; checks: CheckView[] }[] =>
  byUrgency
    .map((outcome) => ({ outcome, checks: checks.filter((check) => check.outcome === outcome) }))
    .filter((one) => one.checks.length > 0)

/** What is folded away under its number while no outcome is chosen. */
export const folded = (checks: readonly CheckView[]) => tally(checks.filter((check) => !needsWork(check)))
