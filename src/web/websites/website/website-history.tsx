import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { choice } from '#contract/lists/query-params.ts'
import { ratingOf, ratings, ratingTable, roundScore } from '#contract/reports/rating.ts'
import type { HistoryDay } from '#contract/websites/website-pages.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { isVisitor } from '#web/data/reader.ts'
import { serverNow } from '#web/data/server.ts'
import { waiversQuery } from '#web/findings/queries.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import {
  dayNumber,
  dayOfNumber,
  dayOfReader,
  daysSince,
  daysUntil,
  type Span,
  stepPath,
  valuesOn,
} from '#web/resources/history-steps.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { classes } from '#web/ui/classes.ts'
import { Segments } from '#web/ui/inputs.tsx'
import { Card, EmptyState, Skeleton } from '#web/ui/page.tsx'
import { momentOf, writtenDay } from '#web/ui/time.tsx'
import { crawlQueries } from '../crawls/queries.ts'
import { Figures, RatedAverage, Ratings } from '../figures.tsx'
import { websiteTabsWords as words } from '../words.ts'
import styles from './website-history.module.css'

/**
 * The average score and the ratings of a website's pages over time, as charts and as a table. What is below waits for
 * them, because it would move.
 */
export function WebsiteHistory({ website, children }: { website: AnyWebsite; children?: ReactNode }) {
  const { id } = website
  const { data: days, error, refetch, isFetching } = useQuery(websitePagesQueries.history(id))
  const { data: waivers = [] } = useQuery({ ...waiversQuery(id), enabled: !isVisitor() })
  const hasWaivers = waivers.some(({ active }) => active)
  if (!days && !error)
    return (
      <div aria-busy="true" aria-label={words.loading} role="group">
        <Skeleton height="24rem" />
      </div>
    )
  return (
    <>
      {days ? (
        days.length > 0 ? (
          <History website={website} days={days} hasWaivers={hasWaivers} />
        ) : (
          <NoHistory />
        )
      ) : (
        <Failure error={asApiError(error)} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {children}
    </>
  )
}

const NoHistory = () => <EmptyState title={words.noHistory}>{words.noHistoryText}</EmptyState>

const scoreText = (average: number | null) => (average === null ? words.noAverage : String(roundScore(average)))

/** The days that the charts go back. */
const ranges = ['30', '90', '365'] as const
const rangeParams = { days: choice(ranges, '90') }
const rangeOptions = ranges.map((value) => ({ value, label: words.ranges[value] }))

type HistoryProps = { website: AnyWebsite; days: readonly HistoryDay[]; hasWaivers: boolean }

function History({ website, days: all, hasWaivers }: HistoryProps) {
  const { id } = website
  const today = dayOfReader(serverNow())
  const { query, change } = useListQuery(rangeParams)
  const to = dayNumber(today)
  const known = untilNow(daysUntil(all, today), today, website)
  const from = Math.max(dayNumber(known[0]!.date), to - Number(query.days))
  const days = daysSince(known, from)
  const runs = useRuns(id).filter(({ day }) => day >= from && day <= to)
  const [chosen, setChosen] = useState<number | null>(null)
  const day = Math.max(from, chosen ?? to)
  const values = valuesOn(days, day) ?? days[0]!
  return (
    <Card aria-labelledby="history" className="stack snug">
      <header className="cluster across">
        <h2 id="history">{words.history}</h2>
        <p className="muted small">
          {words.historyLead(writtenDay(known[0]!.date))} {hasWaivers && words.historyWithWaived}
        </p>
        <span className="end">
          <Segments
            legend={words.range}
            name={useId()}
            value={query.days}
            options={rangeOptions}
            onChange={(chosenDays) => change({ days: chosenDays }, 'replace')}
          />
        </span>
      </header>
      <Figures
        label={words.dayFigures}
        className={styles.values}
        score={
          <>
            {writtenDay(dayOfNumber(day))}:{' '}
            {values.average === null ? words.noAverage : <RatedAverage average={values.average} />}
          </>
        }
        total={words.pages(values.pages)}
      >
        <li>
          <Ratings countOf={(rating) => values[rating]} />
        </li>
        {runs
          .filter((run) => run.day === day)
          .map(({ crawl }) => (
            <li key={crawl.id}>
              <Link to={paths.crawl(id, crawl.id)}>{words.run(crawl)}</Link>
            </li>
          ))}
      </Figures>
      <div
        className={classes('stack', styles.charts, chosen !== null && styles.chosen)}
        style={{ '--at': `${shareOf(day, { from, to })}%` }}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          const at = from + Math.round(((clientX - left) / width) * (to - from))
          setChosen(Math.min(to, Math.max(from, at)))
        }}
        onPointerLeave={() => setChosen(null)}
      >
        <AverageChart days={days} span={{ from, to }} runs={[...new Set(runs.map((run) => run.day))]} />
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

/** Today has the figures of the header. A crawl, a waiver or another ruleset can change them without a report. */
function untilNow(days: readonly HistoryDay[], date: string, website: AnyWebsite): readonly HistoryDay[] {
  const { pages_counted: pages, pages_avg_score: average } = website
  const { pages_good: good, pages_decent: decent, pages_bad: bad } = website
  const last = days.at(-1)
  if (pages === null || good === null || decent === null || bad === null) return days
  if (last?.average === average && last.good === good && last.decent === decent && last.bad === bad) return days
  return [...days.filter((day) => day.date < date), { date, pages, average, good, decent, bad }]
}

/** The crawls of the website that ended, with their days. Visitors don't see them. */
function useRuns(id: number) {
  const { data: crawls = [] } = useQuery({ ...crawlQueries.list(id), enabled: !isVisitor() })
  return crawls.flatMap((crawl) => {
    const at = crawl.figures && momentOf(crawl.started_at)
    return at ? [{ crawl, day: dayNumber(dayOfReader(at.getTime())) }] : []
  })
}

/** Where a day is in a chart, in percent of its width. */
const shareOf = (day: number, { from, to }: Span) => ((day - from) / Math.max(1, to - from)) * 100

type ChartProps = { days: readonly HistoryDay[]; span: Span }
type AverageChartProps = ChartProps & {
  /** The days with a run. */
  runs: readonly number[]
}

/** The average score as a line, with a dot for each day with a run. Its scale is that of the values. */
function AverageChart({ days, span, runs }: AverageChartProps) {
  const averages = days.flatMap(({ average }) => average ?? [])
  const scale = scaleOf(averages)
  const top = (value: number) => 100 - ((value - scale.least) / (scale.most - scale.least)) * 100
  return (
    <Chart title={words.average} ticks={scale.ticks.map((value) => ({ label: String(value), top: top(value) }))}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.average}>
        <path d={stepPath(days, span, ({ average }) => average, scale)} />
      </svg>
      {runs.map((day) => {
        const average = valuesOn(days, day)?.average
        return (
          typeof average === 'number' && (
            <i key={day} className={styles.run} style={{ left: `${shareOf(day, span)}%`, top: `${top(average)}%` }} />
          )
        )
      })}
    </Chart>
  )
}

/** Whole tens around the averages, at least twenty points, with a line for each ten or, if they are many, twenty. */
function scaleOf(averages: readonly number[]) {
  const least = Math.min(80, Math.floor(Math.min(100, ...averages) / 10) * 10)
  const most = Math.min(100, Math.max(least + 20, Math.ceil(Math.max(0, ...averages) / 10) * 10))
  const step = most - least > 40 ? 20 : 10
  const count = Math.floor((most - least) / step)
  return { least, most, ticks: Array.from({ length: count + 1 }, (_, at) => least + at * step) }
}

/** The number of pages, one area for each rating, the bad ones at the bottom. */
function CountsChart({ days, span }: ChartProps) {
  const most = Math.max(1, ...days.map(({ pages }) => pages))
  const areas = [
    { rating: 'good', valueOf: ({ good, decent, bad }: HistoryDay) => good + decent + bad },
    { rating: 'decent', valueOf: ({ decent, bad }: HistoryDay) => decent + bad },
    { rating: 'bad', valueOf: ({ bad }: HistoryDay) => bad },
  ] as const
  return (
    <Chart
      title={words.counts}
      ticks={[
        { label: grouped(most), top: 0 },
        { label: '0', top: 100 },
      ]}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.counts}>
        {areas.map(({ rating, valueOf }) => (
          <path key={rating} className={rating} d={`${stepPath(days, span, valueOf, { most })}V100H0Z`} />
        ))}
      </svg>
    </Chart>
  )
}

type FrameProps = { title: string; ticks: readonly { label: string; top: number }[]; children: ReactNode }

/** A chart with the values of its axis. */
const Chart = ({ title, ticks, children }: FrameProps) => (
  <div aria-hidden="true">
    <h3 className="tiny medium muted">{title}</h3>
    <div className={styles.chart}>
      {ticks.map(({ label, top }) => (
        <span key={label} className={`faint tiny ${styles.tick}`} style={{ top: `${top}%` }}>
          {label}
        </span>
      ))}
      {children}
    </div>
  </div>
)

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
