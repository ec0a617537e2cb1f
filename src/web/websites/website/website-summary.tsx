import { ratingOf, ratingTable } from '#contract/rating.ts'
import type { Website } from '#contract/website.ts'
import { NotKnown } from '#web/list/not-known.tsx'
import { Card } from '#web/ui/card.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { websiteWords as words } from '../website-words.ts'
import { RatingSplit } from './rating-split.tsx'
import styles from './website-summary.module.css'

/** The website in numbers: its average, how many reports, and how they are rated. */
export function WebsiteSummary({ website }: { website: Website }) {
  const { reports_avg_score: average, reports_count: count } = website
  return (
    <Card className={styles.summary} aria-label={words.summary}>
      <div className={styles.cell}>
        <h2>{words.average}</h2>
        {average !== null ? (
          <Average score={average} />
        ) : (
          <p className={styles.none}>{count === 0 ? words.noAverage : <NotKnown />}</p>
        )}
      </div>
      <div className={styles.cell}>
        <h2>{words.reports}</h2>
        {count === null ? (
          <p className={styles.none}>
            <NotKnown />
          </p>
        ) : (
          <p className={styles.number}>{words.count(count)}</p>
        )}
      </div>
      {count !== 0 && (
        <div className={`${styles.cell} ${styles.wide}`}>
          <h2>{words.ratings}</h2>
          <RatingSplit id={website.id} />
        </div>
      )}
    </Card>
  )
}

function Average({ score }: { score: number }) {
  const rating = ratingOf(score)
  return (
    <>
      <p className={styles.average}>
        <span className={styles.number}>{words.averageScore(score)}</span>
        <span className={styles.of}>{words.of}</span>
        <RatingBadge rating={rating} label={ratingTable[rating].label} />
      </p>
      <div className={styles.scale} aria-hidden="true">
        <i className={styles[rating]} style={{ width: `${Math.min(100, Math.max(0, score))}%` }} />
      </div>
    </>
  )
}
