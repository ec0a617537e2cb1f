import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { dayMs } from '#contract/format/dates.ts'
import { grouped } from '#contract/format/numbers.ts'
import { defaultReportQuery, type ReportListQuery } from '#contract/lists/list-query.ts'
import { type Rating, ratingOf, ratings, ratingTable, roundScore } from '#contract/reports/rating.ts'
import { hasOtherRating, type AnyReportRow } from '#contract/reports/report-row.ts'
import type { PageOfList } from '#contract/responses/envelope.ts'
import { type AnyWebsite, uncountedStates } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { serverNow } from '#web/data/server.ts'
import { useOwnService } from '#web/data/service.ts'
import { NotKnown } from '#web/list/cells.tsx'
import { dayNumber, stepPath, valuesOn } from '#web/resources/history-steps.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Card } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { ScoreRing } from '#web/ui/score-ring.tsx'
import { websiteTabsWords, websiteWords as words } from './words.ts'
import styles from './website-summary.module.css'

/** The average score and the ratings of the website's pages, or of its reports if the server has no pages. */
export function WebsiteSummary({ website }: { website: AnyWebsite }) {
  const pages = website.pages_count
  const reports = website.reports_count
  const average = website.pages_count === null ? website.reports_avg_score : website.pages_avg_score
  const count = pages ?? reports
  return (
    <Card className={styles.summary} aria-label={words.summary}>
      {pages !== null && average !== null ? (
        <RingCell id={website.id} average={average} />
      ) : (
        <div className={styles.cell}>
          <h2>{words.average}</h2>
          {average !== null ? (
            <Average score={average} />
          ) : (
            <p className={`muted ${styles.none}`}>
              {count === 0 ? words.noAverage : website.pages_counted === 0 ? words.noIndexable : <NotKnown />}
            </p>
          )}
        </div>
      )}
      <div className={styles.cell}>
        <h2>{pages === null ? words.reports : words.pages}</h2>
        {count === null ? (
          <p className={`muted ${styles.none}`}>
            <NotKnown />
          </p>
        ) : (
          <p className={styles.number}>{grouped(count)}</p>
        )}
        {pages !== null && reports !== null && <p className="faint tiny">{words.fromReports(reports)}</p>}
        {pages !== null && website.pages_counted !== null && (
          <States website={website} counted={website.pages_counted} />
        )}
      </div>
      {count !== 0 && (
        <div className={`${styles.cell} ${styles.wide}`}>
          <h2>{words.ratings}</h2>
          {pages === null ? <ReportRatings websiteId={website.id} /> : <PageRatings website={website} />}
        </div>
      )}
    </Card>
  )
}

/** The average of the pages as a ring, with its rating and change. */
function RingCell({ id, average }: { id: number; average: number }) {
  const score = roundScore(average)
  const rating = ratingOf(score)
  return (
    <div className={`${styles.cell} ${styles.rated}`}>
      <div className={styles.ring}>
        <ScoreRing score={score} rating={rating} label={words.ring(score)} of={words.of} />
      </div>
      <div className={`stack ${styles.cellText}`}>
        <h2>{words.average}</h2>
        <p className="small">
          <RatingBadge rating={rating} label={ratingTable[rating].label} />
        </p>
        <Trend id={id} />
      </div>
    </div>
  )
}

function Average({ score }: { score: number }) {
  const rating = ratingOf(score)
  return (
    <>
      <p className={`cluster ${styles.average}`}>
        <span className={styles.number}>{words.averageScore(score)}</span>
        <span className={`faint tiny ${styles.of}`}>{words.of}</span>
        <RatingBadge rating={rating} label={ratingTable[rating].label} />
      </p>
      <div className={styles.scale} aria-hidden="true">
        <i className={styles[rating]} style={{ width: `${Math.min(100, Math.max(0, score))}%` }} />
      </div>
    </>
  )
}

/** One list query per rating. The counts are the totals of the same lists that the links open. */
export const ratingListQueries = (websiteId: number) =>
  ratings.map((result) => reportQueries.list({ ...defaultReportQuery, website_id: websiteId, result }))

/** Returns null if the server ignored the rating filter, because the total then counts every report. */
const totalOf = (page: PageOfList<AnyReportRow> | undefined, result: Rating) =>
  !page || hasOtherRating(result, page.rows) ? null : page.total

type RatingCount = { rating: Rating; total: number | null; relation: 'eq' | 'gte' }

