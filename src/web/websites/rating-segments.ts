import { type Rating, ratings } from '#contract/rating.ts'
import type { RingSegment } from '#web/ui/score-ring.tsx'

const tones = { good: 'pass', decent: 'warn', bad: 'fail' } satisfies Record<Rating, RingSegment['tone']>

/** More segments could not be told apart at the height of a line. */
const maxSegments = 14

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
