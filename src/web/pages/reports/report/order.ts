import { type Category, categories, importances, type Outcome } from '#contract/analysis.ts'
import { type CheckView, needsWork } from './check-view.ts'

/**
 * What to fix first: failed gates, then by points lost. Where points tie (or the server counts none) failures come
 * before warnings and important checks before the rest.
 */
export function fixFirst(checks: readonly CheckView[]): CheckView[] {
  const gateRank = (check: CheckView) => Number(check.gate && check.outcome === 'fail')
  return checks
    .filter(needsWork)
    .toSorted(
      (a, b) =>
        gateRank(b) - gateRank(a) ||
        b.points - a.points ||
        Number(b.outcome === 'fail') - Number(a.outcome === 'fail') ||
        importances.indexOf(a.importance) - importances.indexOf(b.importance),
    )
}

/** `category` is null for checks of a server that has none. */
export type CategoryGroup = { category: Category | null; attention: CheckView[]; rest: CheckView[] }

/** In the order in which a reader has something to do about them. */
const byUrgency: Outcome[] = ['fail', 'warn', 'info', 'error', 'unknown', 'pass', 'not-applicable']

/** The checks by category, in the contract's order; inside a category by how much a reader has to do about them. */
export function groupByCategory(checks: readonly CheckView[]): CategoryGroup[] {
  return [...categories, null]
    .map((category) => checks.filter((check) => check.category === category))
    .filter((group) => group.length > 0)
    .map((group) => ({
      category: group[0]!.category,
      attention: fixFirst(group),
      rest: group
        .filter((check) => !needsWork(check))
        .toSorted((a, b) => byUrgency.indexOf(a.outcome) - byUrgency.indexOf(b.outcome)),
    }))
}

/** How many checks came to each outcome; those that none came to are left out. */
export function tally(checks: readonly CheckView[]): { outcome: Outcome; many: number }[] {
  return byUrgency
    .map((outcome) => ({ outcome, many: checks.filter((check) => check.outcome === outcome).length }))
    .filter(({ many }) => many > 0)
}
