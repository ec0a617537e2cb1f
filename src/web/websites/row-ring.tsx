import type { Website } from '#contract/website.ts'
import { SmallRing } from '#web/ui/small-ring.tsx'
import { ratingSegments } from './rating-segments.ts'
import { websitesWords as words } from './words.ts'

/** The pages of a website by their ratings, as a ring beside its domain. */
export function RowRing({ website: { pages_good, pages_decent, pages_bad } }: { website: Website }) {
  if (pages_good === null || pages_decent === null || pages_bad === null) return null
  const segments = ratingSegments({ good: pages_good, decent: pages_decent, bad: pages_bad })
  return <SmallRing segments={segments} label={words.ring(pages_good, pages_decent, pages_bad)} />
}
