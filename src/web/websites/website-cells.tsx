import { grouped } from '#contract/format/numbers.ts'
import { ratingOf, roundScore } from '#contract/reports/rating.ts'
import type { AnyWebsiteRow } from '#contract/websites/website.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { formatShortMoment, momentOf, RelativeTime } from '#web/ui/time.tsx'
import { websitesWords as words } from './words.ts'
import styles from '#web/list/cells.module.css'

// The cells of the figures that our own service sends with a website.

/** The points that the score gained in a week. Only a change is worth a look; the rest is for screen readers. */
export function ScoreChange({ by }: { by: number | null }) {
  if (by === null) return null
  const points = Math.round(by)
  return (
    <span data-change={Math.sign(points)}>
      {points !== 0 && <span aria-hidden="true">{`${points > 0 ? '▲' : '▼'} ${Math.abs(points)}`}</span>}
      <span className="hidden-visually">{words.changedBy(points)}</span>
    </span>
  )
}

/** The scores of the last days as a line. */
export function Trend({ trend, pages_avg_score: score }: Pick<AnyWebsiteRow, 'trend' | 'pages_avg_score'>) {
  const known = trend.filter((value) => value !== null).map((value) => roundScore(value))
  if (known.length === 0) return null
  const label = words.trendLabel(Math.min(...known), Math.max(...known), trend.at(-1) ?? null)
  return <Sparkline values={trend} tone={score === null ? undefined : ratingOf(score)} label={label} />
}

/**
 * The number of a website's pages that Google can't index, as a link to them, with those that it could index a week
 * ago. Many are kept out on purpose.
 */
export function BlockedPages({ id, not_indexable: pages, newly_not_indexable: newly }: AnyWebsiteRow) {
  if (!pages) return null
  const label = words.blocked(pages) + (newly ? words.newlyBlocked(newly) : '')
  return (
    <a href={listLinks.website(id, { latest: '1', indexability: 'blocked' })} className={styles.inline} title={label}>
      <span aria-hidden="true">
        {!!newly && <span className={styles.newly}>+{grouped(newly)} </span>}
        {grouped(pages)}
        <span className={styles.unit}> {words.notIndexableUnit}</span>
      </span>
      <span className="hidden-visually">{label}</span>
    </a>
  )
}

/** The number of a website's pages, with those that came or went in a week. */
export function Pages({ pages_count: pages, pages_change: by }: Pick<AnyWebsiteRow, 'pages_count' | 'pages_change'>) {
  if (pages === null) return null
  return (
    <>
      {!!by && (
        <>
          <span className="faint small" aria-hidden="true">
            {`${by > 0 ? '+' : '−'}${grouped(Math.abs(by))} `}
          </span>
          <span className="hidden-visually">{words.pagesChangedBy(by)} </span>
        </>
      )}
      {grouped(pages)}
    </>
  )
}

export const LastRun = ({ at }: { at: string | null }) =>
  at === null ? <span className="faint">{words.neverRun}</span> : <RelativeTime iso={at} />

/** The time of the next run, which is ahead. */
export function NextRun({ at }: { at: string | null }) {
  const date = at === null ? null : momentOf(at)
  if (at === null || !date) return null
  return <time dateTime={at}>{formatShortMoment(date)}</time>
}
