import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { HistoryEntry } from '#contract/reports/comparison.ts'
import { ratingOf, ratings, ratingTable } from '#contract/reports/rating.ts'
import { ratingOfReport } from '#contract/reports/report-row.ts'
import { dayOf, historyWords as words } from './words.ts'
import styles from './score-chart.module.css'

type ScoreChartProps = {
  reports: readonly HistoryEntry[]
  /** The report on screen. */
  current: number
  /** Returns the target of another report's point. */
  linkTo: (id: number) => string
}

type Point = HistoryEntry & { x: number; y: number; score: number }

/** Returns the points of the chart in percent of its width and height. Reports are at equal distances. */
function pointsOf(reports: readonly HistoryEntry[]): Point[] {
  const scored = reports.flatMap((report) => (report.score === null ? [] : [{ ...report, score: report.score }]))
  const step = scored.length > 1 ? 100 / (scored.length - 1) : 0
  return scored.map((report, index) => ({ ...report, x: index * step, y: 100 - report.score }))
}

/**
 * Scores over time on the bands of the ratings, with a mark where another ruleset scored. One tab stop, then arrows.
 */
export function ScoreChart({ reports, current, linkTo }: ScoreChartProps) {
  const points = pointsOf(reports)
  const [first, last] = [points[0], points.at(-1)]
  const marks = points.filter(({ ruleset }, index) => index > 0 && ruleset !== points[index - 1]?.ruleset)
  return (
    <figure>
      <div className={styles.plot}>
        <svg className={styles.bands} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {ratings.map((rating) => {
            const { from, to } = ratingTable[rating]
            const top = to === 100 ? 0 : 99 - to
            return <rect key={rating} className={rating} x="0" y={top} width="100" height={100 - from - top} />
          })}
        </svg>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {marks.map(({ id, x }) => (
            <line key={id} className={styles.mark} x1={x} x2={x} y1="0" y2="100" />
          ))}
          <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
        {marks.map(({ id, x, ruleset }) => (
          <span
            key={id}
            className={`${styles.ruleset} ${x > 50 ? styles.left : ''}`}
            style={{ left: `${x}%` }}
            title={ruleset === null ? undefined : words.rulesetMark(ruleset)}
          >
            {ruleset !== null && words.ruleset(ruleset)}
          </span>
        ))}
        <Points points={points} current={current} linkTo={linkTo} />
        {ratings.map((rating) => (
          <span
            key={rating}
            className={`faint ${styles.limit}`}
            style={{ top: `${100 - ratingTable[rating].to}%` }}
            aria-hidden
          >
            {ratingTable[rating].to === 100 ? 100 : ratingTable[rating].to + 1}
          </span>
        ))}
      </div>
      <figcaption className={`faint tiny spread ${styles.dates}`}>
        <span>{first && dayOf(first.created_at)}</span>
        <span>{last && dayOf(last.created_at)}</span>
      </figcaption>
    </figure>
  )
}

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

function Points({ points, current, linkTo }: { points: Point[] } & Pick<ScoreChartProps, 'current' | 'linkTo'>) {
  const list = useRef<HTMLUListElement>(null)
  const own = points.findIndex(({ id }) => id === current)
  const [focused, setFocused] = useState<number | null>(null)
  const stop = focused ?? (own < 0 ? points.length - 1 : own)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = Math.min(points.length - 1, Math.max(0, step(stop, points.length - 1)))
    setFocused(next)
    list.current?.querySelectorAll('a')[next]?.focus()
  }
  return (
    <ul ref={list} aria-label={words.chart} onKeyDown={onKeyDown}>
      {points.map(({ id, x, y, score, created_at: created, ...report }, index) => {
        const name = words.point(created, score, ratingOfReport({ ...report, score }))
        const isOwn = id === current
        return (
          <li key={id} style={{ left: `${x}%`, top: `${y}%` }}>
            <Link
              to={linkTo(id)}
              className={`${styles.point} ${ratingOf(score)}`}
              aria-current={isOwn || undefined}
              aria-label={isOwn ? `${name} (${words.thisReport})` : `${words.comparePoint}: ${name}`}
              title={name}
              tabIndex={index === stop ? 0 : -1}
              onFocus={() => setFocused(index)}
            />
          </li>
        )
      })}
    </ul>
  )
}
