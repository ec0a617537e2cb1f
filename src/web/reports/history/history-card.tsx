import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { AnyReport } from '#contract/reports/any-report.ts'
import type { HistoryEntry, PageHistory } from '#contract/reports/comparison.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { paths } from '#web/app/paths.ts'
import { Select } from '#web/ui/inputs.tsx'
import { Card } from '#web/ui/page.tsx'
import { useSourceList } from '../report/source-list.ts'
import { HistorySkeleton } from './history-skeleton.tsx'
import { toneOf } from './history.tsx'
import { historyQuery } from './queries.ts'
import { ScoreChart } from './score-chart.tsx'
import { changeText, historyWords as words, shortMomentText } from './words.ts'
import styles from './history.module.css'

/** More points would be indistinguishable. The table has all reports. */
const mostPoints = 100

/** The history of a report's page. Nothing for a page with a single report, or on a server without histories. */
export function HistoryCard({ report }: { report: Pick<AnyReport, 'id' | 'previous_score'> }) {
  const { data: history, isPending } = useQuery(historyQuery(report.id))
  if (isPending && report.previous_score !== null) return <HistorySkeleton />
  return history && history.data.length > 1 ? <Loaded id={report.id} history={history} /> : null
}

function Loaded({ id, history: { data, meta } }: { id: number; history: PageHistory }) {
  const list = useSourceList()?.text
  const [isTableOpen, setTableOpen] = useState(false)
  const linkTo = (other: number) => paths.report(id, { list, ...(other !== id && { compare: other }) })
  const shown = data.slice(-mostPoints)
  return (
    <Card aria-labelledby="history" className="stack snug">
      <div className="row baseline">
        <h2 id="history">{words.title}</h2>
        <p className="faint tiny">{words.count(meta.total)}</p>
      </div>
      <ScoreChart reports={shown} current={id} linkTo={linkTo} />
      {shown.length < meta.total && <p className="faint tiny">{words.latestOnly(shown.length, meta.total)}</p>}
      <CompareSelect id={id} reports={data} chosen={null} linkTo={linkTo} />
      <details className={`small ${styles.table}`} onToggle={({ currentTarget }) => setTableOpen(currentTarget.open)}>
        <summary>{words.table}</summary>
        {isTableOpen && <HistoryTable reports={data} current={id} list={list} />}
      </details>
    </Card>
  )
}

type HistoryTableProps = {
  reports: readonly HistoryEntry[]
  current: number
  list: string | undefined
}

/** The reports of a page, the latest first. The date opens the report. */
function HistoryTable({ reports, current, list }: HistoryTableProps) {
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
      <table className="figures">
        <caption className="hidden-visually">{words.tableOf}</caption>
        <thead>
          <tr>
            <th scope="col">{words.date}</th>
            <th scope="col">{words.score}</th>
            <th scope="col">{words.change}</th>
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
                <td>{score === null ? '–' : roundScore(score)}</td>
                <td className={change ? `toned ${toneOf(change)}` : undefined}>
                  {change === null ? '–' : changeText(change)}
                </td>
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

type CompareSelectProps = {
  id: number
  reports: PageHistory['data']
  /** The report compared with now. */
  chosen: number | null
  linkTo: (id: number) => string
}

/** Opens the comparison with the chosen report. */
export function CompareSelect({ id, reports, chosen, linkTo }: CompareSelectProps) {
  const navigate = useNavigate()
  const options = reports
    .filter((report) => report.id !== id)
    .toReversed()
    .map((report) => ({ value: String(report.id), label: words.option(report.created_at, report.score) }))
  return (
    <Select
      label={words.compareWith}
      size="s"
      value={chosen === null ? '' : String(chosen)}
      options={chosen === null ? [{ value: '', label: words.choose }, ...options] : options}
      onChange={(value) => value !== '' && void navigate(linkTo(Number(value)))}
    />
  )
}
