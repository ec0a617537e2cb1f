import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { AnyReport } from '#contract/reports/any-report.ts'
import type { IssueState } from '#contract/reports/comparison.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { paths } from '#web/app/paths.ts'
import { ReportOfChecks } from '#web/findings/queries.ts'
import { classes } from '#web/ui/classes.ts'
import { useSourceList } from '../report/source-list.ts'
import { usePageHistory } from './queries.ts'
import { changeText, historyWords as words } from './words.ts'
import styles from './history.module.css'

/** The class of a change: better or worse. */
export const toneOf = (change: number | null) => ((change ?? 0) > 0 ? 'good' : (change ?? 0) < 0 ? 'bad' : '')

/** “▲ 6” since the report before. A link to the comparison, once the history has told the report. */
export function ScoreChange({ id, score, previous }: { id: number; score: number; previous: number }) {
  const list = useSourceList()?.text
  const reports = usePageHistory(id)?.data ?? []
  const before = reports[reports.findIndex((one) => one.id === id) - 1]
  const change = roundScore(score) - roundScore(before?.score ?? previous)
  const className = `target small medium ${styles.change} ${toneOf(change)}`
  if (!before || before.score === null) return <span className={className}>{changeText(change)}</span>
  return (
    <Link
      to={paths.report(id, { list, compare: before.id })}
      className={className}
      title={words.since(change, before.created_at)}
    >
      {changeText(change)}
      <span className="hidden-visually">{words.sinceMore(change, before.created_at)}</span>
    </Link>
  )
}

/** Shows that an issue is new, how long it has existed, or that it is back. */
export function IssueStateLabel({ issue: { state, since, or_earlier: orEarlier } }: { issue: IssueState }) {
  const from = since?.created_at ?? null
  return (
    <span
      className={classes('faint tiny fixed no-wrap', (state === 'new' || state === 'back') && 'pill bad')}
      title={words.stateMeaning[state](from, orEarlier)}
    >
      {state === 'unchanged' && <span className={styles.since}>{words.stateSince} </span>}
      {words.state(state, from)}
    </span>
  )
}

type Props = { id: number; report?: AnyReport; isProvisional?: boolean; children: ReactNode }

/** Gives the checks inside it the states of a report's issues, and the report if it is the page's own. */
export function WithIssueStates({ id, report, isProvisional = false, children }: Props) {
  const issues = usePageHistory(id)?.issues
  return (
    <ReportOfChecks value={useMemo(() => ({ report, issues, isProvisional }), [report, issues, isProvisional])}>
      {children}
    </ReportOfChecks>
  )
}
