import { type Importance, importances } from '#contract/analysis.ts'
import { type CheckView, needsWork } from './check-view.ts'

/** What nobody called important comes after what somebody called not very. */
export const rankOf = (importance: Importance | null) =>
  importance === null ? importances.length : importances.indexOf(importance)

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
        rankOf(a.importance) - rankOf(b.importance),
    )
}
