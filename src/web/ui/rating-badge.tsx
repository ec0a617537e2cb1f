import type { ReactNode } from 'react'
import styles from './rating-badge.module.css'

export type RatingTone = 'good' | 'decent' | 'bad'

/** A rating by shape, word and colour: circle, diamond, triangle. */
export function RatingBadge({ rating, label }: { rating: RatingTone; label: ReactNode }) {
  return <span className={`${rating} toned ${styles.rating}`}>{label}</span>
}

/**
 * A score of 0 to 100 as a number, and its rating by shape and colour. The word is a tooltip, because a list would
 * repeat it in every row.
 */
export function ScoreMark({ score, rating, label }: { score: number; rating: RatingTone; label: string }) {
  return (
    <span className={styles.score} title={label}>
      <RatingBadge
        rating={rating}
        label={
          <>
            <b>{Math.round(score)}</b>
            <span className="hidden-visually">, {label}</span>
          </>
        }
      />
    </span>
  )
}
