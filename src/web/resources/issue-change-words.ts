import type { IssueChange, IssueStateName } from '#contract/reports/comparison.ts'

/** The names of what becomes of an issue, from one report to another and over time. */
export const issueChangeWords: Record<IssueChange | IssueStateName, string> = {
  new: 'New',
  back: 'Back',
  unchanged: 'Unchanged',
  fixed: 'Fixed',
  not_checked: 'Not checked this time',
  not_checked_before: 'Not checked before',
}
