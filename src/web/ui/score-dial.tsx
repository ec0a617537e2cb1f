import type { RatingTone } from './rating-badge.tsx'
import styles from './score-dial.module.css'

const radius = 52
const round = 2 * Math.PI * radius

/**
 * `label` is the accessible name ("Score 49 of 100"), `of` the line below the number ("of 100"). Without a score the
 * circle is empty.
 */
export function ScoreDial({
  score,
  rating,
  label,
  of,
}: {
  score: number | null
  rating: RatingTone | null
  label: string
  of: string
}) {
  const part = Math.min(100, Math.max(0, score ?? 0)) / 100
  return (
    <svg
      className={`${styles.dial} ${rating ? styles[rating] : ''}`}
      viewBox="0 0 132 132"
      role="img"
      aria-label={label}
    >
      <circle className={styles.track} cx="66" cy="66" r={radius} />
      {part > 0 && (
        <circle
          className={styles.arc}
          cx="66"
          cy="66"
          r={radius}
          strokeDasharray={`${round * part} ${round}`}
          transform="rotate(-90 66 66)"
        />
      )}
      <text className={styles.number} x="66" y="73">
        {score === null ? '–' : Math.round(score)}
      </text>
      <text className={styles.of} x="66" y="92">
        {of}
      </text>
    </svg>
  )
}
