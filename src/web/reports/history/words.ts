import { counted, grouped } from '#contract/format/numbers.ts'
import type { IssueStateName } from '#contract/reports/comparison.ts'
import { type Rating, ratingTable, roundScore } from '#contract/reports/rating.ts'
import { issueChangeWords } from '#web/resources/words.ts'
import { formatShortMoment, formatTime, formatAbsolute, formatShort, momentOf, writtenDay } from '#web/ui/time.tsx'

/** “12 Nov”, with the year if it is another one; “14:05 today”. */
export function dayOf(sent: string | null): string {
  if (sent === null) return 'an unknown date'
  const date = momentOf(sent)
  if (!date) return writtenDay(sent)
  const today = new Date()
  if (date.toDateString() === today.toDateString()) return `${formatTime(date)} today`
  return formatShort(date, today)
}

/** “12 Nov 2026, 09:14” */
export function momentText(sent: string | null): string {
  const date = sent === null ? null : momentOf(sent)
  return date ? formatAbsolute(date) : dayOf(sent)
}

/** “12 Nov, 09:14”, with the year and without the time if it is another year. */
export function shortMomentText(sent: string | null): string {
  const date = sent === null ? null : momentOf(sent)
  return date?.getFullYear() === new Date().getFullYear() ? formatShortMoment(date) : dayOf(sent)
}

/** “▲ 6”, “▼ 6” or “±0” */
export const changeText = (change: number) => (change === 0 ? '±0' : `${change > 0 ? '▲' : '▼'} ${Math.abs(change)}`)

/** “6 points higher” */
export const changeInWords = (change: number) =>
  change === 0 ? 'the same score' : `${counted(Math.abs(change), 'point')} ${change > 0 ? 'higher' : 'lower'}`

const scoreText = (score: number | null, rating: Rating | null) =>
  score === null
    ? 'no score'
    : `score ${roundScore(score)}${rating === null ? '' : `, ${ratingTable[rating].label.toLowerCase()}`}`

export const historyWords = {
  title: 'History',
  count: (total: number) => `${grouped(total)} reports`,
  chart: 'Score over time. Use the arrow keys to move between reports.',
  latestOnly: (shown: number, total: number) => `The chart shows the latest ${grouped(shown)} of ${grouped(total)}.`,
  point: (sent: string | null, score: number | null, rating: Rating | null) =>
    `${momentText(sent)}: ${scoreText(score, rating)}`,
  comparePoint: 'Compare',
  thisReport: 'this report',
  ruleset: (ruleset: number) => `Ruleset ${ruleset}`,
  rulesetMark: (ruleset: number) => `Scored by ruleset ${ruleset} from here`,
  compareWith: 'Compare with',
  choose: 'Choose',
  option: (sent: string | null, score: number | null) =>
    `${momentText(sent)} · ${score === null ? 'no score' : roundScore(score)}`,
  table: 'Show as a table',
  tableOf: 'Reports of this page, latest first',
  date: 'Date',
  score: 'Score',
  change: 'Change',
  since: (change: number, sent: string | null) => `${changeText(change)} since ${dayOf(sent)}`,
  /** Follows “▲ 6” for screen readers. */
  sinceMore: (change: number, sent: string | null) =>
    ` since ${dayOf(sent)}: ${changeInWords(change)}. Compare the reports`,
  /** “New”, or “12 Nov” for an unchanged issue, after `stateSince` unless the column says so. */
  state: (state: IssueStateName, sent: string | null) =>
    state === 'unchanged' ? dayOf(sent) : issueChangeWords[state],
  stateSince: 'Since',
  stateMeaning: {
    new: () => 'Not an issue in the previous report',
    unchanged: (sent: string | null, orEarlier: boolean) =>
      `An issue in every report since ${momentText(sent)}${orEarlier ? ' or earlier' : ''}`,
    back: () => 'Was fixed before, and is back',
    not_checked: (sent: string | null) => `An issue since ${momentText(sent)}, but not checked this time`,
  } satisfies Record<IssueStateName, (sent: string | null, orEarlier: boolean) => string>,
}
