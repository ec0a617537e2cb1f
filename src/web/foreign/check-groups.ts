import { type CheckView, groupByOutcome, importanceRank, outcomesByUrgency } from '#web/checks/check-view.ts'
import { checkWords, outcomeWords } from '#web/checks/words.ts'
import { fieldName } from './value-shape.ts'
import { foreignReportWords as words } from './words.ts'

/**
 * Checks under a heading; null for a group without a name. `showsImportance` if the heading contains the importance.
 */
export type CheckGroup = { name: string | null; checks: CheckView[]; showsImportance: boolean }

/** With more groups, almost every check has a group of its own, and grouping is useless. */
const maxGroups = 40

/** Groups checks as the server does, in its order. Without groups, by importance; without importance, in one group. */
export function groupsOf(checks: readonly CheckView[]): CheckGroup[] {
  const sent = groupBy(checks, ({ group }) => (group.length > 0 ? group.map(fieldName).join(' › ') : null))
  if (sent.some(({ name }) => name !== null) && sent.length <= maxGroups) {
    return sent
      .toSorted((a, b) => Number(a.name === null) - Number(b.name === null))
      .map(({ name, checks: some }) => ({
        name: name ?? words.ungrouped,
        checks: inOrder(some),
        showsImportance: false,
      }))
  }
  if (checks.every(({ importance, importance_sent: importanceSent }) => importance === null && importanceSent === null))
    return [{ name: null, checks: inOrder(checks), showsImportance: true }]
  const byImportance = groupBy(inOrder(checks), ({ importance, importance_sent: importanceSent }) =>
    importance !== null
      ? checkWords.importance[importance]
      : importanceSent === null
        ? words.noImportance
        : words.otherImportance,
  )
  return byImportance.map((group) => ({ ...group, showsImportance: true }))
}

function groupBy(checks: readonly CheckView[], nameOfCheck: (check: CheckView) => string | null) {
  const groups = Map.groupBy(checks, nameOfCheck)
  return [...groups].map(([name, some]) => ({ name, checks: some }))
}

/** Sorts checks by importance, then by urgency of their outcome. */
const inOrder = (checks: readonly CheckView[]) =>
  checks.toSorted(
    (a, b) =>
      importanceRank(a.importance) - importanceRank(b.importance) ||
      outcomesByUrgency.indexOf(a.outcome) - outcomesByUrgency.indexOf(b.outcome),
  )

/** Returns "12 failed, 3 warnings, 30 passed". */
export const countsOf = (checks: readonly CheckView[]) =>
  groupByOutcome(checks)
    .map(({ outcome, checks: some }) => outcomeWords.outcomes[outcome](some.length))
    .join(', ')

/** Returns the same with the important failures: "12 failed, 30 passed; 4 of the failed are of high importance". */
export function countsWithImportance(checks: readonly CheckView[]): string {
  const high = checks.filter(({ outcome, importance }) => outcome === 'fail' && importance === 'high').length
  return high > 0 ? `${countsOf(checks)}; ${words.ofHigh(high)}` : countsOf(checks)
}
