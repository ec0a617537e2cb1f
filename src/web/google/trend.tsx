import type { RatingTone } from '#web/ui/rating-badge.tsx'
import styles from './google.module.css'

type TrendProps = {
  /** At equal distances; null for a gap. */
  values: readonly (number | null)[]
  /** A dashed line at this value. */
  limit: number
  tone: RatingTone
  label: string
}

/** A line over weeks, with the value up to which it is good. */
export function Trend({ values, limit, tone, label }: TrendProps) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const most = Math.max(limit, ...known) * 1.1
  const x = (at: number) => (at / (values.length - 1)) * 100
  const y = (value: number) => 100 - (value / most) * 100
  const last = values.at(-1) ?? null
  return (
    <div className={`${tone} ${styles.trend}`} role="img" aria-label={label} title={label}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <line className={styles.limit} x1="0" x2="100" y1={y(limit)} y2={y(limit)} />
        <path className={styles.line} d={pathOf(values, x, y)} />
      </svg>
      {last !== null && <i style={{ top: `${y(last)}%` }} />}
    </div>
  )
}

/** A line that is interrupted where a value isn’t known. */
function pathOf(values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number): string {
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const before = values[at - 1] ?? null
    path += `${before === null ? 'M' : 'L'}${x(at).toFixed(2)} ${y(value).toFixed(2)}`
  }
  return path
}
