import { Link, useLocation } from 'react-router-dom'
import { type Category, categories, categoryLabels } from '#contract/analysis.ts'
import { ratingOf, ratingTable, roundScore } from '#contract/rating.ts'
import type { AnyReport } from '#contract/any-report.ts'
import { ratingOfReport } from '#contract/report-row.ts'
import { changedAddress } from '#web/list/use-list-query.ts'
import { Card } from '#web/ui/card.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { ScoreDial } from '#web/ui/score-dial.tsx'
import { checkAnchor, checksInView, type CheckView, needsWork, type ReportView, viewParams } from './report-checks.ts'
import { reportWords as words } from './report-words.ts'
import styles from './score-card.module.css'

type ScoreCardProps = {
  report: AnyReport
  checks: readonly CheckView[]
  view: ReportView
  className?: string | undefined
}

/** The score, what caps it, and a link to each category. */
export function ScoreCard({ report, checks, view, className }: ScoreCardProps) {
  const rating = ratingOfReport(report)
  const { score } = report
  const google = report.google_score
  const shown = categories.filter((category) => checks.some((check) => check.category === category))
  return (
    <Card className={`${styles.card} ${className ?? ''}`} aria-label={words.score}>
      <div className={styles.dial}>
        <ScoreDial
          score={score && roundScore(score)}
          rating={rating}
          label={score === null ? words.noScore : words.dial(roundScore(score))}
          of={score === null ? words.noScore : words.of}
        />
        {rating && <RatingBadge rating={rating} label={ratingTable[rating].label} />}
        {google !== null && (
          <p className={`${styles.google} ${view.google ? styles.on : ''}`} title={words.googleMeaning}>
            {words.google} <b className={styles[ratingOf(google)]}>{roundScore(google)}</b>
          </p>
        )}
        {report.checks_judged !== null && <p className={styles.google}>{words.judged(report.checks_judged)}</p>}
      </div>
      <Cap report={report} checks={checks} />
      {report.rescored_at && report.first_score !== null && report.score !== null && report.ruleset !== null && (
        <p className={styles.cap}>
          {words.rescored(report.ruleset, new Date(report.rescored_at), roundScore(report.score), report.first_score)}
        </p>
      )}
      {shown.length > 1 && Object.keys(report.categories).length > 0 && (
        <nav className={styles.categories} aria-label={words.categories}>
          {shown.map((category) => (
            <CategoryLink
              key={category}
              category={category}
              score={report.categories[category] ?? null}
              checks={checks}
              view={view}
            />
          ))}
        </nav>
      )}
    </Card>
  )
}

/** Why the score is lower than its checks add up to: the failed blockers. */
function Cap({ report, checks }: Pick<ScoreCardProps, 'report' | 'checks'>) {
  const { search } = useLocation()
  // Servers that don't send the score without blockers send at least the one before the cap.
  const without = report.score_without_blockers ?? report.score_before_cap
  const blockers = checks.filter(({ capsScore }) => capsScore)
  if (
    blockers.length === 0 ||
    without === null ||
    report.score === null ||
    roundScore(without) <= roundScore(report.score)
  )
    return null
  return (
    <p className={styles.cap}>
      {words.heldBy(roundScore(report.score))}{' '}
      {blockers.map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={{ search, hash: checkAnchor(id) }}>{title}</Link>
        </span>
      ))}
      . {words.withoutBlockers(roundScore(report.score), roundScore(without), blockers.length)}
    </p>
  )
}

type CategoryLinkProps = { category: Category; score: number | null; checks: readonly CheckView[]; view: ReportView }

/** A category's score. Links to its checks, or back to all checks if they are shown already. */
function CategoryLink({ category, score, checks, view }: CategoryLinkProps) {
  const { search } = useLocation()
  const isCurrent = view.category === category
  const to = changedAddress(viewParams, {}, search, { category: isCurrent ? null : category })
  const work = checksInView(checks, { category, google: view.google }).filter(needsWork).length
  return (
    <Link
      to={{ search: to }}
      preventScrollReset
      aria-current={isCurrent || undefined}
      title={words.needWorkShort(work)}
    >
      <span>{categoryLabels[category]}</span>
      <span className={`${styles.bar} ${score === null ? '' : styles[ratingOf(score)]}`} aria-hidden="true">
        {score !== null && <i style={{ width: `${score}%` }} />}
      </span>
      <b>{score === null ? words.notScored : roundScore(score)}</b>
      <span className="hidden-visually">{score === null ? words.notScoredMeaning : words.of}</span>
    </Link>
  )
}
