import { Link } from 'react-router-dom'
import { scoreRanges } from '#contract/lists/page-filters.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import type { Overview } from '#contract/websites/overview.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { Card, CardHead } from '#web/ui/page.tsx'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** The distribution of the pages' scores, in steps of ten. Each links to its pages. */
export function Scores({ overview }: { overview: Overview }) {
  const { scores } = overview
  const most = Math.max(1, ...scores)
  const query = { latest: '1', indexability: 'indexable' } as const
  return (
    <Card flush aria-labelledby="scores">
      <CardHead id="scores" title={words.scores}>
        <p className="faint small">{words.scoresHint}</p>
      </CardHead>
      <ol className={styles.bars}>
        {scores.map((count, at) => {
          const range = scoreRanges[at]!
          const from = Number(range.split('-', 1))
          const name = `${range.replace('-', '–')}: ${words.pages(count)}`
          const bar = (
            <>
              <span className="hidden-visually">{name}</span>
              <span className={styles.bar} aria-hidden="true">
                {count > 0 && <i className={ratingOf(from)} style={{ height: `${(count / most) * 100}%` }} />}
              </span>
              <span aria-hidden="true">{from}</span>
            </>
          )
          return (
            <li key={from} title={name}>
              {count > 0 ? <Link to={listLinks.reports({ ...query, score: range })}>{bar}</Link> : bar}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
