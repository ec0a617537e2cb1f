import { type Rating, ratings } from '#contract/reports/rating.ts'
import type { Website } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { arcsOf, type RingSegment, type RingShape } from '#web/ui/score-ring.tsx'
import { websitesWords as words } from './words.ts'
import ring from '#web/ui/score-ring.module.css'
import styles from './website-rows.module.css'

const tones = { good: 'pass', decent: 'warn', bad: 'fail' } satisfies Record<Rating, RingSegment['tone']>

/** More segments could not be told apart at the height of a line. */
const maxSegments = 14

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

/** The pages of a website by their ratings, as a ring beside its domain. */
export function RowRing({ website: { pages_good, pages_decent, pages_bad } }: { website: Website }) {
  if (pages_good === null || pages_decent === null || pages_bad === null) return null
  const segments = ratingSegments({ good: pages_good, decent: pages_decent, bad: pages_bad })
  return <SmallRing segments={segments} label={words.ring(pages_good, pages_decent, pages_bad)} />
}

/** One segment per page, or their shares of {@link maxSegments}; a rating with a page has at least one. */
export function ratingSegments(counts: Record<Rating, number>): Pick<RingSegment, 'group' | 'tone'>[] {
  const total = counts.good + counts.decent + counts.bad
  const shown = Math.min(total, maxSegments)
  return ratings.flatMap((rating) =>
    Array.from({ length: Math.ceil((counts[rating] * shown) / total || 0) }, () => ({
      group: rating,
      tone: tones[rating],
    })),
  )
}

/** The ring of a score at the height of a line, for lists. */
const SmallRing = ({ label, segments }: SmallRingProps) => (
  <span className={styles.small} role="img" aria-label={label} title={label}>
    <svg className={ring.ring} viewBox="-80 -80 160 160" aria-hidden="true">
      {arcsOf(segments, small).map(({ segment, path }) => (
        <path key={path} className={ring[segment.tone]} d={path} />
      ))}
    </svg>
  </span>
)

/** The number of a website's pages that Google can't index, as a link to them. Many are kept out on purpose. */
export function BlockedPages({ id, pages_blocked: pages }: Pick<Website, 'id' | 'pages_blocked'>) {
  if (!pages || isVisitor()) return null
  return (
    <a href={paths.website(id, { latest: '1', indexability: 'blocked' })} className={styles.blocked}>
      {words.blocked(pages)}
    </a>
  )
}
