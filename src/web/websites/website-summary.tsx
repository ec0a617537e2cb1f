import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { dayMs } from '#contract/format/dates.ts'
import { grouped } from '#contract/format/numbers.ts'
import { defaultReportQuery, type ReportChange, type ReportListQuery } from '#contract/lists/list-query.ts'
import { type Rating, ratingOf, ratings, ratingTable, roundScore } from '#contract/reports/rating.ts'
import { hasOtherRating, type AnyReportRow } from '#contract/reports/report-row.ts'
import type { PageOfList } from '#contract/responses/envelope.ts'
import { type AnyWebsite, uncountedStates } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { serverNow } from '#web/data/server.ts'
import { OwnService } from '#web/data/service.ts'
import { NotKnown } from '#web/list/cells.tsx'
import { changesText } from '#web/resources/crawl-words.ts'
import { dayNumber, stepPath, valuesOn } from '#web/resources/history-steps.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Hint } from '#web/ui/hint.tsx'
import { Card } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { crawlQueries } from './crawls/queries.ts'
import { websitesWords, websiteTabsWords, websiteWords as words } from './words.ts'
import styles from './website-summary.module.css'

/** The figures of the website's pages, or of its reports if the server has no pages. The most urgent comes first. */
export function WebsiteSummary({ website }: { website: AnyWebsite }) {
  const { pages_count: pages, pages_blocked: blocked, reports_count: reports } = website
  const count = pages ?? reports
  return (
    <Card className={`tiles ${styles.summary}`} aria-label={words.summary}>
      {count !== 0 && blocked !== null && <NotIndexable id={website.id} pages={blocked} />}
      <Average website={website} />
      <div className={`grid ${styles.cell}`}>
        <h2>{pages === null ? words.reports : words.pages}</h2>
        <p className="large">{count === null ? <NotKnown /> : grouped(count)}</p>
        {pages !== null && website.pages_counted !== null && (
          <Counted website={website} pages={pages} counted={website.pages_counted} />
        )}
      </div>
      {count !== 0 && !isVisitor() && (
        <OwnService>
          <Changes id={website.id} />
        </OwnService>
      )}
      {count !== 0 && (
        <div className={`grid ${styles.cell} ${styles.wide}`}>
          <h2>{words.ratings}</h2>
          {pages === null ? <ReportRatings websiteId={website.id} /> : <PageRatings website={website} />}
        </div>
      )}
    </Card>
  )
}

function NotIndexable({ id, pages }: { id: number; pages: number }) {
  return (
    <div className={`grid ${styles.cell}`}>
      <h2>{words.notIndexable}</h2>
      {pages === 0 ? (
        <p className="large">{pages}</p>
      ) : (
        <p className="large">
          <Link
            to={listLinks.website(id, { ...ofPages(), indexability: 'blocked' })}
            aria-label={websitesWords.blocked(pages)}
            preventScrollReset
            className="bad toned"
          >
            {grouped(pages)}
          </Link>
        </p>
      )}
    </div>
  )
}

/** The average score, its rating and its change. */
function Average({ website }: { website: AnyWebsite }) {
  const { id, pages_count: pages, reports_count: reports, pages_counted: counted } = website
  const average = pages === null ? website.reports_avg_score : website.pages_avg_score
  const score = average === null ? null : roundScore(average)
  return (
    <div className={`grid ${styles.cell}`}>
      <h2>{words.average}</h2>
      {score !== null ? (
        <p className="row baseline">
          <span className="large">{score}</span>
          <RatingBadge rating={ratingOf(score)} label={ratingTable[ratingOf(score)].label} />
        </p>
      ) : (
        <p className="muted">
          {(pages ?? reports) === 0 ? words.noAverage : counted === 0 ? words.noIndexable : <NotKnown />}
        </p>
      )}
      {score !== null && pages !== null && (
        <OwnService>
          <Trend id={id} />
        </OwnService>
      )}
    </div>
  )
}

