import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Page } from '#contract/envelope.ts'
import { type ReportListQuery, reportListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { type Rating, ratings, ratingTable } from '#contract/rating.ts'
import type { ReportRow } from '#contract/report-row.ts'
import { reportQueries } from '#web/reports/queries.ts'
import { hasOtherRating } from '#web/foreign/list-deviations.ts'
import { paths } from '#web/app/paths.ts'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { websiteWords as words } from '../website-words.ts'
import styles from './website-summary.module.css'

const plain = readQuery(reportListParams, new URLSearchParams()).query

/** The lists whose totals are the counts; the same ones that a click on a rating shows. */
export const ratedQueries = (id: number) =>
  ratings.map((result) => reportQueries.list({ ...plain, website_id: id, result } satisfies ReportListQuery))

/** A server that sends other ratings too counts them all. */
const countIn = (page: Page<ReportRow> | undefined, result: Rating) =>
  !page || hasOtherRating({ ...plain, result }, page.rows) ? null : page.total

/** How many of the website's reports are good, decent and bad, each the way to those reports. */
export function RatingSplit({ id }: { id: number }) {
  const results = useQueries({ queries: ratedQueries(id) })
  const totals = results.map(({ data }, at) => ({
    total: countIn(data, ratings[at]!),
    relation: data?.totalRelation ?? ('eq' as const),
  }))
  const sum = totals.reduce((all, { total }) => all + (total ?? 0), 0)
  return (
    <div className={styles.split}>
      {(sum > 0 || results.some(({ data }) => !data)) && (
        <div className={styles.splitBar} aria-hidden="true">
          {ratings.map((rating, index) => {
            const total = totals[index]?.total ?? 0
            return total > 0 && <i key={rating} className={styles[rating]} style={{ flexGrow: total }} />
          })}
        </div>
      )}
      <ul className={styles.splitList}>
        {ratings.map((rating, index) => {
          const { total, relation } = totals[index]!
          const many = words.ratingCount(total, relation)
          const { label } = ratingTable[rating]
          return (
            <li key={rating}>
              <Link to={paths.website(id, { result: rating })} title={words.showRated(label, many)} preventScrollReset>
                <RatingBadge rating={rating} label={label} />
                <b>{many}</b>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
