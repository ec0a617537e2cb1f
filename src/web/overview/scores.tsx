import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { scoreRanges } from '#contract/lists/page-filters.ts'
import { ratingOf, ratings, ratingTable } from '#contract/reports/rating.ts'
import type { Overview } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { chosenPageSize } from '#web/data/preferences.ts'
import { Card, CardHead } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** The distribution of the pages' scores, in steps of ten, and their ratings. Each links to its pages. */
export function Scores({ overview }: { overview: Overview }) {
  const { scores } = overview
  const most = Math.max(1, ...scores)
  return (
    <Card aria-labelledby="scores" className={styles.scores}>
      <CardHead id="scores" title={words.scores}>
        <p className="faint small">{words.scoresHint}</p>
      </CardHead>
      <ul className={`cluster ${styles.ratings}`}>
        {ratings.map((rating) => {
          const { label } = ratingTable[rating]
          const count = grouped(overview[rating])
          return (
            <li key={rating}>
              <Link
                to={paths.reports({ ...chosenPageSize(), latest: '1', result: rating })}
                className="row"
                title={words.showRated(label, count)}
              >
                <RatingBadge rating={rating} label={label} />
                <b>{count}</b>
              </Link>
            </li>
          )
        })}
      </ul>
      <ol className={styles.bars}>
        {scores.map((count, at) => {
          const range = scoreRanges[at]!
          const from = Number(range.split('-', 1))
          const name = `${range.replace('-', '–')}: ${words.pages(count)}`
          const bar = (
            <>
              <span className="hidden-visually">{name}</span>
              <span className={styles.bar} aria-hidden="true">
                <span>{count > 0 && grouped(count)}</span>
                {count > 0 && <i className={styles[ratingOf(from)]} style={{ height: `${(count / most) * 100}%` }} />}
              </span>
              <span aria-hidden="true">{from}</span>
            </>
          )
          return (
            <li key={from} title={name}>
              {count > 0 ? (
                <Link to={paths.reports({ ...chosenPageSize(), latest: '1', score: range })}>{bar}</Link>
              ) : (
                bar
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
