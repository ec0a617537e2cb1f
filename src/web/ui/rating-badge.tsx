import type { ReactNode } from 'react'
import styles from './rating-badge.module.css'

export type RatingTone = 'good' | 'decent' | 'bad'

/** A rating by shape, word and colour: circle, diamond, triangle. */
export function RatingBadge({ rating, label }: { rating: RatingTone; label: ReactNode }) {
  return <span className={`${styles.rating} ${styles[rating]}`}>{label}</span>
}
