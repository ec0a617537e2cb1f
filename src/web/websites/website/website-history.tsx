import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { grouped } from '#contract/format/numbers.ts'
import { ratingOf, ratings, ratingTable, roundScore } from '#contract/reports/rating.ts'
import type { HistoryDay } from '#contract/websites/website-pages.ts'
import { asApiError } from '#web/data/api-error.ts'
import { isVisitor } from '#web/data/reader.ts'
import { serverNow } from '#web/data/server.ts'
import { waiversQuery } from '#web/findings/queries.ts'
import { Failure } from '#web/list/list-notices.tsx'
import {
  dayNumber,
  dayOfNumber,
  dayOfReader,
  daysUntil,
  type Span,
  stepPath,
  valuesOn,
} from '#web/resources/history-steps.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { classes } from '#web/ui/classes.ts'
import { Card, EmptyState, Skeleton } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { writtenDay } from '#web/ui/time.tsx'
import { websiteTabsWords as words } from '../words.ts'
import styles from './website-history.module.css'

/** The average score and the ratings of a website's pages over time, as charts and as a table. */
export function WebsiteHistory({ id }: { id: number }) {
  const { data: days, error, refetch, isFetching } = useQuery(websitePagesQueries.history(id))
  const { data: waivers = [] } = useQuery({ ...waiversQuery(id), enabled: !isVisitor() })
  const hasWaivers = waivers.some(({ active }) => active)
  if (days) return days.length > 0 ? <History days={days} hasWaivers={hasWaivers} /> : <NoHistory />
  if (error) return <Failure error={asApiError(error)} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <div aria-busy="true" aria-label={words.loading} role="group">
      <Skeleton height="24rem" />
    </div>
  )
}

const NoHistory = () => <EmptyState title={words.noHistory}>{words.noHistoryText}</EmptyState>

const scoreText = (average: number | null) => (average === null ? words.noAverage : String(roundScore(average)))

function History({ days: found, hasWaivers }: { days: readonly HistoryDay[]; hasWaivers: boolean }) {
  const today = dayOfReader(serverNow())
  const days = daysUntil(found, today)
  const from = dayNumber(days[0]!.date)
  const to = dayNumber(today)
  const [chosen, setChosen] = useState<number | null>(null)
  const day = chosen ?? to
  const values = valuesOn(days, day) ?? days[0]!
  return (
    <Card aria-labelledby="history" className="stack snug">
      <header className="cluster baseline across">
        <h2 id="history">{words.history}</h2>
        <p className="muted small">
          {words.historyLead(writtenDay(days[0]!.date))} {hasWaivers && words.historyWithWaived}
        </p>
      </header>
      <dl className={styles.values}>
        <div>
          <dt className="faint tiny">{writtenDay(dayOfNumber(day))}</dt>
          <dd>{scoreText(values.average)}</dd>
        </div>
        <div>
          <dt className="faint tiny">{words.tab.pages}</dt>
          <dd>{grouped(values.pages)}</dd>
        </div>
        {ratings.map((rating) => (
          <div key={rating}>
            <dt className="faint tiny">
              <RatingBadge rating={rating} label={ratingTable[rating].label} />
            </dt>
            <dd>{grouped(values[rating])}</dd>
          </div>
        ))}
      </dl>
      <div
        className={classes('stack', styles.charts, chosen !== null && styles.chosen)}
        style={{ '--at': `${((day - from) / Math.max(1, to - from)) * 100}%` }}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          const at = from + Math.round(((clientX - left) / width) * (to - from))
          setChosen(Math.min(to, Math.max(from, at)))
        }}
        onPointerLeave={() => setChosen(null)}
      >
        <AverageChart days={days} span={{ from, to }} />
        <CountsChart days={days} span={{ from, to }} />
        <input
          type="range"
          aria-label={words.chooseDay}
          aria-valuetext={words.dayText(writtenDay(dayOfNumber(day)), scoreText(values.average), values.pages)}
          min={from}
          max={to}
          value={day}
          onChange={(event) => setChosen(event.target.valueAsNumber)}
        />
      </div>
      <p className="faint tiny spread" aria-hidden="true">
        {[...new Set([from, Math.round((from + to) / 2), to])].map((shown) => (
          <span key={shown}>{writtenDay(dayOfNumber(shown))}</span>
        ))}
      </p>
      <details className={`reveal medium small ${styles.asTable}`}>
        <summary>{words.asTable}</summary>
        <HistoryTable days={days} />
      </details>
    </Card>
  )
}

type ChartProps = { days: readonly HistoryDay[]; span: Span }

/** The average score over the bands of the ratings. */
const AverageChart = ({ days, span }: ChartProps) => (
  <div className={styles.chart} aria-hidden="true">
    <h3 className="tiny medium muted">{words.average}</h3>
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.average}>
      {ratings.map((rating) => {
        const { from, to } = ratingTable[rating]
        const top = rating === 'good' ? 0 : 100 - to - 1
        return <rect key={rating} className={rating} y={top} width="100" height={100 - from - top} />
      })}
      <path d={stepPath(days, span, ({ average }) => average, { most: 100 })} />
    </svg>
    <span className={`muted tiny ${styles.bands}`}>
      {[ratingTable.good.from, ratingTable.decent.from].map((limit) => (
        <span key={limit} style={{ bottom: `${limit}%` }}>
          {limit}
        </span>
      ))}
    </span>
  </div>
)

/** The number of pages, one area for each rating, the bad ones at the bottom. */
function CountsChart({ days, span }: ChartProps) {
  const most = Math.max(1, ...days.map(({ pages }) => pages))
  const areas = [
    { rating: 'good', valueOf: ({ good, decent, bad }: HistoryDay) => good + decent + bad },
    { rating: 'decent', valueOf: ({ decent, bad }: HistoryDay) => decent + bad },
    { rating: 'bad', valueOf: ({ bad }: HistoryDay) => bad },
  ] as const
  return (
    <div className={styles.chart} aria-hidden="true">
      <h3 className="tiny medium muted">
        {words.counts} <span className="faint">{words.upTo(most)}</span>
      </h3>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.counts}>
        {areas.map(({ rating, valueOf }) => (
          <path key={rating} className={rating} d={`${stepPath(days, span, valueOf, { most })}V100H0Z`} />
        ))}
      </svg>
    </div>
  )
}

const HistoryTable = ({ days }: { days: readonly HistoryDay[] }) => (
  <table className={`figures ${styles.table}`}>
    <caption className="hidden-visually">{words.tableCaption}</caption>
    <thead>
      <tr>
        <th scope="col">{words.day}</th>
        <th scope="col">{words.average}</th>
        <th scope="col">{words.tab.pages}</th>
        {ratings.map((rating) => (
          <th key={rating} scope="col">
            {ratingTable[rating].label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {days.toReversed().map((day) => (
        <tr key={day.date}>
          <th scope="row">
            <time dateTime={day.date}>{writtenDay(day.date)}</time>
          </th>
          <td className={day.average === null ? undefined : `toned ${ratingOf(day.average)} strong`}>
            {scoreText(day.average)}
          </td>
          <td>{grouped(day.pages)}</td>
          {ratings.map((rating) => (
            <td key={rating}>{grouped(day[rating])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
