import { Link, useLocation } from 'react-router-dom'
import { categoryLabels } from '#contract/analysis.ts'
import { ratingOf, ratingTable } from '#contract/rating.ts'
import type { Report } from '#contract/report.ts'
import { ratingOfReport } from '#contract/report-row.ts'
import { Card } from '#web/ui/card.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { ScoreDial } from '#web/ui/score-dial.tsx'
import { reportWords as words } from '#web/words/report.ts'
import { categoryAnchor } from './check-anchor.ts'
import type { CategoryGroup } from './order.ts'
import styles from './score-card.module.css'

type ScoreCardProps = { report: Report; groups: readonly CategoryGroup[]; className?: string | undefined }

/** The score, where it comes from, and the way to each category. */
export function ScoreCard({ report, groups, className }: ScoreCardProps) {
  const rating = ratingOfReport(report)
  const score = Math.round(report.score)
  const before = report.capped_by.length > 0 ? report.score_before_cap : null
  const isCapped = before !== null && Math.round(before) > score
  return (
    <Card className={`${styles.card} ${className ?? ''}`} aria-label={words.score}>
      <div className={styles.dial}>
        <ScoreDial score={score} rating={rating} label={words.dial(score)} of={words.of} />
        <RatingBadge rating={rating} label={ratingTable[rating].label} />
        <p className={styles.basis}>
          {isCapped && <span title={words.capMeaning}>{words.beforeCap(Math.round(before))}</span>}
          {report.google_score !== null && <span title={words.googleMeaning}>{words.google(Math.round(report.google_score))}</span>}
        </p>
      </div>
      {groups.length > 1 && <Categories report={report} groups={groups} />}
    </Card>
  )
}

function Categories({ report, groups }: Pick<ScoreCardProps, 'report' | 'groups'>) {
  const { search } = useLocation()
  return (
    <nav className={styles.categories} aria-label={words.categories}>
      {groups.map(({ category }) => {
        const label = category ? categoryLabels[category] : words.other
        const score = (category && report.categories[category]) ?? null
        return (
          <Link key={label} to={{ search, hash: categoryAnchor(category) }}>
            <span>{label}</span>
            <span className={`${styles.bar} ${score === null ? '' : styles[ratingOf(score)]}`} aria-hidden="true">
              {score !== null && <i style={{ width: `${score}%` }} />}
            </span>
            <b>{score === null ? words.notScored : Math.round(score)}</b>
            <span className="hidden-visually">{score === null ? words.notScoredMeaning : words.of}</span>
          </Link>
        )
      })}
    </nav>
  )
}