/** The number of good, decent and bad reports. Each number links to those reports. */
function ReportRatings({ websiteId }: { websiteId: number }) {
  const results = useQueries({ queries: ratingListQueries(websiteId) })
  const counts = results.map(({ data }, at): RatingCount => ({
    rating: ratings[at]!,
    total: totalOf(data, ratings[at]!),
    relation: data?.totalRelation ?? 'eq',
  }))
  return (
    <RatingSplit
      counts={counts}
      isLoading={results.some(({ data }) => !data)}
      to={(result) => paths.website(websiteId, { result })}
      describe={words.showRated}
    />
  )
}

/** The number of good, decent and bad pages by their latest reports. Each number links to those pages. */
function PageRatings({ website }: { website: AnyWebsite }) {
  const counts = ratings.map((rating): RatingCount => ({ rating, total: website[`pages_${rating}`], relation: 'eq' }))
  return (
    <RatingSplit
      counts={counts}
      to={(result) => paths.website(website.id, { ...ofPages(), result, indexability: countedState(website) })}
      describe={words.showRatedPages}
    />
  )
}

/** The list with one row per page. Visitors have no other. */
export const ofPages = (): Partial<ReportListQuery> => (isVisitor() ? {} : { latest: '1' })

/** The state of the pages that count, or null if the server counts all. */
const countedState = ({ pages_counted }: AnyWebsite) => (pages_counted === null ? null : 'indexable')

/** The pages that count, and the others by their state. Each number links to those pages. */
function States({ website, counted }: { website: AnyWebsite; counted: number }) {
  const states = [
    ['indexable', counted] as const,
    ...uncountedStates.map((state) => [state, website[`pages_${state}`]] as const),
  ]
  return (
    <ul className={`stack tiny ${styles.states}`} aria-label={words.states}>
      {states.map(([state, pages]) =>
        pages === null || pages === 0 ? null : (
          <li key={state}>
            <Link to={paths.website(website.id, { ...ofPages(), indexability: state })} preventScrollReset>
              {words.state[state](pages)}
            </Link>
          </li>
        ),
      )}
    </ul>
  )
}

type RatingSplitProps = {
  counts: readonly RatingCount[]
  isLoading?: boolean
  to: (rating: Rating) => string
  describe: (label: string, count: string) => string
}

function RatingSplit({ counts, isLoading = false, to, describe }: RatingSplitProps) {
  const sum = counts.reduce((all, { total }) => all + (total ?? 0), 0)
  return (
    <div className={`stack ${styles.split}`}>
      {(sum > 0 || isLoading) && (
        <div className={styles.splitBar} aria-hidden="true">
          {counts.map(
            ({ rating, total }) =>
              total !== null && total > 0 && <i key={rating} className={styles[rating]} style={{ flexGrow: total }} />,
          )}
        </div>
      )}
      <ul className={`cluster ${styles.splitList}`}>
        {counts.map(({ rating, total, relation }) => {
          const count = words.ratingCount(total, relation)
          const { label } = ratingTable[rating]
          return (
            <li key={rating}>
              <Link to={to(rating)} className="row" title={describe(label, count)} preventScrollReset>
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

const spanDays = 12 * 7
/** Room above and below the line, so that small changes look small. */
const marginPoints = 3

/** The average of the last twelve weeks as a small line, and its change. Links to the history. */
export function Trend({ id }: { id: number }) {
  const { data: days = [] } = useQuery({ ...websitePagesQueries.history(id), enabled: useOwnService() === true })
  const to = Math.floor(serverNow() / dayMs)
  const from = to - spanDays
  const before = valuesOn(days, from)
  const shown = [...(before ? [before] : []), ...days.filter(({ date }) => dayNumber(date) > from)]
  const first = shown.find(({ average }) => average !== null)?.average
  const last = shown.findLast(({ average }) => average !== null)?.average
  if (typeof first !== 'number' || typeof last !== 'number' || shown.length < 2) return null
  const averages = shown.flatMap(({ average }) => average ?? [])
  const range = { least: Math.min(...averages) - marginPoints, most: Math.max(...averages) + marginPoints }
  const change = Math.round((last - first) * 10) / 10
  return (
    <Link to={{ search: '?tab=history' }} preventScrollReset className={`row ${styles.trend}`}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={stepPath(shown, { from, to }, ({ average }) => average, range)} />
      </svg>
      <span>{websiteTabsWords.trend(change)}</span>
    </Link>
  )
}
