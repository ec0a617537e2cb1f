import type { RatingTone } from './rating-badge.tsx'
import styles from './score-bar.module.css'

/** A score of 0 to 100 as a number with a thin bar. */
export function ScoreBar({ score, rating }: { score: number; rating: RatingTone }) {
  return (
    <span className={`${styles.score} ${styles[rating]}`}>
      <b>{Math.round(score)}</b>
      <span className={styles.track} aria-hidden="true">
        <span style={{ width: `${Math.min(100, Math.max(0, score))}%` }} />
      </span>
    </span>
  )
}
