import { classes } from './classes.ts'
import type { RatingTone } from './rating-badge.tsx'
import styles from './score-ring.module.css'

type ScoreRingProps = {
  score: number | null
  rating: RatingTone | null
  /** The accessible name of the ring, such as "Score 49 of 100". */
  label: string
  /** The line below the number, such as "of 100". Without it, the ring is an icon at the height of a line. */
  of?: string
}

/** A score as an arc of a ring, clockwise from the top: 50 is half of it. */
export function ScoreRing({ score, rating, label, of }: ScoreRingProps) {
  const isIcon = of === undefined
  return (
    <svg
      className={classes(styles.ring, isIcon && styles.icon)}
      viewBox="-80 -80 160 160"
      role="img"
      aria-label={label}
    >
      {isIcon && <title>{label}</title>}
      <circle className={styles.track} r="66" />
      {score !== null && score > 0 && (
        <circle
          className={classes(styles.arc, rating)}
          r="66"
          pathLength="100"
          strokeDasharray={`${Math.min(100, score)} 100`}
          transform="rotate(-90)"
        />
      )}
      {!isIcon && (
        <g aria-hidden="true">
          <text className={styles.number} y="10">
            {score ?? '–'}
          </text>
          <text className={styles.of} y="29">
            {of}
          </text>
        </g>
      )}
    </svg>
  )
}
