import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import type { HistoryEntry } from '#contract/reports/comparison.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { paths } from '#web/app/paths.ts'
import { changeText, historyWords as words, shortMomentText } from './history-words.ts'
import styles from './history.module.css'

type HistoryTableProps = {
  reports: readonly HistoryEntry[]
  current: number
  list: string | undefined
}

/** The reports of a page, the latest first. The date opens the report. */
export function HistoryTable({ reports, current, list }: HistoryTableProps) {
  const rows = reports.map((report, index) => {
    const before = reports[index - 1]
    return {
      ...report,
      change: changeBetween(before, report),
      newRuleset: before && before.ruleset !== report.ruleset ? report.ruleset : null,
    }
  })
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={words.tableOf}>
      <table>
        <caption className="hidden-visually">{words.tableOf}</caption>
        <thead>
          <tr>
            <th scope="col">{words.date}</th>
            <th scope="col" className={styles.number}>
              {words.score}
            </th>
            <th scope="col" className={styles.number}>
              {words.change}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ id, created_at: created, score, change, newRuleset }) => (
            <Fragment key={id}>
              <tr aria-current={id === current || undefined}>
                <th scope="row">
                  {id === current ? (
                    shortMomentText(created)
                  ) : (
                    <Link to={paths.report(id, { list })}>{shortMomentText(created)}</Link>
                  )}
                </th>
                <td className={styles.number}>{score === null ? '–' : roundScore(score)}</td>
                <td className={`${styles.number} ${toneOf(change)}`}>{change === null ? '–' : changeText(change)}</td>
              </tr>
              {newRuleset !== null && (
                <tr>
                  <td colSpan={3}>{words.rulesetMark(newRuleset)}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const changeBetween = (before: HistoryEntry | undefined, after: HistoryEntry) =>
  before && before.score !== null && after.score !== null ? roundScore(after.score) - roundScore(before.score) : null

const toneOf = (change: number | null) => ((change ?? 0) > 0 ? styles.better : (change ?? 0) < 0 ? styles.worse : '')
