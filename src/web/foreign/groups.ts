import { nameOf } from './value-shape.ts'
import { checkWords } from '#web/checks/words.ts'
import { anyReportWords as words } from './check-words.ts'
import type { CheckView } from '#web/reports/report/check-view.ts'
import { rankOf } from '#web/reports/report/order.ts'
import { byUrgency } from '#web/reports/report/view-params.ts'

/** Checks under a heading; null where there is nothing to call them by. `saysImportance` when the heading does. */
export type CheckGroup = { name: string | null; checks: CheckView[]; saysImportance: boolean }

/** More would be no help: a server that puts every check into a group of its own groups nothing. */
const mostGroups = 40

/** By importance, then by outcome, those with something to do first. */
export const inOrder = (checks: readonly CheckView[]) =>
  checks.toSorted(
    (a, b) =>
      rankOf(a.importance) - rankOf(b.importance) || byUrgency.indexOf(a.outcome) - byUrgency.indexOf(b.outcome),
  )

/** Checks as the server groups them, in its order; by importance where it does not, and as one where it says nothing of that either. */
export function groupsOf(checks: readonly CheckView[]): CheckGroup[] {
  const given = grouped(checks, ({ group }) => (group.length > 0 ? group.map(nameOf).join(' › ') : null))
  if (given.some(({ name }) => name !== null) && given.length <= mostGroups) {
    return given
      .toSorted((a, b) => Number(a.name === null) - Number(b.name === null))
      .map(({ name, checks: some }) => ({
        name: name ?? words.ungrouped,
        checks: inOrder(some),
        saysImportance: false,
      }))
  }
  if (checks.every(({ importance, importance_sent: sent }) => importance === null && sent === null))
    return [{ name: null, checks: inOrder(checks), saysImportance: true }]
  const named = grouped(inOrder(checks), ({ importance, importance_sent: sent }) =>
    importance !== null
      ? checkWords.importance[importance]
      : sent === null
        ? words.noImportance
        : words.otherImportance,
  )
  return named.map((group) => ({ ...group, saysImportance: true }))
}

function grouped(checks: readonly CheckView[], nameOfCheck: (check: CheckView) => string | null) {
  const groups = Map.groupBy(checks, nameOfCheck)
  return [...groups].map(([name, some]) => ({ name, checks: some }))
}