/** What the last crawl found to be different or, without two crawls, the pages whose score changed. */
function Changes({ id }: { id: number }) {
  const { data: crawls, isError } = useQuery(crawlQueries.list(id))
  const last = crawls?.find(({ changes }) => changes !== null)
  return (
    <div className={`grid ${styles.cell} ${styles.changes}`}>
      <h2>{words.changes}</h2>
      {last?.changes && (
        <p className="clamp small">
          <Link to={paths.crawl(id, last.id, { compare: last.changes.previous_id })}>
            {changesText(last.changes) || words.unchanged}
          </Link>
        </p>
      )}
      {(isError || (crawls && !last)) && <ScoreChanges id={id} />}
    </div>
  )
}

const changedPages = (id: number, changed: ReportChange) =>
  reportQueries.list({ ...defaultReportQuery, ...ofPages(), website_id: id, changed })

/** The pages whose score differs from their previous report. Each number links to those pages. */
function ScoreChanges({ id }: { id: number }) {
  const better = useQuery(changedPages(id, 'better')).data?.total
  const worse = useQuery(changedPages(id, 'worse')).data?.total
  if (typeof better !== 'number' || typeof worse !== 'number') return null
  if (better + worse === 0) return <p className="clamp muted small">{words.unchangedScores}</p>
  const changes = [
    { changed: 'better', pages: better, sign: '▲', tone: 'good toned' },
    { changed: 'worse', pages: worse, sign: '▼', tone: 'bad toned' },
  ] as const
  return (
    <ul>
      {changes.map(
        ({ changed, pages, sign, tone }) =>
          pages > 0 && (
            <li key={changed}>
              <Link to={listLinks.website(id, { ...ofPages(), changed })} className="row" preventScrollReset>
                <span className={tone} aria-hidden="true">
                  {sign}
                </span>
                {words.changed[changed](pages)}
              </Link>
            </li>
          ),
      )}
    </ul>
  )
}

/** One list query per rating. The counts are the totals of the same lists that the links open. */
const ratingListQueries = (websiteId: number) =>
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
      to={(result) => listLinks.website(websiteId, { result })}
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
      to={(result) => listLinks.website(website.id, { ...ofPages(), result, indexability: countedState(website) })}
      describe={words.showRatedPages}
    />
  )
}

/** The list with one row per page. Visitors have no other. */
export const ofPages = (): Partial<ReportListQuery> => (isVisitor() ? {} : { latest: '1' })

/** The state of the pages that count, or null if the server counts all. */
const countedState = ({ pages_counted }: AnyWebsite) => (pages_counted === null ? null : 'indexable')

type CountedProps = { website: AnyWebsite; pages: number; counted: number }

/** The pages that count, and on request the others by their state. Each number links to those pages. */
function Counted({ website, pages, counted }: CountedProps) {
  const { reports_count: reports } = website
  const states = [
    ['indexable', counted] as const,
    ...uncountedStates.map((state) => [state, website[`pages_${state}`]] as const),
  ]
  return (
    <div className={`row faint tiny dense ${styles.counted}`}>
      {counted === pages ? words.allCount : words.state.indexable(counted)}
      <Hint label={words.howCounted}>
        <p>{words.counting}</p>
        <ul aria-label={words.states}>
          {states.map(([state, count]) =>
            count === null || count === 0 ? null : (
              <li key={state}>
                <Link to={listLinks.website(website.id, { ...ofPages(), indexability: state })} preventScrollReset>
                  {words.state[state](count)}
                </Link>
              </li>
            ),
          )}
        </ul>
        {reports !== null && <p className="faint">{words.fromReports(pages, reports)}</p>}
      </Hint>
    </div>
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
    <div className="stack tight">
      {(sum > 0 || isLoading) && (
        <div className={`meter parts ${styles.splitBar}`} aria-hidden="true">
          {counts.map(
            ({ rating, total }) =>
              total !== null && total > 0 && <i key={rating} className={rating} style={{ flexGrow: total }} />,
          )}
        </div>
      )}
      <ul className={`choices cluster ${styles.splitList}`}>
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
  const { data: days = [] } = useQuery(websitePagesQueries.history(id))
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
    <Link to={{ search: '?tab=history' }} preventScrollReset className={`row tiny muted ${styles.trend}`}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={stepPath(shown, { from, to }, ({ average }) => average, range)} />
      </svg>
      <span>{websiteTabsWords.trend(change)}</span>
    </Link>
  )
}
