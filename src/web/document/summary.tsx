import type { ReactNode } from 'react'
import { grouped } from '#contract/format/numbers.ts'
import { ratingOf, ratingTable, roundScore } from '#contract/reports/rating.ts'
import type { HistoryDay } from '#contract/websites/website-pages.ts'
import { type AnyWebsite, uncountedStates } from '#contract/websites/website.ts'
import { dayNumber, dayOfNumber, stepPath } from '#web/resources/history-steps.ts'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { ScoreRing } from '#web/ui/score-ring.tsx'
import { documentWords as words } from './words.ts'
import styles from './cover.module.css'

/** The most important facts first: whether Google finds it, how good it is, what to do and what was done. */
export type Summary = {
  /** Says first what search engines do with the page, or with how many of the pages. */
  headline: string
  isBad?: boolean
  score: number | null
  /** The rating's change and its basis, each a sentence. */
  notes: readonly (string | null | undefined | false)[]
  content: ReactNode
}

export function SummaryPart({ headline, isBad = false, score, notes, content }: Summary) {
  const rating = score === null ? null : ratingOf(score)
  return (
    <section id="summary" className={`grid ${styles.summary}`} aria-labelledby="summary-title">
      <div className={`cluster ${styles.result}`}>
        {score !== null && rating && (
          <div className={styles.ring}>
            <ScoreRing score={roundScore(score)} rating={rating} label={words.score(score)} of={words.of} />
          </div>
        )}
        <div>
          <h2 id="summary-title" data-tone={isBad ? 'bad' : undefined}>
            {headline}
          </h2>
          {rating && (
            <p className={styles.rated}>
              <RatingBadge rating={rating} label={ratingTable[rating].label} />
            </p>
          )}
          {notes.map((note) => note && <p key={note}>{note}</p>)}
        </div>
      </div>
      {content}
    </section>
  )
}

/** The number of pages in each state, as a bar and in words, and of those without one. */
export function States({ website }: { website: AnyWebsite }) {
  const { pages_count: all, pages_counted: indexable } = website
  if (!all || indexable === null) return null
  const states = uncountedStates.map((state) => ({ state, pages: website[`pages_${state}`] ?? 0 }))
  const unknown = all - indexable - states.reduce((sum, { pages }) => sum + pages, 0)
  const shown = [
    { state: 'indexable', pages: indexable } as const,
    ...states,
    { state: 'unknown', pages: unknown } as const,
  ].filter(({ pages }) => pages > 0)
  if (shown.length < 2) return null
  return (
    <div>
      <div className={`meter parts ${styles.bar}`} aria-hidden="true">
        {shown.map(({ state, pages }) => (
          <i key={state} data-state={state} style={{ flexGrow: pages }} />
        ))}
      </div>
      <ul className={`cluster small ${styles.states}`}>
        {shown.map(({ state, pages }) => (
          <li key={state} data-state={state}>
            <span>
              <b>{grouped(pages)}</b> {words.states[state]}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The days that a trend shows: half a year, in days. */
const trendDays = 183

/** Returns the days of the last half a year, the first of which has the average from before. */
export function daysOfTrend<Day extends HistoryDay>(days: readonly Day[]): Day[] {
  const last = days.at(-1)
  if (!last) return []
  const from = dayNumber(last.date) - trendDays
  const before = days.findLastIndex(({ date }) => dayNumber(date) <= from)
  return before < 0
    ? [...days]
    : days.slice(before).map((day, index) => (index === 0 ? { ...day, date: dayOfNumber(from) } : day))
}

/** The average of a website over time, unless there is only one. */
export function Trend({ days }: { days: readonly (HistoryDay & { average: number })[] }) {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || first === last) return null
  const span = { from: dayNumber(first.date), to: dayNumber(last.date) }
  const line = stepPath(days, span, ({ average }) => average, { most: 100, width: 600 })
  return (
    <div className={styles.trend}>
      <h3>{words.average}</h3>
      <svg viewBox="-30 -5 650 105" role="img" aria-label={words.averageFromTo(first.average, last.average)}>
        <path d="M0 5H600M0 40H600M0 75H600" />
        <path className={styles.average} transform="translate(0 5) scale(1 .7)" d={line} />
        <g aria-hidden="true">
          {[0, 50, 100].map((value) => (
            <text key={value} x="-8" y={78 - value * 0.7} textAnchor="end">
              {value}
            </text>
          ))}
          <text x="0" y="94">
            {words.day(first.date)}
          </text>
          <text x="600" y="94" textAnchor="end">
            {words.day(last.date)}
          </text>
        </g>
      </svg>
    </div>
  )
}
