import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { AnyReport } from '#contract/reports/any-report.ts'
import type { Comparison } from '#contract/reports/comparison.ts'
import { ratingTable, roundScore } from '#contract/reports/rating.ts'
import { ratingOfReport } from '#contract/reports/report-row.ts'
import { paths } from '#web/app/paths.ts'
import { checkNameIn } from '#web/checks/check-name.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { CompareSelect } from '../history/compare-select.tsx'
import { changeInWords, changeText } from '../history/history-words.ts'
import { WithIssueStates } from '../history/issue-states.tsx'
import { usePageHistory } from '../history/queries.ts'
import { useSourceList } from '../report/source-list.ts'
import { compareWords as words } from './compare-words.ts'
import { ComparedIssues } from './compared-issues.tsx'
import { ComparedValues, hasChangedValues } from './compared-values.tsx'
import { ScoreCauses } from './score-causes.tsx'
import styles from './comparison.module.css'

/** What changed between two reports of a page: the scores, why they differ, the issues and the page's values. */
export function ComparisonBody({ report, comparison }: { report: AnyReport; comparison: Comparison }) {
  const list = useSourceList()?.text
  const { data: catalogue } = useQuery(checksQuery())
  const checkName = (id: string) => checkNameIn(catalogue?.data, id)
  const history = usePageHistory(report.id)
  const { before, after } = comparison
  return (
    <WithIssueStates id={report.id}>
      <div className={styles.body}>
        <Card className={styles.top} aria-labelledby="changes">
          <div className={styles.head}>
            <h2 id="changes">{words.title(before.created_at)}</h2>
            <CompareSelect
              id={report.id}
              reports={history?.data ?? [{ ...before, indexability: null }]}
              chosen={before.id}
              linkTo={(other) => paths.report(report.id, { list, compare: other })}
            />
            <Link to={paths.report(report.id, { list })} className={buttonClass({ size: 's' })}>
              {words.viewReport}
            </Link>
          </div>
          <div className={styles.scores}>
            <Score label={words.before} of={before} to={paths.report(before.id, { list })} />
            <p className={`${styles.change} ${toneOf(comparison.change)}`}>
              <span aria-hidden="true">{changeText(comparison.change)}</span>
              <span className="hidden-visually">{changeInWords(comparison.change)}</span>
            </p>
            <Score label={words.after} of={after} to={paths.report(after.id, { list })} />
          </div>
          <ScoreCauses comparison={comparison} checkName={checkName} list={list} />
        </Card>
        <div className={classes(styles.columns, !hasChangedValues(comparison.values) && styles.single)}>
          <ComparedIssues comparison={comparison} checkName={checkName} list={list} />
          <ComparedValues values={comparison.values} />
        </div>
      </div>
    </WithIssueStates>
  )
}

const toneOf = (change: number) => (change > 0 ? styles.better : change < 0 ? styles.worse : '')

function Score({ label, of, to }: { label: string; of: Comparison['before']; to: string }) {
  const rating = ratingOfReport(of)
  const score = of.score === null ? null : roundScore(of.score)
  return (
    <div className={styles.score}>
      <h3>{label}</h3>
      <p className={styles.number}>
        <b>{score ?? '–'}</b> {score === null ? words.noScore : words.of}
      </p>
      {rating && <RatingBadge rating={rating} label={ratingTable[rating].label} />}
      <Link to={to}>{words.analysed(of.created_at)}</Link>
    </div>
  )
}
