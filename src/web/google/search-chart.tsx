import { useState } from 'react'
import type { SearchDay } from '#contract/google/search-answers.ts'
import { classes } from '#web/ui/classes.ts'
import { searchHistoryWords as words } from './words.ts'
import styles from './search-chart.module.css'

/** Something that we found on a day, or that happened to the page then. */
export type Mark = { day: string; text: string; tone: 'good' | 'bad' | 'info' }

type SearchChartProps = { days: readonly SearchDay[]; marks: readonly Mark[] }

const dayMs = 86_400_000
/** In days since 1970. */
const numberOf = (day: string) => Math.round(Date.parse(day.slice(0, 10)) / dayMs)

/** A row with its place, in days since 1970, and its figures a day. */
type Point = { from: number; length: number; clicks: number; impressions: number; row: SearchDay }

const pointOf = (row: SearchDay): Point => {
  const { days: length } = row
  return {
    from: numberOf(row.day),
    length,
    clicks: row.clicks / length,
    impressions: row.impressions / length,
    row,
  }
}

/** Clicks and impressions a day, each on its own scale, and marks of ours. The arrow keys move along the line. */
export function SearchChart({ days, marks }: SearchChartProps) {
  const points = days.map(pointOf)
  const [chosen, setChosen] = useState<number | null>(null)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const start = first.from
  const span = Math.max(1, last.from + last.length - start)
  const x = (point: Pick<Point, 'from' | 'length'>) => ((point.from + point.length / 2 - start) / span) * 100
  const most = {
    clicks: Math.max(1, ...points.map(({ clicks }) => clicks)),
    impressions: Math.max(1, ...points.map(({ impressions }) => impressions)),
  }
  const line = (figure: 'clicks' | 'impressions') =>
    pathOf(points, x, (point) => 100 - (point[figure] / most[figure]) * 100)
  const shown = marks.filter(({ day }) => numberOf(day) >= start && numberOf(day) < start + span)
  const at = chosen ?? points.length - 1
  const point = points[at] ?? last
  return (
    <figure className="stack tight">
      <figcaption className={`cluster small ${styles.legend}`}>
        <span className={styles.clicks}>{words.clicksADay(most.clicks)}</span>
        <span className={styles.impressions}>{words.impressionsADay(most.impressions)}</span>
        <output className="end faint">{words.point(point.row)}</output>
      </figcaption>
      <div className={styles.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {[0, 50, 100].map((y) => (
            <line key={y} className={styles.rule} x1="0" x2="100" y1={y} y2={y} />
          ))}
          {shown.map(({ day, text, tone }) => (
            <line
              key={`${day} ${text}`}
              className={classes(styles.mark, tone)}
              x1={x({ from: numberOf(day), length: 1 })}
              x2={x({ from: numberOf(day), length: 1 })}
              y1="0"
              y2="100"
            />
          ))}
          <path className={styles.impressionLine} d={line('impressions')} />
          <path className={styles.clickLine} d={line('clicks')} />
          {chosen !== null && <line className={styles.cursor} x1={x(point)} x2={x(point)} y1="0" y2="100" />}
        </svg>
        {shown.map(({ day, text, tone }, index) => (
          <span
            key={`${day} ${text}`}
            className={classes(styles.number, tone)}
            style={{ left: `${x({ from: numberOf(day), length: 1 })}%` }}
            title={text}
            aria-hidden="true"
          >
            {index + 1}
          </span>
        ))}
        <input
          type="range"
          aria-label={words.chart}
          aria-valuetext={words.point(point.row)}
          min={0}
          max={points.length - 1}
          value={at}
          onChange={({ target }) => setChosen(Number(target.value))}
          onBlur={() => setChosen(null)}
          onPointerLeave={() => setChosen(null)}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            setChosen(nearest(points, start + ((clientX - left) / width) * span))
          }}
        />
      </div>
      <div className="row spread faint tiny">
        <span>{words.day(first.row.day)}</span>
        <span>{words.day(last.row.day)}</span>
      </div>
      {shown.length > 0 && (
        <ol className={`small ${styles.marks}`} aria-label={words.marks}>
          {shown.map(({ day, text, tone }, index) => (
            <li key={`${day} ${text}`}>
              <span className={classes(styles.number, tone)} aria-hidden="true">
                {index + 1}
              </span>
              <span className="faint">{words.after(day)}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
    </figure>
  )
}

/** Returns the index of the point nearest to a place in days. */
function nearest(points: readonly Point[], place: number): number {
  let best = 0
  const distance = ({ from, length }: Point) => Math.abs(from + length / 2 - place)
  for (const [at, point] of points.entries()) if (distance(point) < distance(points[best]!)) best = at
  return best
}

/** A line that is interrupted where days are missing. A lone day is a dot. */
function pathOf(points: readonly Point[], x: (point: Point) => number, y: (point: Point) => number): string {
  let path = ''
  let end: number | null = null
  for (const point of points) {
    const place = `${x(point).toFixed(2)} ${y(point).toFixed(2)}`
    path += end === point.from ? `L${place}` : `M${place}h0`
    end = point.from + point.length
  }
  return path
}
