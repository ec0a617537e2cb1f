import { arcsOf, type RingSegment, type RingShape } from './score-ring.tsx'
import ring from './score-ring.module.css'
import styles from './small-ring.module.css'

/** Thicker than the large ring, with wider gaps, so that its parts can be told apart at the height of a line. */
const small: RingShape = {
  inner: 34,
  outer: { none: 46, pass: 54, warn: 63, fail: 73 },
  gap: { segment: 0.11, group: 0.26 },
}

type SmallRingProps = {
  /** What the ring shows, in words: its accessible name and tooltip. */
  label: string
  segments: readonly Pick<RingSegment, 'group' | 'tone'>[]
}

/** The ring of a score at the height of a line, for lists. */
export const SmallRing = ({ label, segments }: SmallRingProps) => (
  <span className={styles.small} role="img" aria-label={label} title={label}>
    <svg className={ring.ring} viewBox="-80 -80 160 160" aria-hidden="true">
      {arcsOf(segments, small).map(({ segment, path }) => (
        <path key={path} className={ring[segment.tone]} d={path} />
      ))}
    </svg>
  </span>
)
