import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { AnyReport } from '#contract/reports/any-report.ts'
import type { CauseShare, Comparison } from '#contract/reports/comparison.ts'
import { ratingTable, roundScore } from '#contract/reports/rating.ts'
import { ratingOfReport } from '#contract/reports/report-row.ts'
import { paths } from '#web/app/paths.ts'
import { checkAnchor } from '#web/checks/check-view.ts'
import { checkNameIn, checksQuery } from '#web/checks/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Card } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { CompareSelect } from '../history/history-card.tsx'
import { toneOf, WithIssueStates } from '../history/history.tsx'
import { usePageHistory } from '../history/queries.ts'
import { changeInWords, changeText } from '../history/words.ts'
import { useSourceList } from '../report/source-list.ts'
import { ComparedIssues } from './compared-issues.tsx'
import { ComparedValues, hasChangedValues } from './compared-values.tsx'
import { compareWords as words, whyText } from './words.ts'
import styles from './comparison.module.css'

const ComparedScreenshots = lazyPart(() =>
  import('../rendered/compared-screenshots.tsx').then((file) => file.ComparedScreenshots),
)

/** The changes between two reports of a page: the scores, the reasons, the issues and the page's values. */
export function ComparisonBody({ report, comparison }: { report: AnyReport; comparison: Comparison }) {
  const list = useSourceList()?.text
  const { data: catalogue } = useQuery(checksQuery())
  const checkName = (id: string) => checkNameIn(catalogue?.data, id)
  const history = usePageHistory(report.id)
  const { before, after } = comparison
  const other = otherHost(comparison)
  const labels =
    other === null ? { before: words.before, after: words.after } : { before: other, after: urlParts(after.url).host }
  return (
    <WithIssueStates id={report.id}>
      <div className={`stack ${styles.body}`}>
        <Card className={`stack ${styles.top}`} aria-labelledby="changes">
          <div className={`cluster across ${styles.head}`}>
            <h2 id="changes">{titleOf(comparison)}</h2>
            {other === null && (
              <CompareSelect
                id={report.id}
                reports={history?.data ?? [{ ...before, indexability: null }]}
                chosen={before.id}
                linkTo={(chosen) => paths.report(report.id, { list, compare: chosen })}
              />
            )}
            <Link to={paths.report(report.id, { list })} className={buttonClass({ size: 's' })}>
              {words.viewReport}
            </Link>
          </div>
          <div className={`grid ${styles.scores}`}>
            <Score label={labels.before} of={before} to={paths.report(before.id, { list })} />
            <p className={`${styles.change} ${toneOf(comparison.change)}`}>
              <span aria-hidden="true">{changeText(comparison.change)}</span>
              <span className="hidden-visually">{changeInWords(comparison.change)}</span>
            </p>
            <Score label={labels.after} of={after} to={paths.report(after.id, { list })} />
          </div>
          <ScoreCauses comparison={comparison} checkName={checkName} list={list} />
        </Card>
        <div className={classes('stack', styles.columns, !hasChangedValues(comparison.values) && styles.single)}>
          <ComparedIssues comparison={comparison} checkName={checkName} list={list} />
          <ComparedValues
            title={other === null ? words.values : words.valuesOther}
            values={comparison.values}
            labels={labels}
          />
        </div>
        {(before.has_screenshot || after.has_screenshot) && (
          <ComparedScreenshots comparison={comparison} labels={labels} />
        )}
      </div>
    </WithIssueStates>
  )
}

/** Returns the host of the report before if it is of another website, where the same path is compared. */
function otherHost({ before, after }: Pick<Comparison, 'before' | 'after'>): string | null {
  const { host } = urlParts(before.url)
  return host === urlParts(after.url).host ? null : host
}

export function titleOf(comparison: Pick<Comparison, 'before' | 'after'>): string {
  const other = otherHost(comparison)
  return other === null ? words.title(comparison.before.created_at) : words.against(other)
}

function Score({ label, of, to }: { label: string; of: Comparison['before']; to: string }) {
  const rating = ratingOfReport(of)
  const score = of.score === null ? null : roundScore(of.score)
  return (
    <div className={`stack ${styles.score}`}>
      <h3 className="tiny faint">{label}</h3>
      <p className={`faint small ${styles.number}`}>
        <b>{score ?? '–'}</b> {score === null && words.noScore}
      </p>
      {rating && <RatingBadge rating={rating} label={ratingTable[rating].label} />}
      <Link to={to} className="target small">
        {words.analysed(of.created_at)}
      </Link>
    </div>
  )
}

type ScoreCausesProps = {
  comparison: Comparison
  checkName: (check: string) => string
  list: string | undefined
}

const shownChecks = 4

/** Explains the score's change: a sentence, and the share of each cause with the checks it changed. */
export function ScoreCauses({ comparison, checkName, list }: ScoreCausesProps) {
  const isOfOtherWebsite = otherHost(comparison) !== null
  const shares = comparison.causes.filter(hasMoved)
  const most = Math.max(1, ...shares.map(({ points }) => Math.abs(points)))
  const doesNotAddUp = shares.some((share) => Math.abs(sumOf(share) - share.points) > 1)
  return (
    <div className={`stack tight ${styles.why}`}>
      <h3>{isOfOtherWebsite ? words.whyOther : words.why}</h3>
      <p>{whyText(comparison, isOfOtherWebsite)}</p>
      {shares.length > 0 && (
        <ul className="stack">
          {shares.map((share) => (
            <li key={share.cause}>
              <span className="medium" title={words.causeMeaning[share.cause]}>
                {words.cause[share.cause]}
              </span>
              <span className={`meter ${styles.bar} ${share.points < 0 ? 'bad' : 'good'}`} aria-hidden="true">
                <i style={{ width: `${(100 * Math.abs(share.points)) / most}%` }} />
              </span>
              <b>
                <span aria-hidden="true">{words.points(share.points)}</span>
                <span className="hidden-visually">{words.pointsLabel(share.points)}</span>
              </b>
              <Checks share={share} checkName={checkName} to={paths.report(comparison.after.id, { list })} />
            </li>
          ))}
        </ul>
      )}
      {doesNotAddUp && <p className="faint tiny">{words.capped}</p>}
    </div>
  )
}

/** What we couldn't check matters only if it moved points. */
const hasMoved = ({ cause, points, checks }: CauseShare) =>
  points !== 0 || checks.some((check) => cause !== 'view' || check.points !== 0)

const sumOf = ({ checks }: CauseShare) => checks.reduce((sum, { points }) => sum + points, 0)

/** The checks that a cause changed, those with the most points first. */
function Checks({ share, checkName, to }: { share: CauseShare; to: string } & Pick<ScoreCausesProps, 'checkName'>) {
  const checks = share.checks.toSorted((one, other) => Math.abs(other.points) - Math.abs(one.points))
  const more = checks.length - shownChecks
  return (
    <span className={`muted small ${styles.checks}`}>
      {share.parts.length > 0 && `${share.parts.map((part) => words.part[part]).join(', ')}: `}
      {checks.slice(0, shownChecks).map(({ id, points }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={`${to}#${checkAnchor(id)}`}>{checkName(id)}</Link>
          {points !== 0 && ` ${words.points(points)}`}
        </span>
      ))}
      {more > 0 && ` ${words.moreChecks(more)}`}
    </span>
  )
}
