import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Page } from '#contract/envelope.ts'
import { reportListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { type Rating, ratingOf, ratings, ratingTable } from '#contract/rating.ts'
import { hasOtherRating, type ReportRow } from '#contract/report-row.ts'
import type { Website } from '#contract/website.ts'
import { paths } from '#web/app/paths.ts'
import { NotKnown } from '#web/list/cells.tsx'
import { reportQueries } from '#web/reports/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import styles from './website-summary.module.css'
import { websiteWords as words } from './website-words.ts'

/** The website's average score, its number of reports, and their ratings. */
export function WebsiteSummary({ website }: { website: Website }) {
  const { reports_avg_score: average, reports_count: count } = website
  return (
    <Card className={styles.summary} aria-label={words.summary}>
      <div className={styles.cell}>
        <h2>{words.average}</h2>
        {average !== null ? (
          <Average score={average} />
        ) : (
          <p className={styles.none}>{count === 0 ? words.noAverage : <NotKnown />}</p>
        )}
      </div>
      <div className={styles.cell}>
        <h2>{words.reports}</h2>
        {count === null ? (
          <p className={styles.none}>
            <NotKnown />
          </p>
        ) : (
          <p className={styles.number}>{words.count(count)}</p>
        )}
      </div>
      {count !== 0 && (
        <div className={`${styles.cell} ${styles.wide}`}>
          <h2>{words.ratings}</h2>
          <RatingSplit websiteId={website.id} />
        </div>
      )}
    </Card>
  )
}

function Average({ score }: { score: number }) {
  const rating = ratingOf(score)
  return (
    <>
      <p className={styles.average}>
        <span className={styles.number}>{words.averageScore(score)}</span>
        <span className={styles.of}>{words.of}</span>
        <RatingBadge rating={rating} label={ratingTable[rating].label} />
      </p>
      <div className={styles.scale} aria-hidden="true">
        <i className={styles[rating]} style={{ width: `${Math.min(100, Math.max(0, score))}%` }} />
      </div>
    </>
  )
}

const defaultQuery = readQuery(reportListParams, new URLSearchParams()).query

/** One list query per rating. The counts are the totals of the same lists that the links open. */
export const ratingListQueries = (websiteId: number) =>
  ratings.map((result) => reportQueries.list({ ...defaultQuery, website_id: websiteId, result }))

/** Returns null if the server ignored the rating filter, because the total then counts every report. */
const totalOf = (page: Page<ReportRow> | undefined, result: Rating) =>
  !page || hasOtherRating(result, page.rows) ? null : page.total

/** The number of good, decent and bad reports. Each number links to those reports. */
function RatingSplit({ websiteId }: { websiteId: number }) {
  const results = useQueries({ queries: ratingListQueries(websiteId) })
  const totals = results.map(({ data }, at) => ({
    total: totalOf(data, ratings[at]!),
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
          const count = words.ratingCount(total, relation)
          const { label } = ratingTable[rating]
          return (
            <li key={rating}>
              <Link
                to={paths.website(websiteId, { result: rating })}
                title={words.showRated(label, count)}
                preventScrollReset
              >
                <RatingBadge rating={rating} label={label} />
                <b>{count}</b>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
