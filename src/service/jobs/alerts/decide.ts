import { isTextCondition } from '#contract/jobs/alerts.ts'
import type { ChangeRecord, EvaluatedReport, NewChange } from '#service/store/alerts/changes.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import { canTellOfOlder, countsResults } from '#service/store/alerts/views.ts'
import type { ReportRecord } from '#service/store/reports/reports.ts'
import { alertChangeOf } from './alert-message.ts'
import {
  type AlertInput,
  changesBetween,
  isComparable,
  isLasting,
  isRefuted,
  isReverted,
  type PageChange,
  readBaseline,
} from './page-changes.ts'

/** A report with its texts, if a rule needs them. */
export type ReportToCompare = { report: EvaluatedReport; input: AlertInput }

/** A report that wasn't checked for alerts yet, and what is known of its page. */
export type NewReport = {
  now: ReportToCompare
  /** The one before that it can be compared with. */
  before: ReportToCompare | undefined
  /** The one before, however it was made. */
  previous: ReportRecord | undefined
  /** The changes of the page that were sent. */
  open: ChangeRecord[]
}

/** What a report means for a rule. */
type OfRule = { rule: AlertRuleRecord; changes: PageChange[]; canMove: boolean }
/** Whether the view of a rule has the page: by its report, by that or the one before, and by the previous one. */
export type InView = { now: boolean; either: boolean; previous: boolean }

/** What is stored of a report: new changes, the IDs of sent ones that ended, and of rules whose pages are recounted. */
export type Decision = { changes: NewChange[]; reverted: number[]; recount: number[] }

/** Returns the rules that a report can concern, depending on whether their views have the page. */
export function concernedRules({ now, before, previous }: NewReport, rules: readonly AlertRuleRecord[]): OfRule[] {
  // Views of latest reports were counted again by rescoring.
  const isOtherPrevious = previous !== undefined && previous.id !== before?.report.id
  return rules.flatMap((rule) => {
    const changes = before ? changesBetween(before.input, now.input, rule.conditions) : []
    // Another engine or ruleset can move a page into a view, or out of it.
    const canMove =
      isOtherPrevious && countsResults(rule) && (previous.engine !== now.report.engine || canTellOfOlder(rule.view))
    return changes.length > 0 || canMove ? [{ rule, changes, canMove }] : []
  })
}

/** @param inView of the concerned rules, by their IDs */
export function decide(page: NewReport, concerned: OfRule[], inView: ReadonlyMap<number, InView>): Decision {
  const { now, before, open } = page
  const baseline = before ? JSON.stringify(before.input) : ''
  const viewOf = ({ rule }: OfRule) => inView.get(rule.id) ?? { now: false, either: false, previous: false }
  const changed = concerned.filter((rule) => viewOf(rule).either)
  const moved = concerned.filter((rule) => rule.canMove && viewOf(rule).now !== viewOf(rule).previous)
  return {
    changes: changed.flatMap(({ rule, changes }) =>
      changes.map(({ condition, check }) => ({ rule_id: rule.id, condition, check_id: check, baseline })),
    ),
    reverted: open.filter((change) => hasEnded(change, now, before)).map(({ id }) => id),
    recount: moved.map(({ rule }) => rule.id),
  }
}

/** Returns true if a change that was sent is undone, or has to be sent again. */
function hasEnded(
  { condition, check_id, report_id, baseline }: ChangeRecord,
  now: ReportToCompare,
  before: ReportToCompare | undefined,
): boolean {
  const sent = readBaseline(baseline)
  if (isReverted(condition, check_id, sent, now.input)) return true
  // After a new ruleset, its end can't be seen. Two reports since then show it as a new change.
  const isSince = before !== undefined && before.report.id > report_id && !isComparable(sent, now.input)
  return isSince && changesBetween(before.input, now.input, [condition]).some(({ check }) => check === check_id)
}

/** Maximum further analyses of a page that gives no report, another text each time, or no result of a check. */
const maxRechecks = { withoutReport: 3, changingText: 3, unclear: 18 }

/**
 * Returns what a recheck showed of a change: the change as it is sent, or that it has to be rechecked again, or ended.
 * @param latest of the page, undefined if it has no report
 * @param last the report before, for a change of a text
 */
export function decideRecheck(
  change: ChangeRecord,
  latest: ReportToCompare | undefined,
  last: ReportToCompare | undefined,
): ReturnType<typeof alertChangeOf> | 'again' | 'ended' {
  const baseline = readBaseline(change.baseline)
  if (!latest) return 'ended'
  const tries = change.attempts + 1
  if (latest.report.id <= change.report_id) return tries < maxRechecks.withoutReport ? 'again' : 'ended'
  const found = { condition: change.condition, check: change.check_id }
  if (isLasting(found, baseline, latest.input, last?.input))
    return alertChangeOf(found, baseline, latest.input, latest.report)
  const isClear = isRefuted(change.condition, change.check_id, baseline, latest.input)
  const most = maxRechecks[isTextCondition(change.condition) ? 'changingText' : 'unclear']
  return !isClear && tries < most ? 'again' : 'ended'
}
